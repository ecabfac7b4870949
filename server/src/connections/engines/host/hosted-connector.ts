import type {
  ConnectionHealth,
  ConnectionKind,
  SchemaContents,
  SchemaList,
  SchemaObject,
  ServerInfo,
  TableDetails,
  TableFacts,
} from '#libs/api';
import type { SourceTable } from '#libs/changes';
import type { SqlDialect } from '#libs/sql';
import type { CompletionReading } from '../completion-builder.js';
import {
  ConnectFailure,
  type Connector,
  type ConnectorContext,
  type EngineSession,
  type SessionOptions,
} from '../connector.js';
import { ConnectionState } from '../duckdb/connection-state.js';
import { FileVersion } from '../versions/file-version.js';
import { withinLimit } from '../duckdb/opening-limit.js';
import { readFolderVersion } from '../versions/folder-version.js';
import type { ObjectReader } from '../object-reader.js';
import type { RowOrigins } from '../row-origins.js';
import { crashMessage } from './crash-message.js';
import type { HostUser } from './engine-host.js';
import { HostEnded } from './host-client.js';
import type { HostEnd } from './host-process.js';
import { HostedSession } from './hosted-session.js';
import { FILE_WORDS, identityOf, type SourceState } from '../source-state.js';
import type { HostedPath } from './shared-hosts.js';
import { TableNamesFile } from './table-names-file.js';
import type { HostedConfig, HostNotification, ReadMethod } from './protocol.js';

/** A connector's place in a host. */
interface Place extends Omit<HostedPath, 'path'> {
  readonly connector: number;
}

/**
 * A connection whose engine runs in a host, which starts with the first use. When the host dies, its sessions are lost
 * and the next use starts a new one.
 */
export class HostedConnector implements Connector, HostUser {
  readonly dialect: SqlDialect = 'duckdb';
  readonly kind: ConnectionKind;
  readonly objects: ObjectReader = {
    list: async ({ kind, schema, words }, signal) =>
      (await this.read('listObjects', [kind, schema, words], signal)) as SchemaObject[],
    definition: async (kind, id, signal) => (await this.read('defineObject', [kind, id], signal)) as string | null,
    tableFacts: async (schema, table, signal) =>
      (await this.read('tableFacts', [schema, table], signal)) as TableFacts | null,
  };
  readonly rowOrigins?: RowOrigins;
  private readonly state: ConnectionState;
  private readonly sessions = new Map<number, HostedSession>();
  private place: Promise<Place> | null = null;
  private info: ServerInfo | null = null;
  private startedAt = 0;
  private connectorId = 0;
  private crash = 'The session is closed.';
  /** The version of the file that the engine opens now. */
  private readVersion: string | null = null;
  private readonly unreadable = new Set<string>();
  private readonly tableNames: TableNamesFile;
  private isClosed = false;
  /** The file was removed while it was open. */
  private isGone = false;
  private readonly fileVersion: FileVersion;

  constructor(
    private readonly config: HostedConfig,
    private readonly context: ConnectorContext,
    /** Finds or starts the host. May throw `ConnectFailure`. */
    private readonly findHost: () => Promise<HostedPath>,
  ) {
    this.kind = config.kind;
    if (config.kind === 'duckdb')
      this.rowOrigins = { tables: (relations, signal) => this.originTables(relations, signal) };
    this.fileVersion = new FileVersion(config.path, context.now());
    this.tableNames = TableNamesFile.of(config.kind === 'files' ? context.home : null, config);
    this.state = new ConnectionState(context);
  }

  async test(signal: AbortSignal): Promise<ServerInfo> {
    return (await this.read('test', [], signal)) as ServerInfo;
  }

  async openSession(signal: AbortSignal, { isReadOnly = false }: SessionOptions = {}): Promise<EngineSession> {
    const { host, connector, look, words } = await this.placed(signal);
    const id = host.nextId();
    const letGo = host.hold();
    const session = new HostedSession(id, {
      client: host.client,
      limitMs: this.limitMs,
      crashMessage: () => this.crash,
      endIfFrozen: () => host.giveUpIfFrozen(),
      words,
      ...(look && { look }),
      onEnd: () => {
        letGo();
        this.sessions.delete(id);
      },
    });
    this.sessions.set(id, session);
    const opening = host.client.call({ op: 'open', connector, session: id, isReadOnly }, signal);
    if (this.isOpen) {
      // The first statement follows at once, and is refused should the session not have opened.
      opening.catch(() => session.lose());
      return session;
    }
    try {
      await opening;
      return session;
    } catch (error) {
      letGo();
      this.sessions.delete(id);
      throw await this.failure(error);
    }
  }

  async listSchemas(signal: AbortSignal): Promise<SchemaList> {
    return (await this.read('listSchemas', [], signal)) as SchemaList;
  }

  async listTables(schema: string, signal: AbortSignal): Promise<SchemaContents> {
    return (await this.read('listTables', [schema], signal)) as SchemaContents;
  }

  async describeTable(schema: string, table: string, signal: AbortSignal): Promise<TableDetails | null> {
    return (await this.read('describeTable', [schema, table], signal)) as TableDetails | null;
  }

  async completion(known: string | null, signal: AbortSignal): Promise<CompletionReading | null> {
    return (await this.read('completion', [known], signal)) as CompletionReading | null;
  }

  async catalogVersion(signal: AbortSignal): Promise<string> {
    if (this.config.kind === 'files') return readFolderVersion(this.config.path);
    return this.fileVersion.read(
      this.isOpen ? async () => (await this.read('catalogVersion', [], signal)) as string : null,
    );
  }

  health(): ConnectionHealth {
    return this.state.health();
  }

  server(): ServerInfo | null {
    return this.info;
  }

  async reconnect(signal: AbortSignal): Promise<ServerInfo> {
    this.unreadable.clear();
    this.isGone = false;
    await this.leave();
    return this.test(signal);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.leave();
    this.state.idle();
  }

  /** The host's news of this connector and its sessions. */
  message(message: HostNotification): void {
    if (message.kind === 'lost') {
      this.sessions.get(message.session)?.lose();
    } else if (message.connector === this.connectorId) {
      if (message.kind === 'reading') this.readVersion = message.version;
      else if (message.kind === 'named') this.tableNames.save(message.tableNames);
      else this.takeHealth(message);
    }
  }

  private takeHealth(message: Extract<HostNotification, { kind: 'health' }>): void {
    const { state, last_error: fault } = message.health;
    this.info = message.server ?? this.info;
    if (state === 'healthy') this.state.healthy(this.startedAt);
    if (state === 'failed') this.state.failed(fault ?? '');
  }

  crashed(end: HostEnd): void {
    this.crash = crashMessage(end);
    if (this.readVersion !== null) this.unreadable.add(this.readVersion);
    this.readVersion = null;
    this.forget();
    this.state.failed(this.crash);
  }

  expired(): void {
    this.forget();
    this.state.idle();
  }

  /** True where the engine has the database open, so that a session costs it nothing that could fail. */
  private get isOpen(): boolean {
    return this.state.health().state === 'healthy';
  }

  /** The host counts from the beginning of a statement, which may wait until the engine is open. */
  private get limitMs(): number {
    const { statementTimeoutMs } = this.config;
    return statementTimeoutMs > 0 ? statementTimeoutMs + this.context.connectTimeoutMs : 0;
  }

  private async read(method: ReadMethod, values: readonly (string | null)[], signal: AbortSignal): Promise<unknown> {
    const { host, connector } = await this.placed(signal);
    try {
      return await host.client.call({ op: 'read', connector, method, values }, signal);
    } catch (error) {
      throw await this.failure(error);
    }
  }

  private async originTables(
    relations: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, SourceTable>> {
    return new Map((await this.read('originTables', relations, signal)) as [string, SourceTable][]);
  }

  private async placed(signal: AbortSignal): Promise<Place> {
    if (this.isClosed) throw new ConnectFailure('connection-unusable', 'The connection is closed.');
    if (signal.aborted) throw new ConnectFailure('connection-timeout', 'Opening the connection was cancelled.');
    // The engine would make an empty one in its place.
    if (this.isGone && this.config.kind === 'duckdb' && (await identityOf(this.config.path)) === null)
      throw new ConnectFailure('connection-unusable', FILE_WORDS.gone);
    this.isGone = false;
    this.place ??= this.takePlace();
    const place = await withinLimit(this.place, signal, this.context.connectTimeoutMs);
    const state = (await place.look?.()) ?? 'same';
    if (state === 'same') return place;
    if (state !== 'replaced') throw new ConnectFailure('connection-unusable', place.words[state]);
    await this.leave();
    return this.placed(signal);
  }

  private async takePlace(): Promise<Place> {
    this.startedAt = this.context.now();
    this.state.connecting();
    try {
      const tableNames = await this.tableNames.load();
      const { path, ...found } = await this.findHost();
      const { host } = found;
      host.join(this, this.config.id);
      const config = { ...this.config, path };
      const { connectTimeoutMs } = this.context;
      const connector = host.nextId();
      this.connectorId = connector;
      const unreadable = [...this.unreadable];
      host.client.send({ op: 'create', connector, config, connectTimeoutMs, unreadable, tableNames });
      return { ...found, connector, ...(found.look && { look: () => this.noteState(found.look?.()) }) };
    } catch (error) {
      this.place = null;
      const message = error instanceof Error ? error.message : String(error);
      this.state.failed(message);
      throw error instanceof ConnectFailure ? error : new ConnectFailure('connection-unusable', message);
    }
  }

  private async noteState(looking: Promise<SourceState> | undefined): Promise<SourceState> {
    const state = (await looking) ?? 'same';
    this.isGone ||= state === 'gone';
    return state;
  }

  /** What a call throws. A host whose engine could not open the database is of no use. */
  private async failure(error: unknown): Promise<unknown> {
    if (error instanceof HostEnded) {
      this.place = null;
      return new ConnectFailure('connection-unusable', this.crash);
    }
    if (this.state.health().state === 'failed' && this.sessions.size === 0) await this.leave();
    return error instanceof ConnectFailure ? error : new ConnectFailure('connection-unusable', String(error));
  }

  private async leave(): Promise<void> {
    const { place } = this;
    this.forget();
    const left = await place?.catch(() => null);
    if (left === null || left === undefined) return;
    await left.host.giveUpIfFrozen();
    await left.host.client.callInTime({ op: 'close', connector: left.connector }).catch(() => undefined);
    await left.host.leave(this, this.config.id);
    await this.tableNames.saved();
  }

  private forget(): void {
    this.place = null;
    for (const session of this.sessions.values()) session.lose();
    this.sessions.clear();
  }
}
