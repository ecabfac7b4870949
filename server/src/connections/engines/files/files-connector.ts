import type { ConnectionHealth, SchemaContents, SchemaList, ServerInfo, TableDetails } from '#libs/api';
import type { SqlDialect } from '#libs/sql';
import type { SqliteConfig } from '../sqlite/config.js';
import type { FilesConfig } from './config.js';
import type { CompletionReading } from '../completion-builder.js';
import {
  ConnectFailure,
  type Connector,
  type ConnectorContext,
  type EngineSession,
  type SessionOptions,
} from '../connector.js';
import type { NewFolderFile } from '../new-folder-file.js';
import type { ObjectReader } from '../object-reader.js';
import { editedTable, type RowOrigins } from '../row-origins.js';
import { ConnectionState } from '../duckdb/connection-state.js';
import { createHostedFolder } from '../host/index.js';
import { addFile, removeLeftParts } from './add-file.js';
import { guessSource, inspectPath } from './inspect-path.js';
import { checkFolder } from './own-folder.js';
import { SqliteConnector } from './sqlite/sqlite-connector.js';

/**
 * A connection to files, which becomes one to a folder or to a SQLite file when it is first opened, and again at each
 * reconnect: what is at a path can change.
 */
export class FilesConnector implements Connector {
  readonly kind: 'files' | 'sqlite';
  readonly objects: ObjectReader = {
    list: async (request, signal) => (await this.source(signal)).objects.list(request, signal),
    definition: async (kind, id, signal) => (await this.source(signal)).objects.definition(kind, id, signal),
    tableFacts: async (schema, table, signal) => (await this.source(signal)).objects.tableFacts(schema, table, signal),
  };
  readonly rowOrigins: RowOrigins = {
    tables: async (relations, signal) => (await this.source(signal)).rowOrigins?.tables(relations, signal) ?? new Map(),
    editedTable: async (schema, table, signal) => editedTable(await this.source(signal), schema, table, signal),
    reads: async (sql, columns, signal) =>
      (await this.source(signal)).rowOrigins?.reads?.(sql, columns, signal) ?? new Map(),
  };
  private readonly state: ConnectionState;
  private inner: Promise<Connector> | null = null;
  private opened: Connector | null = null;
  private isClosed = false;

  constructor(
    private readonly config: FilesConfig | SqliteConfig,
    private readonly context: ConnectorContext,
  ) {
    this.kind = config.kind;
    this.state = new ConnectionState(context);
  }

  get dialect(): SqlDialect {
    if (this.kind === 'sqlite') return 'sqlite';
    return this.opened?.dialect ?? (guessSource(this.config.path) === 'sqlite' ? 'sqlite' : 'duckdb');
  }

  async test(signal: AbortSignal): Promise<ServerInfo> {
    return (await this.source(signal)).test(signal);
  }

  async openSession(signal: AbortSignal, options?: SessionOptions): Promise<EngineSession> {
    return (await this.source(signal)).openSession(signal, options);
  }

  async listSchemas(signal: AbortSignal): Promise<SchemaList> {
    return (await this.source(signal)).listSchemas(signal);
  }

  async listTables(schema: string, signal: AbortSignal): Promise<SchemaContents> {
    return (await this.source(signal)).listTables(schema, signal);
  }

  async describeTable(schema: string, table: string, signal: AbortSignal): Promise<TableDetails | null> {
    return (await this.source(signal)).describeTable(schema, table, signal);
  }

  async completion(known: string | null, signal: AbortSignal): Promise<CompletionReading | null> {
    return (await this.source(signal)).completion(known, signal);
  }

  async catalogVersion(signal: AbortSignal): Promise<string> {
    return (await this.source(signal)).catalogVersion(signal);
  }

  async addFile(file: NewFolderFile, signal: AbortSignal): Promise<void> {
    await this.source(signal);
    await addFile(await checkFolder(this.config.path, this.context.home), file, signal);
  }

  health(): ConnectionHealth {
    return (this.opened ?? this.state).health();
  }

  server(): ServerInfo | null {
    return this.opened?.server() ?? null;
  }

  async reconnect(signal: AbortSignal): Promise<ServerInfo> {
    await this.drop();
    return this.test(signal);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.drop();
    this.state.idle();
  }

  private async source(signal: AbortSignal): Promise<Connector> {
    if (this.isClosed) throw new ConnectFailure('connection-unusable', 'The connection is closed.');
    if (signal.aborted) throw new ConnectFailure('connection-timeout', 'Opening the connection was cancelled.');
    this.inner ??= this.inspected();
    return this.inner;
  }

  private async inspected(): Promise<Connector> {
    try {
      this.opened = await this.open();
      return this.opened;
    } catch (error) {
      this.inner = null;
      this.state.failed(error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  private async open(): Promise<Connector> {
    const { config, context } = this;
    const source = await inspectPath(config.path, config.kind);
    if (source === 'sqlite') return new SqliteConnector(config, context);
    if (config.kind === 'sqlite') throw new ConnectFailure('connection-unusable', 'The path is a folder, not a file.');
    const root = await this.checkFolder();
    if (!config.readOnly) await removeLeftParts(root);
    return createHostedFolder(config, context);
  }

  private async checkFolder(): Promise<string> {
    try {
      return await checkFolder(this.config.path, this.context.home);
    } catch (error) {
      throw new ConnectFailure('connection-unusable', error instanceof Error ? error.message : String(error));
    }
  }

  private async drop(): Promise<void> {
    const inner = await this.inner?.catch(() => null);
    this.inner = null;
    this.opened = null;
    await inner?.close();
  }
}
