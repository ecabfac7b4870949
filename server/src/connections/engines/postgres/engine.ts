import type { ConnectionCapabilities } from '#libs/api';
import { secretFault } from '../common-config.js';
import type { PostgresConfig } from './config.js';
import { postgresConfig, postgresSecrets, postgresView } from './config-values.js';
import { isPostgresListening } from './login/is-listening.js';
import { missingSettings } from './missing-settings.js';
import { resolvedLogin } from './login/resolved-login.js';
import { ConnectFailure } from '../connector.js';
import type { Engine } from '../engine.js';
import { postgresSettings } from './settings.js';

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
  statement_changes: true,
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
  check: missingSettings,
  isReadOnlyByDefault: false,
  capabilities: () => CAPABILITIES,
  config: postgresConfig,
  view: postgresView,
  secrets: postgresSecrets,
  /** A login without the password that is stored would be another login, so that one is refused. */
  async open(config, context) {
    const fault = secretFault(config);
    if (fault !== null) throw new ConnectFailure('connection-unusable', fault);
    const { openPostgresConnector } = await import('./index.js');
    return openPostgresConnector(config, context);
  },
  resolved: resolvedLogin,
  isListening: isPostgresListening,
};
