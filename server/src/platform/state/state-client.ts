import pg from 'pg';

/**
 * A connection of the state that always has a listener for errors. The pool takes its own listener off when it hands a
 * new connection over, TypeORM adds one a turn later: a server that ends the connection in the same packet as it
 * accepts it would end the process in between. Queries fail by themselves where their connection is gone.
 */
export class StateClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}
