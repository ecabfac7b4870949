import type { ConnectionHealth, ResultRow, SchemaContents, SchemaList, ServerInfo, TableDetails } from '#libs/api';
import type { SqlDialect } from '#libs/sql';
import type { PathConfig } from '../../common-config.js';
import {
  ConnectFailure,
  type Connector,
  type ConnectorContext,
  type ResultSink,
  type EngineSession,
  type NotSucceeded,
  type Session,
  type SessionOptions,
} from '../../connector.js';
import type { CompletionReading } from '../../completion-builder.js';
import { fileMark } from '../../file-mark.js';
import { noopSink } from '../../noop-sink.js';
import { ConnectionState } from '../../duckdb/connection-state.js';
import { withinLimit } from '../../duckdb/opening-limit.js';
import { readCompletion, readVersion } from './completion.js';
import { describeTable, listSchemas, listTables, type ReadRows } from './introspection.js';
import { WITHOUT_RIGHTS, type ObjectReader } from '../../object-reader.js';
import { defineObject, listObjects } from './objects.js';
import { ProcessPool } from './process-pool.js';
import type { RowOrigins } from '../../row-origins.js';
import type { SqliteDescription } from './protocol.js';
import { SqliteOrigins } from './sqlite-origins.js';
import { SqliteSession } from './sqlite-session.js';

/** A connection to one SQLite file. Each session reads it in a process of its own. */
export class SqliteConnector implements Connector {
  readonly kind = 'files';
  readonly dialect: SqlDialect = 'sqlite';
  readonly objects: ObjectReader = {
    list: (request, signal) => this.reading(signal, (read) => listObjects(read, request)),
    definition: (kind, id, signal) => this.reading(signal, (read) => defineObject(read, kind, id)),
    tableFacts: async (schema, table, signal) =>
      (await this.describeTable(schema, table, signal)) === null ? null : WITHOUT_RIGHTS,
  };
  readonly rowOrigins: RowOrigins = new SqliteOrigins({
    reading: (signal, use) => this.reading(signal, use),
    describe: (sql, signal) => this.describe(sql, signal),
  });
  private readonly state: ConnectionState;
  private readonly pool = new ProcessPool();
  private readonly sessions = new Set<SqliteSession>();
  private info: ServerInfo | null = null;
  private isClosed = false;
  private version: { readonly mark: string; readonly text: string } | null = null;

  constructor(
    private readonly config: PathConfig,
    private readonly context: ConnectorContext,
  ) {
    this.state = new ConnectionState(context);
  }

  async test(signal: AbortSignal): Promise<ServerInfo> {
    return this.reading(signal, async (read) => {
      await read('SELECT count(*) FROM main.sqlite_schema');
      return this.info ?? { product: 'SQLite', version: '' };
    });
  }

  async openSession(signal: AbortSignal, options?: SessionOptions): Promise<EngineSession> {
    return this.open(signal, options);
  }

  async listSchemas(signal: AbortSignal): Promise<SchemaList> {
    return this.reading(signal, listSchemas);
  }

  async listTables(schema: string, signal: AbortSignal): Promise<SchemaContents> {
    return this.reading(signal, (read) => listTables(read, schema));
  }

  async describeTable(schema: string, table: string, signal: AbortSignal): Promise<TableDetails | null> {
    return this.reading(signal, (read) => describeTable(read, schema, table));
  }

  async completion(known: string | null, signal: AbortSignal): Promise<CompletionReading | null> {
    return this.reading(signal, (read) => readCompletion(read, known));
  }

  /** The file is opened only when it was written since the last call. */
  async catalogVersion(signal: AbortSignal): Promise<string> {
    const mark = await fileMark(this.config.path, '-wal');
    if (this.version?.mark !== mark) {
      this.version = { mark, text: await this.reading(signal, (read) => readVersion(read)) };
    }
    return this.version.text;
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

  private async open(signal: AbortSignal, options: SessionOptions = {}): Promise<SqliteSession> {
    if (this.isClosed) throw new ConnectFailure('connection-unusable', 'The connection is closed.');
    if (signal.aborted) throw new ConnectFailure('connection-timeout', 'Opening the connection was cancelled.');
    const startedAt = this.context.now();
    if (this.info === null) this.state.connecting();
    const session = new SqliteSession({
      connectionId: this.config.id,
      path: this.config.path,
      home: this.context.home,
      openTimeoutMs: this.context.connectTimeoutMs,
      isReadOnly: this.config.readOnly || options.isReadOnly === true,
      isOneProcess: options.isOneProcess === true,
      statementTimeoutMs: this.config.statementTimeoutMs,
      pool: this.pool,
      onEnd: (ended) => this.sessions.delete(ended),
    });
    this.sessions.add(session);
    const opening = session.open();
    await withinLimit(opening, signal, this.context.connectTimeoutMs).catch((error: unknown) => {
      this.sessions.delete(session);
      this.state.failed(error instanceof Error ? error.message : String(error));
      void opening.then(() => session.release()).catch(() => undefined);
      throw error;
    });
    this.info = { product: 'SQLite', version: session.version };
    this.state.healthy(startedAt);
    return session;
  }

  private async reading<T>(signal: AbortSignal, use: (read: ReadRows) => Promise<T>): Promise<T> {
    const session = await this.open(signal);
    try {
      return await use(
        Object.assign((sql: string) => rowsOf(session, sql, signal), {
          all: (queries: readonly string[]) => rowsOfAll(session, queries, signal),
        }),
      );
    } catch (error) {
      if (error instanceof ConnectFailure) this.state.failed(error.message);
      throw error;
    } finally {
      await session.release();
    }
  }

  private async describe(sql: string, signal: AbortSignal): Promise<SqliteDescription | null> {
    const session = await this.open(signal, { isReadOnly: true });
    try {
      return await session.describe(sql);
    } finally {
      await session.release();
    }
  }

  private async dropAll(): Promise<void> {
    await Promise.all([...this.sessions].map((session) => session.release()));
    this.pool.empty();
  }
}

async function rowsOf(session: Session, sql: string, signal: AbortSignal): Promise<ResultRow[]> {
  const rows: ResultRow[] = [];
  const sink: ResultSink = { ...noopSink, row: (row) => rows.push(row) > 0 };
  const outcome = await session.run(sql, sink, signal);
  if (outcome.status === 'succeeded') return rows;
  throw readingFailure(outcome);
}

async function rowsOfAll(
  session: SqliteSession,
  queries: readonly string[],
  signal: AbortSignal,
): Promise<ResultRow[][]> {
  const statements = queries.map((sql) => ({ sql, values: [] }));
  const all: ResultRow[][] = [];
  // A batch that takes long is answered in part.
  while (all.length < queries.length) {
    const { rows, end } = await session.runBatch(statements.slice(all.length), signal);
    for (const own of rows) all.push([...own]);
    if (end !== null) throw readingFailure(end);
  }
  return all;
}

function readingFailure(end: NotSucceeded): ConnectFailure {
  return end.status === 'cancelled'
    ? new ConnectFailure('connection-timeout', 'Reading the catalog was cancelled.')
    : new ConnectFailure('connection-unusable', `The file cannot be read: ${end.error.message}.`);
}
