import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type Server, type Socket } from 'node:net';
import { ConnectFailure, type Connector } from '../connector.js';
import { CollectingSink, neverAborted, RecordingContext, until } from '../testing/index.js';
import { createPostgresConnector } from './index.js';
import { runAlone, runStatement } from './testing/run-statement.js';
import { createTestDatabase, type TestDatabase } from './testing/test-database.js';

describe('cancelling', () => {
  let database: TestDatabase;
  let connector: Connector | undefined;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => connector?.close());
  afterAll(() => database.dispose());

  const open = (max: number): Connector => {
    connector = createPostgresConnector({ ...database.config, pool: { max } }, new RecordingContext());
    return connector;
  };
  const isRunning = async (mark: string): Promise<boolean> => {
    const { rows } = await database.execute(
      `SELECT FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND query LIKE '%${mark}%'`,
    );
    return rows.length > 0;
  };

  it('reaches the server while every session of the pool is busy', async () => {
    const one = open(1);
    const session = await one.openSession(neverAborted());
    const abort = new AbortController();
    const ended = session.run('SELECT pg_sleep(60) /* busy */', new CollectingSink(), abort.signal);
    await until('it runs on the server', () => isRunning('busy'));
    abort.abort();
    expect(await ended).toEqual({ status: 'cancelled' });
    expect(await isRunning('busy')).toBe(false);
    await session.release();
  });

  it('ends a statement that catches being cancelled the first time', async () => {
    const sql = `DO $$ BEGIN
        BEGIN PERFORM pg_sleep(60); EXCEPTION WHEN query_canceled THEN RAISE NOTICE 'caught'; END;
        PERFORM pg_sleep(60);
      END $$`;
    const session = await open(1).openSession(neverAborted());
    const abort = new AbortController();
    const ended = session.run(sql, new CollectingSink(), abort.signal);
    setTimeout(() => abort.abort(), 100);
    expect(await ended).toEqual({ status: 'cancelled' });
    await session.release();
  });

  it('of a statement in a transaction leaves the transaction to the person', async () => {
    const session = await open(1).openSession(neverAborted());
    await runStatement(session, 'BEGIN');
    const abort = new AbortController();
    const ended = session.run('SELECT pg_sleep(60)', new CollectingSink(), abort.signal);
    setTimeout(() => abort.abort(), 50);
    expect(await ended).toEqual({ status: 'cancelled' });
    expect((await runStatement(session, 'SELECT 1')).outcome).toMatchObject({ error: { sqlstate: '25P02' } });
    expect((await runStatement(session, 'ROLLBACK')).outcome).toMatchObject({ command: 'ROLLBACK' });
    expect((await runStatement(session, 'SELECT 1')).sink.rows).toEqual([['1']]);
    await session.release();
  });

  it('of a wait for the pool ends the wait and takes nothing from the pool', async () => {
    const one = open(1);
    const session = await one.openSession(neverAborted());
    const abort = new AbortController();
    const waiting = one.openSession(abort.signal);
    setTimeout(() => abort.abort(), 50);
    await expect(waiting).rejects.toBeInstanceOf(ConnectFailure);
    await session.release();
    expect((await runAlone(one, 'SELECT 1')).sink.rows).toEqual([['1']]);
    expect(one.health().state).toBe('healthy');
  });

  it('two hundred times at any moment hits no statement but its own', async () => {
    const one = open(4);
    const results = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const session = await one.openSession(neverAborted());
        const abort = new AbortController();
        const ended = session.run('SELECT pg_sleep(0.002)', new CollectingSink(), abort.signal);
        setTimeout(() => abort.abort(), index % 7);
        const first = await ended;
        const second = await runStatement(session, 'SELECT 1');
        await session.release();
        return [first.status, second.outcome.status];
      }),
    );
    expect(results.filter(([first]) => first === 'failed')).toEqual([]);
    expect(results.filter(([, second]) => second !== 'succeeded')).toEqual([]);
  });

  it.each([
    ['INSERT', 'INSERT INTO written SELECT generate_series(1, 5) RETURNING a', 5],
    ['SELECT', 'WITH new AS (INSERT INTO written SELECT generate_series(1, 5) RETURNING a) SELECT * FROM new', null],
    ['SELECT', 'SELECT write_one(n) FROM generate_series(1, 5) n', null],
  ])('reports a write that was done before the cancel came as done: %s', async (command, sql, affectedRows) => {
    await database.execute('DROP TABLE IF EXISTS written; CREATE TABLE written (a integer)');
    await database.execute(
      `CREATE OR REPLACE FUNCTION write_one(n integer) RETURNS integer LANGUAGE sql
       AS 'INSERT INTO written VALUES (n) RETURNING a'`,
    );
    const session = await open(1).openSession(neverAborted());
    const abort = new AbortController();
    const sink = new CollectingSink(1);
    const ended = session.run(sql, sink, abort.signal);
    await until('the sink is full', () => sink.isPaused);
    abort.abort();
    const outcome = await ended;
    await session.release();
    const rowsCut = 'It was stopped while its rows arrived.';
    expect(outcome).toEqual({ status: 'succeeded', command, affectedRows, rowsCut });
    expect((await database.execute('SELECT count(*) FROM written')).rows).toEqual([{ count: '5' }]);
  });

  it('of a query in a read-only session, which can have written nothing, is one whatever has arrived', async () => {
    const session = await open(1).openSession(neverAborted(), { isReadOnly: true });
    const abort = new AbortController();
    const sink = new CollectingSink(1);
    const ended = session.run('SELECT generate_series(1, 5)', sink, abort.signal);
    await until('the sink is full', () => sink.isPaused);
    abort.abort();
    expect(await ended).toEqual({ status: 'cancelled' });
    expect((await runStatement(session, 'SELECT 1')).sink.rows).toEqual([['1']]);
    await session.release();
  });

  it('cuts the line when the server cannot be asked to cancel', async () => {
    const gate = await openGate(database.config.host, database.config.port);
    const config = { ...database.config, port: gate.port };
    connector = createPostgresConnector(config, new RecordingContext(200));
    const session = await connector.openSession(neverAborted());
    const abort = new AbortController();
    const ended = session.run('SELECT pg_sleep(60)', new CollectingSink(), abort.signal);
    await new Promise((resolve) => setTimeout(resolve, 100));
    gate.close();
    abort.abort();
    expect(await ended).toMatchObject({ status: 'failed', isSessionLost: true });
    await session.release();
    gate.destroy();
  });
});

interface Gate {
  readonly port: number;
  /** Accepts no new connections; what is connected stays connected. */
  close(): void;
  destroy(): void;
}

/** A door before a server, which can be shut. */
async function openGate(host: string, port: number): Promise<Gate> {
  const { connect } = await import('node:net');
  const sockets: Socket[] = [];
  const server: Server = createServer((incoming) => {
    const outgoing = connect(port, host);
    sockets.push(incoming, outgoing);
    for (const socket of [incoming, outgoing]) socket.on('error', () => undefined);
    incoming.pipe(outgoing).pipe(incoming);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    close: () => server.close(),
    destroy: () => sockets.forEach((socket) => socket.destroy()),
  };
}
