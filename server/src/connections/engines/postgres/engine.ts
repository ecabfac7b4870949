import type { ConnectionCapabilities } from '#libs/api';
import { hasStoredPassword } from '../common-config.js';
import type { PostgresConfig } from './config.js';
import { isListening } from '../../reachability.js';
import { ConnectFailure } from '../connector.js';
import type { Engine } from '../engine.js';
import { postgresSettings } from './settings.js';
import type { PostgresValues } from './settings.js';

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
  change_sets: true,
  uploads: false,
  network: true,
  objects: ['sequence', 'function', 'trigger', 'policy', 'type', 'extension', 'role'],
};

/** A Postgres server, or one that speaks its protocol. */
export const postgresEngine: Engine<PostgresConfig> = {
  kind: 'postgres',
  info: { label: 'Postgres', in_text: 'Postgres', icon: 'database', holds: 'database' },
  description: 'a relational database',
  dialect: 'postgres',
  settings: postgresSettings,
  isReadOnlyByDefault: false,
  capabilities: () => CAPABILITIES,
  config(common, values, { faults: { password: passwordFault } }) {
    const { host, port, database, user, password, ssl, pool } = values as PostgresValues;
    const login = { host, port, database, user, password, ssl, pool };
    return { ...common, kind: 'postgres', ...login, ...(passwordFault !== undefined && { passwordFault }) };
  },
  view(config) {
    const { host, port, database, user, ssl, pool } = config;
    return { host, port, database, user, ssl, pool: { max: pool.max }, password_set: hasStoredPassword(config) };
  },
  /** A login without the password that is stored would be another login, so that one is refused. */
  async open(config, context) {
    if (config.passwordFault !== undefined) throw new ConnectFailure('connection-unusable', config.passwordFault);
    const { createPostgresConnector } = await import('./index.js');
    return createPostgresConnector(config, context);
  },
  isListening,
};
