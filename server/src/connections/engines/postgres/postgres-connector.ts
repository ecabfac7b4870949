import type { ConnectionHealth, SchemaContents, SchemaList, ServerInfo, TableDetails } from '#libs/api';
import type { PostgresConfig } from './config.js';
import type { SshTunnel, TunnelEndpoint } from '../../tunnels/ssh-tunnel.js';
import type { CompletionReading } from '../completion-builder.js';
import {
  ConnectFailure,
  type Connector,
  type ConnectorContext,
  type EngineSession,
  type SessionOptions,
} from '../connector.js';
import type {
  CatalogReader,
  CatalogReading,
  Rehearsal,
  RehearsalLimits,
  TablesUse,
  UnchangedCatalog,
} from '../catalog-reader.js';
import type { ReaderLoad } from '../data-reader.js';
import { BackendProbe } from './liveness/backend-probe.js';
import { readCatalog } from './catalog/read-catalog.js';
import { rehearse } from './catalog/rehearse.js';
import { CatalogClient } from './introspection/catalog-client.js';
import { CatalogVersion } from './introspection/catalog-version.js';
import { CheckedClients } from './client/checked-clients.js';
import { ColumnCatalog } from './introspection/column-catalog.js';
import { ColumnNames } from './introspection/column-names.js';
import { readCompletion } from './introspection/completion.js';
import { PostgresCopier } from './copy/postgres-copier.js';
import { endsWithin } from './liveness/ends-within.js';
import { silenceText } from './liveness/silence-text.js';
import { ServerContact } from './liveness/server-contact.js';
import { Introspection } from './introspection/introspection.js';
import { PostgresObjects } from './objects/postgres-objects.js';
import { PostgresOrigins } from './introspection/postgres-origins.js';
import { loginPassword } from './login/login-password.js';
import { PostgresSession } from './postgres-session.js';
import { InteractivePriority } from './reader/interactive-priority.js';
import { ServerIdentity } from './server-identity.js';
import { PostgresReader, type ReaderContext } from './reader/postgres-reader.js';
import { type ServerLine, serverLine } from './server-line.js';
import { ANSWER_LIMIT_MS, ServerSilent } from './liveness/server-silent.js';
import { supportsTransactionIds } from './server-version.js';
import { KeptState } from './client/kept-state.js';
import { DedicatedClients } from './client/dedicated-clients.js';
import { SessionPool } from './client/session-pool.js';
import { type PostgresTimings, TIMINGS } from './timings.js';
import { WorkbenchClient } from './client/workbench-client.js';

/** How long statements that are being cancelled may take to end, in milliseconds. */
const CLOSE_GRACE_MS = 2_000;
/** How long a reconnect takes at most: ending the old sessions and opening a new one, in milliseconds. */
const RECONNECT_LIMIT_MS = ANSWER_LIMIT_MS;

/** Lines that tiles, and lines that whole catalogs are read over, beside the pool of people's sessions. */
const TILE_LINES = 4;
const CATALOG_LINES = 2;

/** A Postgres server (or one that speaks its protocol) behind a pool of sessions that is filled on demand. */
export class PostgresConnector implements Connector, CatalogReader {
  readonly kind = 'postgres';
  readonly dialect = 'postgres';
  readonly catalogReader: CatalogReader = this;
  readonly copier: PostgresCopier;
  readonly objects: PostgresObjects;
  readonly #catalogClient: CatalogClient;
  /** For names of result columns while the other one is busy. */
  readonly #spareCatalogClient: CatalogClient;
  readonly #introspection: Introspection;
  readonly rowOrigins: PostgresOrigins;
  readonly #catalogVersion = new CatalogVersion();
  readonly #columns: ColumnCatalog;
  readonly #keptState: KeptState;
  readonly #contact: ServerContact;
  readonly readers: { readonly tiles: PostgresReader; readonly catalog: PostgresReader };
  readonly #priority: InteractivePriority;
  readonly #sessions = new Set<PostgresSession>();
  readonly #pool: SessionPool;
  readonly #dedicated: DedicatedClients;
  readonly #identity: ServerIdentity;
  #knownLine: ServerLine | null = null;
  readonly #checks: CheckedClients;

  constructor(
    private readonly config: PostgresConfig,
    private readonly context: ConnectorContext,
    private readonly timings: PostgresTimings = TIMINGS,
    private readonly tunnel: SshTunnel | null = null,
  ) {
    this.#checks = new CheckedClients(() => this.#line().settings, true);
    this.#catalogClient = new CatalogClient(() => this.#line(), this.#checks);
    this.#spareCatalogClient = new CatalogClient(() => this.#line(), this.#checks);
    this.#introspection = new Introspection(this.#catalogClient);
    this.objects = new PostgresObjects(this.#catalogClient, (signal, talk) => this.#contact.run(signal, talk));
    this.rowOrigins = new PostgresOrigins(this.#catalogClient);
    this.#columns = new ColumnCatalog(new ColumnNames(this.#catalogClient, this.#spareCatalogClient), context.now);
    this.#keptState = new KeptState(context.now);
    const { probePausesMs } = timings;
    const [probe, makeRoom] = [() => this.#probe(), () => this.#closeIdle()];
    this.#contact = new ServerContact(config, { context, probePausesMs, probe, makeRoom, way: tunnel });
    this.#identity = new ServerIdentity(config, context, (client) => this.#checks.another(client));
    this.#pool = this.#sessionPool();
    this.#dedicated = this.#dedicatedClients();
    this.#priority = new InteractivePriority(context.now);
    this.readers = {
      tiles: this.#reader(TILE_LINES, { priority: this.#priority }),
      catalog: this.#reader(CATALOG_LINES),
    };
    this.copier = new PostgresCopier(this.readers.catalog, this.#dedicated, this.#columns);
  }

  #sessionPool(): SessionPool {
    return new SessionPool({
      line: () => this.#line(),
      checks: this.#checks,
      health: this.#contact.monitor,
      max: this.config.pool.max,
      idleTimeoutMs: this.timings.idleTimeoutMs,
      greet: (client) => this.#identity.greet(client),
      onLost: (message, sqlstate) => this.#contact.lost(message, sqlstate),
    });
  }

  #dedicatedClients(): DedicatedClients {
    return new DedicatedClients({
      line: () => this.#line(),
      checks: this.#checks,
      connectTimeoutMs: this.context.connectTimeoutMs,
      reaching: (signal, talk) => this.#contact.run(signal, talk),
    });
  }

  #reader(most: number, manners: Pick<ReaderContext, 'priority'> = {}): PostgresReader {
    return new PostgresReader({
      ...manners,
      max: Math.min(most, this.config.pool.max),
      line: () => this.#line(),
      clients: this.#checks,
      catalog: this.#columns,
      keptState: this.#keptState,
      statementTimeoutMs: this.config.statementTimeoutMs,
      reaching: (signal, talk) => this.#contact.run(signal, talk),
    });
  }

  password(): Promise<string | null> {
    return loginPassword(this.config, this.context.account ?? null);
  }

  get endpoint(): TunnelEndpoint | null {
    return this.tunnel?.endpoint ?? null;
  }

  health(): ConnectionHealth {
    return this.#contact.health();
  }

  server(): ServerInfo | null {
    return this.#identity.known;
  }

  test(signal: AbortSignal): Promise<ServerInfo> {
    const read = async (client: WorkbenchClient): Promise<ServerInfo> => {
      const { server, latencyMs } = await this.#identity.read(client);
      this.#contact.monitor.reached(latencyMs);
      return server;
    };
    return this.#dedicated.run(signal, read, WorkbenchClient);
  }

  readCatalog(
    signal: AbortSignal,
    knownFingerprint: string | null,
    use?: TablesUse,
    snapshot?: string,
  ): Promise<CatalogReading | UnchangedCatalog> {
    const read = (client: WorkbenchClient) => readCatalog(client, knownFingerprint, use, snapshot);
    return this.#dedicated.run(signal, read, WorkbenchClient);
  }

  rehearse(statements: readonly string[], limits: RehearsalLimits, signal: AbortSignal): Promise<Rehearsal> {
    return this.#dedicated.run(signal, (client) => rehearse(client, { statements, limits }), WorkbenchClient);
  }

  async openSession(signal: AbortSignal, options: SessionOptions = {}): Promise<EngineSession> {
    const client = await this.#contact.run(signal, () => this.#pool.checkOut(signal));
    if (client.isDropped) throw new ConnectFailure('connection-unusable', 'The connection was closed meanwhile.');
    const session = new PostgresSession(client, {
      address: this.#line().address,
      catalog: this.#columns,
      keptState: this.#keptState,
      isReadOnly: this.config.readOnly || options.isReadOnly === true,
      refusesTransactionId: supportsTransactionIds(this.#identity.known),
      isAwaited: () => this.#pool.isAwaited,
      onLost: (message, sqlstate) => this.#contact.lost(message, sqlstate),
      onSilent: () => this.#silent(),
      isAtWork: (processId) => new BackendProbe(this.#line()).isAtWork(processId),
      onBegun: () => this.#priority.begun(),
      onEnded: () => this.#priority.ended(),
      onReleased: () => this.#sessions.delete(session),
      onRoundTrip: (latencyMs) => this.#contact.monitor.measured(latencyMs),
    });
    this.#sessions.add(session);
    return session;
  }

  poolLoad(): ReaderLoad {
    return this.#pool.load();
  }

  listSchemas(signal: AbortSignal): Promise<SchemaList> {
    return this.#contact.run(signal, () => this.#introspection.schemas(signal));
  }

  listTables(schema: string, signal: AbortSignal): Promise<SchemaContents> {
    return this.#contact.run(signal, () => this.#introspection.schemaContents(schema, signal));
  }

  describeTable(schema: string, table: string, signal: AbortSignal): Promise<TableDetails | null> {
    return this.#contact.run(signal, () => this.#introspection.table(schema, table, signal));
  }

  completion(known: string | null, signal: AbortSignal): Promise<CompletionReading | null> {
    return this.#contact.run(signal, () => readCompletion(this.#catalogClient, this.#catalogVersion, known, signal));
  }

  catalogVersion(signal: AbortSignal): Promise<string> {
    return this.#contact.run(signal, () => this.#catalogVersion.read(this.#catalogClient, signal));
  }

  async reconnect(signal: AbortSignal): Promise<ServerInfo> {
    const limit = AbortSignal.timeout(RECONNECT_LIMIT_MS);
    const either = AbortSignal.any([signal, limit]);
    try {
      await this.#closeEverything();
      await (await this.openSession(either)).release();
      return await this.test(either);
    } catch (error) {
      if (!limit.aborted || signal.aborted) throw error;
      const failure = new ConnectFailure('connection-timeout', silenceText(this.config, RECONNECT_LIMIT_MS));
      this.#contact.failed(failure);
      throw failure;
    }
  }

  async close(): Promise<void> {
    this.#contact.close();
    this.#dedicated.cutAll();
    await this.#closeEverything();
    this.tunnel?.close();
  }

  /** Looks whether a failed server is back, and if so opens a session, so that the connection is as it was before. */
  async #probe(): Promise<void> {
    const signal = AbortSignal.timeout(2 * this.context.connectTimeoutMs);
    await (await this.openSession(signal)).release();
    await this.test(signal);
  }

  #line(): ServerLine {
    const { connectTimeoutMs, instance } = this.context;
    const way = { endpoint: this.endpoint, password: () => this.password() };
    return (this.#knownLine ??= serverLine(this.config, connectTimeoutMs, instance, way));
  }

  /** A session got no answer: idle connections may be dead as well, and the server may be. */
  #silent(): void {
    this.#closeIdle();
    void this.#contact.probe();
  }

  #lines(): (CatalogClient | PostgresReader)[] {
    return [this.#catalogClient, this.#spareCatalogClient, ...Object.values(this.readers)];
  }

  /** Closes what nobody uses at the moment. */
  #closeIdle(): void {
    this.#pool.destroyIdle(new ServerSilent());
    for (const one of this.#lines()) one.closeIdle();
  }

  /** Cancels what runs, waits a little for it to end, and closes every line. */
  async #closeEverything(): Promise<void> {
    const sessions = [...this.#sessions];
    const pool = this.#pool.detach();
    this.#columns.forget();
    for (const session of sessions) session.interrupt();
    await endsWithin(Promise.all(sessions.map((session) => session.whenQuiet())), CLOSE_GRACE_MS);
    for (const session of sessions) session.drop();
    await Promise.all(sessions.map((session) => session.release()));
    for (const one of this.#lines()) one.close();
    await this.#pool.end(pool);
  }
}
