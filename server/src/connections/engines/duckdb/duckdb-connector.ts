import type { DuckDBConnection } from '@duckdb/node-api';
import type { ConnectionHealth, ConnectionKind, SchemaContents, SchemaList, ServerInfo, TableDetails } from '#libs/api';
import type { SqlDialect } from '#libs/sql';
import type { CompletionReading } from '../completion-builder.js';
import {
  ConnectFailure,
  type Connector,
  type ConnectorContext,
  type EngineSession,
  type SessionOptions,
} from '../connector.js';
import { ConnectionState } from './connection-state.js';
import { databaseFailure } from './database-failure.js';
import { DuckdbSession, type SessionRules } from './duckdb-session.js';
import { readDuckdbProblem } from './duckdb-error.js';
import type { OpenDatabase } from './open-database.js';
import { NO_OBJECTS, type ObjectIntrospection } from './introspection/objects.js';
import { WITHOUT_RIGHTS, type ObjectReader } from '../object-reader.js';
import type { RowOrigins } from '../row-origins.js';
import { withinLimit } from './opening-limit.js';
import { sourceTables } from './origins/source-tables.js';

/** How the catalog of an open database is read. */
export interface Introspection {
  listSchemas(connection: DuckDBConnection): Promise<SchemaList>;
  listTables(connection: DuckDBConnection, schema: string): Promise<SchemaContents>;
  describeTable(connection: DuckDBConnection, schema: string, table: string): Promise<TableDetails | null>;
  readCompletion(connection: DuckDBConnection, known: string | null): Promise<CompletionReading | null>;
  readVersion(connection: DuckDBConnection): Promise<string>;
  /** How objects beside tables are listed; absent where there are none. */
  readonly objects?: ObjectIntrospection;
}

/** What a connection that DuckDB serves is made of. */
export interface DuckdbSource {
  readonly kind: ConnectionKind;
  /** True where the engine refuses writes in every session already. */
  readonly isReadOnly: boolean;
  /** The sources of the columns of queries are found: rows can be edited. */
  readonly hasOrigins: boolean;
  open(): Promise<OpenDatabase>;
  introspection(database: OpenDatabase): Introspection;
  rules(database: OpenDatabase): Omit<SessionRules, 'onEnd' | 'isFramed' | 'hasOrigins'>;
}

/** A connection served by DuckDB inside this process: one open database, a DuckDB connection for each session. */
export class DuckdbConnector implements Connector {
  readonly dialect: SqlDialect = 'duckdb';
  readonly kind: ConnectionKind;
  readonly objects: ObjectReader = {
    list: (request, signal) =>
      this.reading(signal, (connection, database) => this.objectsOf(database).list(connection, request)),
    definition: (kind, id, signal) =>
      this.reading(signal, (connection, database) => this.objectsOf(database).definition(connection, kind, id)),
    tableFacts: async (schema, table, signal) =>
      (await this.describeTable(schema, table, signal)) === null ? null : WITHOUT_RIGHTS,
  };
  readonly rowOrigins: RowOrigins = {
    tables: (relations, signal) => this.reading(signal, (connection) => sourceTables(connection, relations)),
  };
  private readonly state: ConnectionState;
  private readonly sessions = new Set<DuckdbSession>();
  private database: Promise<OpenDatabase> | null = null;
  private info: ServerInfo | null = null;
  private isClosed = false;

  constructor(
    private readonly source: DuckdbSource,
    private readonly context: ConnectorContext,
  ) {
    this.kind = source.kind;
    this.state = new ConnectionState(context);
  }

  async test(signal: AbortSignal): Promise<ServerInfo> {
    return this.reading(signal, (_connection, database) => Promise.resolve(serverInfo(database)));
  }

  async openSession(signal: AbortSignal, options: SessionOptions = {}): Promise<EngineSession> {
    const database = await this.opened(signal);
    const connection = await this.connected(database);
    const rules = this.source.rules(database);
    const onEnd = (ended: DuckdbSession, isLost: boolean): void => this.ended(ended, isLost);
    const isFramed = options.isReadOnly === true && !this.source.isReadOnly;
    const session = new DuckdbSession(database, connection, {
      ...rules,
      isFramed,
      hasOrigins: this.source.hasOrigins,
      onEnd,
    });
    this.sessions.add(session);
    return session;
  }

  async listSchemas(signal: AbortSignal): Promise<SchemaList> {
    return this.reading(signal, (connection, database) => this.source.introspection(database).listSchemas(connection));
  }

  async listTables(schema: string, signal: AbortSignal): Promise<SchemaContents> {
    return this.reading(signal, (connection, database) =>
      this.source.introspection(database).listTables(connection, schema),
    );
  }

  async describeTable(schema: string, table: string, signal: AbortSignal): Promise<TableDetails | null> {
    return this.reading(signal, (connection, database) =>
      this.source.introspection(database).describeTable(connection, schema, table),
    );
  }

  async completion(known: string | null, signal: AbortSignal): Promise<CompletionReading | null> {
    return this.reading(signal, (connection, database) =>
      this.source.introspection(database).readCompletion(connection, known),
    );
  }

  async catalogVersion(signal: AbortSignal): Promise<string> {
    return this.reading(signal, (connection, database) => this.source.introspection(database).readVersion(connection));
  }

  health(): ConnectionHealth {
    return this.state.health();
  }

  server(): ServerInfo | null {
    return this.info;
  }

  async reconnect(signal: AbortSignal): Promise<ServerInfo> {
    await this.dropAll();
    return this.test(signal);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.dropAll();
    this.state.idle();
  }

  /** Reads the catalog on a connection of its own, which an abort interrupts. */
  private async reading<T>(
    signal: AbortSignal,
    read: (connection: DuckDBConnection, database: OpenDatabase) => Promise<T>,
  ): Promise<T> {
    const database = await this.opened(signal);
    const connection = await this.connected(database);
    const interrupt = (): void => connection.interrupt();
    signal.addEventListener('abort', interrupt);
    try {
      signal.throwIfAborted();
      return await read(connection, database);
    } catch (error) {
      if (error instanceof ConnectFailure) throw error;
      throw new ConnectFailure('connection-unusable', readDuckdbProblem(error).message);
    } finally {
      signal.removeEventListener('abort', interrupt);
      connection.closeSync();
    }
  }

  private objectsOf(database: OpenDatabase): ObjectIntrospection {
    return this.source.introspection(database).objects ?? NO_OBJECTS;
  }

  private async opened(signal: AbortSignal): Promise<OpenDatabase> {
    if (this.isClosed) throw new ConnectFailure('connection-unusable', 'The connection is closed.');
    if (signal.aborted) throw new ConnectFailure('connection-timeout', 'Opening the connection was cancelled.');
    this.database ??= this.open();
    return withinLimit(this.database, signal, this.context.connectTimeoutMs);
  }

  private async open(): Promise<OpenDatabase> {
    const startedAt = this.context.now();
    this.state.connecting();
    try {
      const database = await this.source.open();
      this.info = serverInfo(database);
      this.state.healthy(startedAt);
      return database;
    } catch (error) {
      this.database = null;
      const failure = databaseFailure(error);
      this.state.failed(failure.message);
      throw failure;
    }
  }

  private async connected(database: OpenDatabase): Promise<DuckDBConnection> {
    try {
      return await database.connect();
    } catch (error) {
      throw databaseFailure(error);
    }
  }

  private ended(session: DuckdbSession, isDatabaseLost: boolean): void {
    this.sessions.delete(session);
    if (!isDatabaseLost) return;
    this.state.failed('The database was closed by an error inside the engine.');
    void this.dropAll();
  }

  private async dropAll(): Promise<void> {
    const { database } = this;
    this.database = null;
    await Promise.all([...this.sessions].map((session) => session.release()));
    await database?.then((open) => open.close()).catch(() => undefined);
  }
}

function serverInfo(database: OpenDatabase): ServerInfo {
  return { product: 'DuckDB', version: database.version.replace(/^v/, '') };
}
