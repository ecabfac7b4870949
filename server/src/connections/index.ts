export { problemOfConnectFailure } from './connect-problem.js';
export { addConnection } from './config-file/edit-connections.js';
export type { SettingChanges } from './config-file/edit-connections.js';
export { encryptSecret, loadOrCreateSecretKey } from './config-file/secrets.js';
export { setConnectionSetting } from './config-file/set-connection-setting.js';
export { ConnectionsModule } from './connections.module.js';
export { ConnectionsQueries } from './connections.queries.js';
export { ConnectionsService } from './connections.service.js';
export type { ConnectionConfig, DuckdbConfig, FilesConfig, PostgresConfig } from './connection-config.js';
export { ConnectFailure } from './engines/connector.js';
export type {
  ConnectFailureCode,
  Connector,
  ConnectorContext,
  ResultSink,
  Session,
  StatementOutcome,
} from './engines/connector.js';
