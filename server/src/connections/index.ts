export { ConnectionAccess } from './access/connection-access.js';
export type { NeededLevel } from './access/connection-access.js';
export type { VisibleConnections } from './access/connection-access.js';
export { restrictToVisible } from './access/restrict-to-visible.js';
export { RequestSignal } from './request-signal.js';
export { problemOfConnectFailure } from './connect-problem.js';
export { addConnection } from './config-file/edit-connections.js';
export type { SettingChanges } from './config-file/edit-connections.js';
export { setConnectionSetting } from './config-file/set-connection-setting.js';
export { ConnectionsModule } from './connections.module.js';
export { ConnectionsQueries } from './connections.queries.js';
export type { RelationalNames } from './connections.queries.js';
export { ConnectionsService } from './connections.service.js';
export type { ConnectionConfig, ServerLogin } from './connection-config.js';
export type { PostgresConfig } from './engines/postgres/config.js';
export { capabilitiesOf, engineDescription } from './engines/engines.js';
export { backgroundThreads } from './engines/engine-threads.js';
export { isDuckdbQuery, parseDuckdb } from './engines/host/parse-duckdb.js';
export { SqliteGrammar } from './engines/files/sqlite/sqlite-grammar.js';
export type { CompileTexts } from './engines/files/sqlite/sqlite-grammar.js';
export { ScratchDatabase } from './engines/host/scratch-database.js';
export { WorkDatabase, tooLargeText } from './engines/host/work-database.js';
export type { ScratchFile } from './engines/host/protocol.js';
export type { ScratchConnection } from './engines/host/scratch-database.js';
export type { CompletionReading } from './engines/completion-builder.js';
export type {
  CatalogReader,
  CatalogReading,
  ReadObject,
  ReadTable,
  TablesUse,
  Rehearsal,
  RehearsedStatement,
  UnchangedCatalog,
} from './engines/catalog-reader.js';
export type { Copier, CopyInOutcome, CopyInRequest, CopyOutcome } from './engines/copier.js';
export { editedTable } from './engines/row-origins.js';
export type { RowOrigins, StatementReads } from './engines/row-origins.js';
export { StagedFile } from './engines/files/staged-file.js';
export { noopSink } from './engines/noop-sink.js';
export { ConnectFailure } from './engines/connector.js';
export type {
  BatchOutcome,
  ConnectFailureCode,
  ConnectorContext,
  EncodedRow,
  ResultOrigins,
  ResultSink,
  EngineSession,
  FolderConnector,
  NotSucceeded,
  Session,
  SessionOptions,
  SharedConnector as Connector,
  StatementOutcome,
  TextRows,
} from './engines/connector.js';
export { wholeOutcome } from './engines/rows-cut.js';
export { commitSession } from './sessions/commit-session.js';
export { RunningRequests } from './sessions/running-requests.js';
export { SessionSlots } from './sessions/session-slots.js';
export type { SessionClaim } from './sessions/session-slots.js';
export type { ParkedSession } from './sessions/session-queue.js';
export { ReadFailure } from './engines/data-reader.js';
export type { DataReader, DataReaders, RawRow, ReadColumn, ReadStatement, ReaderLoad } from './engines/data-reader.js';
export { applicationName } from './engines/postgres/leftover-backends.js';
export { roleRisksOf } from './engines/postgres/introspection/read-role-risks.js';
export { ROLE_RISKS_SQL } from './engines/postgres/introspection/role-risks.sql.js';
export { endsWithin } from './engines/postgres/liveness/ends-within.js';
export { unlessAborted } from './engines/postgres/unless-aborted.js';
