import type { ConnectionCapabilities } from '#libs/api';
import type { PostgresConfig } from '../../connection-config.js';
import { ConnectFailure } from '../connector.js';
import type { Engine } from '../engine.js';

const CAPABILITIES: ConnectionCapabilities = {
  catalog: true,
  contracts: true,
  backup: ['custom', 'plain', 'directory'],
  vacuum: true,
  activity: true,
  tiles: true,
  plan: ['json', 'analyze'],
  transactions: true,
  writes: true,
  read_only_sessions: true,
  row_origin: true,
  network: true,
};

/** A Postgres server, or one that speaks its protocol. */
export const postgresEngine: Engine<PostgresConfig> = {
  kind: 'postgres',
  label: 'Postgres',
  icon: 'database',
  description: 'a relational database',
  dialect: 'postgres',
  capabilities: () => CAPABILITIES,
  /** A login without the password that is stored would be another login, so that one is refused. */
  async open(config, context) {
    if (config.passwordFault !== undefined) throw new ConnectFailure('connection-unusable', config.passwordFault);
    const { createPostgresConnector } = await import('./index.js');
    return createPostgresConnector(config, context);
  },
};
