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
import { HostEnded } from './host-client.js';
import type { HostEnd } from './host-process.js';
import {
  HostedPlace,
  type ConnectorNews,
  type PlaceOwner,
  type PreparedPlace,
  type TakenPlace,
} from './hosted-place.js';
import { HostedSession } from './hosted-session.js';
import { FILE_WORDS, identityOf, type SourceState } from '../source-state.js';
import type { HostedPath } from './shared-hosts.js';
import { TableNamesFile } from './table-names-file.js';
import type { HostedConfig, ReadMethod } from './protocol.js';

const ENDED = 'The connection was closed or reconnected meanwhile. Try again.';

/**
 * A connection whose engine runs in a host, which starts with the first use. When the host dies, its sessions are lost
 * and the next use starts a new one.
 */
export class HostedConnector implements Connector, PlaceOwner {
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
  private place: HostedPlace | null = null;
  /** Resolves when the places that are left have ended. */
  private left: Promise<unknown> = Promise.resolve();
  private info: ServerInfo | null = null;
  private startedAt = 0;
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
    const { place, host, connector, look, words } = await this.placed(signal);
    const { sessions } = place;
    const id = host.nextId();
    const letGo = host.hold();
    const session = new HostedSession(id, {
      client: host.client,
      limitMs: this.limitMs,
      isReadOnly: isReadOnly || this.config.kind === 'files' || this.config.readOnly,
      hostEnd: () => place.end,
      endIfFrozen: () => host.giveUpIfFrozen(),
      words,
      ...(look && { look: () => this.noteState(look()) }),
      onEnd: () => {
        letGo();
        sessions.delete(id);
      },
    });
    sessions.set(id, session);
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
      sessions.delete(id);
      throw await this.failure(place, error);
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
    await this.leave(this.place);
    return this.test(signal);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.leave(this.place);
    this.state.idle();
  }

  message(place: HostedPlace, message: ConnectorNews): void {
    if (message.kind === 'named') this.tableNames.save(message.tableNames);
    else if (place !== this.place) return;
    else if (message.kind === 'reading') this.readVersion = message.version;
    else this.takeHealth(message);
  }

  private takeHealth(message: Extract<ConnectorNews, { kind: 'health' }>): void {
    const { state, last_error: fault } = message.health;
    this.info = message.server ?? this.info;
    if (state === 'healthy') this.state.healthy(this.startedAt);
    if (state === 'failed') this.state.failed(fault ?? '');
  }

  crashed(place: HostedPlace, end: HostEnd): void {
    if (place !== this.place) return;
    if (this.readVersion !== null) this.unreadable.add(this.readVersion);
    this.readVersion = null;
    this.place = null;
    this.state.failed(crashMessage(end));
  }

  expired(place: HostedPlace): void {
    if (place !== this.place) return;
    this.place = null;
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
    const { place, host, connector } = await this.placed(signal);
    try {
      return await host.client.call({ op: 'read', connector, method, values }, signal);
    } catch (error) {
      throw await this.failure(place, error);
    }
  }

  private async originTables(
    relations: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, SourceTable>> {
    return new Map((await this.read('originTables', relations, signal)) as [string, SourceTable][]);
  }

  private async placed(signal: AbortSignal): Promise<TakenPlace & { readonly place: HostedPlace }> {
    if (this.isClosed) throw new ConnectFailure('connection-unusable', 'The connection is closed.');
    if (signal.aborted) throw new ConnectFailure('connection-timeout', 'Opening the connection was cancelled.');
    // The engine would make an empty one in its place.
    if (this.isGone && this.config.kind === 'duckdb' && (await identityOf(this.config.path)) === null)
      throw new ConnectFailure('connection-unusable', FILE_WORDS.gone);
    this.isGone = false;
    this.place ??= this.takePlace();
    const { place } = this;
    const taken = await withinLimit(place.taken, signal, this.context.connectTimeoutMs);
    const state = await this.noteState(taken.look?.());
    if (state === 'same') return { ...taken, place };
    if (state !== 'replaced') throw new ConnectFailure('connection-unusable', taken.words[state]);
    await this.leave(place);
    return this.placed(signal);
  }

  /** A place in a host, which is sought once those that are left have ended. */
  private takePlace(): HostedPlace {
    this.startedAt = this.context.now();
    this.state.connecting();
    const { left } = this;
    const place = new HostedPlace(this.config.id, this, async () => {
      await left;
      return this.prepared();
    });
    place.taken.catch((error: unknown) => {
      if (place !== this.place) return;
      this.place = null;
      this.state.failed(error instanceof Error ? error.message : String(error));
    });
    return place;
  }

  private async noteState(looking: Promise<SourceState> | undefined): Promise<SourceState> {
    const state = (await looking) ?? 'same';
    this.isGone ||= state === 'gone';
    return state;
  }

  private async prepared(): Promise<PreparedPlace> {
    const tableNames = await this.tableNames.load();
    const found = await this.findHost();
    const config = { ...this.config, path: found.path };
    const { connectTimeoutMs } = this.context;
    return { found, opening: { config, connectTimeoutMs, unreadable: [...this.unreadable], tableNames } };
  }

  /** What a call throws. A host whose engine could not open the database is of no use. */
  private async failure(place: HostedPlace, error: unknown): Promise<unknown> {
    if (error instanceof HostEnded) {
      if (place === this.place) this.place = null;
      const message = place.end === null ? ENDED : crashMessage(place.end);
      return new ConnectFailure('connection-unusable', message);
    }
    const isUseless = place === this.place && this.state.health().state === 'failed' && place.sessions.size === 0;
    if (isUseless) await this.leave(place);
    return error instanceof ConnectFailure ? error : new ConnectFailure('connection-unusable', String(error));
  }

  /** A use of the connection meanwhile waits, and gets another place. */
  private async leave(place: HostedPlace | null): Promise<void> {
    if (place === this.place) this.place = null;
    this.left = Promise.all([this.left, place?.leave()]);
    await this.left;
    await this.tableNames.saved();
  }
}
