import type { Writable } from 'node:stream';
import pg from 'pg';
import type { ConnectionHealth, SchemaContents, SchemaList, ServerInfo, TableDetails } from '#libs/api';
import type { PostgresConfig } from '../../connection-config.js';
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
import type { Copier, CopyOutcome } from '../copier.js';
import { ReadFailure } from '../data-reader.js';
import type { ReaderLoad } from '../data-reader.js';
import { BackendProbe } from './liveness/backend-probe.js';
import { requestCancel } from './cancel-request.js';
import { readCatalog } from './catalog/read-catalog.js';
import { rehearse } from './catalog/rehearse.js';
import { CatalogClient } from './introspection/catalog-client.js';
import { CatalogVersion } from './introspection/catalog-version.js';
import { CheckedClients } from './client/checked-clients.js';
import { ColumnCatalog } from './introspection/column-catalog.js';
import { readCompletion } from './introspection/completion.js';
import { connectFailure, saysServerFailed, scrubbed } from './connect-failure.js';
import { CopyClient, copyQuery } from './copy/copy-query.js';
import { endsWithin } from './liveness/ends-within.js';
import { HealthMonitor, PROBE_PAUSES_MS } from './liveness/health-monitor.js';
import { Introspection } from './introspection/introspection.js';
import { endLeftoverBackends } from './leftover-backends.js';
import { type PooledClient, PostgresSession } from './postgres-session.js';
import { PeopleFirst } from './reader/people-first.js';
import { readRoleRisks } from './introspection/read-role-risks.js';
import { PostgresReader, type ReaderContext } from './reader/postgres-reader.js';
import { type ServerLine, serverLine } from './server-line.js';
import { ANSWER_LIMIT_MS, answeredInTime, ServerSilent } from './liveness/server-silent.js';
import { knowsTransactionIds, serverInfo } from './server-version.js';
import type { ServerMessage } from './statement-error.js';
import { unlessAborted } from './unless-aborted.js';
import { WorkbenchClient } from './client/workbench-client.js';

/** Times that tests shorten. */
export interface PostgresTimings {
  /** A client that nobody used for this long is closed. */
  readonly idleTimeoutMs: number;
  readonly probePausesMs: readonly number[];
}

const TIMINGS: PostgresTimings = { idleTimeoutMs: 30_000, probePausesMs: PROBE_PAUSES_MS };

/** How long statements that are being cancelled, and then the connections, may take to end, in milliseconds. */
const CLOSE_GRACE_MS = 2_000;
const GOODBYE_GRACE_MS = 1_000;
/** How long a reconnect takes at most: ending the old sessions and opening a new one, in milliseconds. */
const RECONNECT_LIMIT_MS = ANSWER_LIMIT_MS;

/** Lines that tiles, and lines that whole catalogs are read over, beside the pool of people's sessions. */
const TILE_LINES = 4;
const CATALOG_LINES = 2;

/** The server ended a session because nobody used it: no sign of trouble. */
const ENDED_FOR_IDLENESS = new Set(['57P05', '25P03']);

/** A Postgres server (or one that speaks its protocol) behind a pool of sessions that is filled on demand. */
export class PostgresConnector implements Connector, CatalogReader, Copier {
  readonly kind = 'postgres';
  readonly dialect = 'postgres';
  readonly catalogReader: CatalogReader = this;
  readonly copier: Copier = this;
  readonly #catalogClient: CatalogClient;
  readonly #introspection: Introspection;
  readonly #catalogVersion = new CatalogVersion();
  readonly #columns: ColumnCatalog;
  readonly #health: HealthMonitor;
  readonly readers: { readonly tiles: PostgresReader; readonly catalog: PostgresReader };
  readonly #people: PeopleFirst;
  readonly #sessions = new Set<PostgresSession>();
  readonly #clients = new Set<WorkbenchClient>();
  /** Clients of the pool that sessions have. */
  readonly #lent = new Set<WorkbenchClient>();
  readonly #linesApart = new Set<WorkbenchClient>();
  #knownLine: ServerLine | null = null;
  #pool: pg.Pool | null = null;
  #server: ServerInfo | null = null;
  #isClosed = false;
  readonly #checks: CheckedClients;

  constructor(
    private readonly config: PostgresConfig,
    private readonly context: ConnectorContext,
    private readonly timings: PostgresTimings = TIMINGS,
  ) {
    this.#checks = new CheckedClients(() => this.#line().settings, context.instance !== undefined);
    this.#catalogClient = new CatalogClient(() => this.#line(), this.#checks);
    this.#introspection = new Introspection(this.#catalogClient);
    this.#columns = new ColumnCatalog(this.#introspection, context.now);
    this.#health = new HealthMonitor({
      now: context.now,
      onHealthChanged: context.onHealthChanged,
      probe: () => this.#probe(),
      probePausesMs: timings.probePausesMs,
    });
    this.#people = new PeopleFirst(context.now);
    this.readers = { tiles: this.#reader(TILE_LINES, { people: this.#people }), catalog: this.#reader(CATALOG_LINES) };
  }

  #reader(most: number, manners: Pick<ReaderContext, 'people'> = {}): PostgresReader {
    return new PostgresReader({
      ...manners,
      max: Math.min(most, this.config.pool.max),
      line: () => this.#line(),
      clients: this.#checks,
      catalog: this.#columns,
      statementTimeoutMs: this.config.statementTimeoutMs,
      reaching: (signal, talk) => this.#reaching(signal, talk),
    });
  }

  health(): ConnectionHealth {
    return this.#health.health();
  }

  server(): ServerInfo | null {
    return this.#server;
  }

  test(signal: AbortSignal): Promise<ServerInfo> {
    return this.#apart(
      signal,
      async (client) => {
        const { server, latencyMs } = await this.#readServer(client);
        this.#health.reached(latencyMs);
        return server;
      },
      WorkbenchClient,
    );
  }

  readCatalog(
    signal: AbortSignal,
    knownFingerprint: string | null,
    use?: TablesUse,
  ): Promise<CatalogReading | UnchangedCatalog> {
    return this.#apart(signal, (client) => readCatalog(client, knownFingerprint, use), WorkbenchClient);
  }

  rehearse(statements: readonly string[], limits: RehearsalLimits, signal: AbortSignal): Promise<Rehearsal> {
    return this.#apart(signal, (client) => rehearse(client, { statements, limits }), WorkbenchClient);
  }

  async copy(sql: string, into: Writable, signal: AbortSignal): Promise<CopyOutcome> {
    try {
      // The server takes exactly one statement here, so its text ends no bracket that is put around it.
      await this.readers.catalog.describe(sql, signal);
    } catch (error) {
      if (error instanceof ReadFailure) return { status: 'failed', error: error.error };
      throw error;
    }
    const order = { sql, into, catalog: this.#columns };
    return this.#apart(signal, (client) => copyQuery(client, order), CopyClient);
  }

  async openSession(signal: AbortSignal, options: SessionOptions = {}): Promise<EngineSession> {
    const client = await this.#reaching(signal, () => this.#checkOut(signal));
    if (client.isDropped) throw new ConnectFailure('connection-unusable', 'The connection was closed meanwhile.');
    const session = new PostgresSession(client, {
      address: this.#line().address,
      catalog: this.#columns,
      isReadOnly: this.config.readOnly || options.isReadOnly === true,
      refusesTransactionId: knowsTransactionIds(this.#server),
      isAwaited: () => (this.#pool?.waitingCount ?? 0) > 0,
      onLost: (message, sqlstate) => this.#lost(message, sqlstate),
      onSilent: () => this.#silent(),
      isAtWork: (processId) => new BackendProbe(this.#line()).isAtWork(processId),
      onBegun: () => this.#people.begun(),
      onEnded: () => this.#people.ended(),
      onReleased: (released) => this.#sessions.delete(released),
      onRoundTrip: (latencyMs) => this.#health.measured(latencyMs),
    });
    this.#sessions.add(session);
    return session;
  }

  poolLoad(): ReaderLoad {
    const pool = this.#pool;
    const open = pool?.totalCount ?? 0;
    return { max: this.config.pool.max, open, busy: open - (pool?.idleCount ?? 0), waiting: pool?.waitingCount ?? 0 };
  }

  listSchemas(signal: AbortSignal): Promise<SchemaList> {
    return this.#reaching(signal, () => this.#introspection.schemas(signal));
  }

  listTables(schema: string, signal: AbortSignal): Promise<SchemaContents> {
    return this.#reaching(signal, () => this.#introspection.schemaContents(schema, signal));
  }

  describeTable(schema: string, table: string, signal: AbortSignal): Promise<TableDetails | null> {
    return this.#reaching(signal, () => this.#introspection.table(schema, table, signal));
  }

  completion(known: string | null, signal: AbortSignal): Promise<CompletionReading | null> {
    return this.#reaching(signal, () => readCompletion(this.#catalogClient, this.#catalogVersion, known, signal));
  }

  catalogVersion(signal: AbortSignal): Promise<string> {
    return this.#reaching(signal, () => this.#catalogVersion.read(this.#catalogClient, signal));
  }

  async reconnect(signal: AbortSignal): Promise<ServerInfo> {
    const limit = AbortSignal.timeout(RECONNECT_LIMIT_MS);
    const either = AbortSignal.any([signal, limit]);
    try {
      await this.#closeEverything();
      const session = await this.openSession(either);
      await session.release();
      return await this.test(either);
    } catch (error) {
      if (!limit.aborted || signal.aborted) throw error;
      const failure = new ConnectFailure('connection-timeout', this.#silenceText());
      this.#failed(failure);
      throw failure;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#health.stop();
    for (const client of this.#linesApart) this.#cut(client);
    await this.#closeEverything();
  }

  /** Talks to the server over a line of its own, which is cut when the wait is given up or the connector is closed. */
  async #apart<T, C extends WorkbenchClient>(
    signal: AbortSignal,
    talk: (client: C) => Promise<T>,
    Client: new (settings: pg.PoolConfig) => C,
  ): Promise<T> {
    const opened: C[] = [];
    const giveUp = (): void => this.#cut(opened.at(-1));
    const create = (settings: pg.PoolConfig): C => {
      signal.throwIfAborted();
      const client = new Client(settings);
      opened.push(client);
      this.#linesApart.add(client);
      return client;
    };
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      return await this.#reaching(signal, async () => talk(await this.#checks.open(create)));
    } finally {
      signal.removeEventListener('abort', giveUp);
      for (const client of opened) this.#linesApart.delete(client);
      void opened
        .at(-1)
        ?.end()
        .catch(() => undefined);
    }
  }

  /** Cuts a line, and has the server cancel what it does for it: by itself it notices only when it has rows to send. */
  #cut(client: WorkbenchClient | undefined): void {
    const key = client?.backendKey();
    if (key) void requestCancel(this.#line().address, key, this.context.connectTimeoutMs);
    client?.destroy();
  }

  /** Runs what talks to the server, keeps health up to date, and turns what goes wrong into a ConnectFailure. */
  async #reaching<T>(signal: AbortSignal, talk: () => Promise<T>): Promise<T> {
    this.#requireOpen();
    try {
      signal.throwIfAborted();
      const answer = await this.#health.attempt(() => unlessAborted(talk(), signal));
      this.#requireOpen();
      this.#health.reached();
      return answer;
    } catch (error) {
      if (signal.aborted) throw new ConnectFailure('connection-timeout', 'The wait for the database was given up.');
      this.#requireOpen();
      const failure = connectFailure(error, this.config);
      if (saysServerFailed(error)) this.#failed(failure);
      throw failure;
    }
  }

  #requireOpen(): void {
    if (this.#isClosed) throw new ConnectFailure('connection-unusable', 'The connection was removed or changed.');
  }

  /** Looks whether a failed server is back, and if so opens a session, so that the connection is as it was before. */
  async #probe(): Promise<void> {
    const signal = AbortSignal.timeout(2 * this.context.connectTimeoutMs);
    try {
      const session = await this.openSession(signal);
      await session.release();
      await this.test(signal);
    } catch (error) {
      this.#failed(connectFailure(error, this.config));
    }
  }

  /** A login that was refused is not tried again unasked: servers lock accounts for that. */
  #failed({ code, message }: ConnectFailure): void {
    this.#health.failed(message, code !== 'connection-refused-login');
  }

  /** The first client of the pool asks for the server and its role before anything runs on it. */
  async #greet(client: WorkbenchClient): Promise<void> {
    if (this.#server !== null) return;
    try {
      const greeting = this.#readServer(client).then(() => this.#endLeftovers(client));
      await answeredInTime(client, greeting, this.context.connectTimeoutMs);
    } catch (error) {
      if (client.hasEnded) throw error;
    }
  }

  async #endLeftovers(client: WorkbenchClient): Promise<void> {
    const { instance } = this.context;
    if (instance === undefined) return;
    const ended = await endLeftoverBackends(client, instance);
    if (ended > 0) instance.onLeftoversEnded?.(ended);
  }

  async #readServer(client: WorkbenchClient): Promise<{ server: ServerInfo; latencyMs: number }> {
    const startedAt = performance.now();
    const { rows } = await client.query<[string]>({ text: 'SELECT pg_catalog.version()', rowMode: 'array' });
    const latencyMs = performance.now() - startedAt;
    const role_risks = await readRoleRisks(client, this.config.readOnly);
    const server = { ...serverInfo(rows[0]?.[0] ?? 'PostgreSQL'), role_risks };
    this.#server = server;
    return { server, latencyMs };
  }

  /** Takes a client from the pool, which cannot be asked to stop waiting: a client that comes too late goes back. */
  async #checkOut(signal: AbortSignal): Promise<PooledClient> {
    const pool = this.#openPool();
    const client = await this.#checked(pool, (await pool.connect()) as PooledClient);
    const isUnwanted = signal.aborted || pool !== this.#pool;
    if (pool !== this.#pool) client.destroy();
    if (isUnwanted) client.release(client.isDropped || client.needsReset);
    return client;
  }

  /** Opens a client anew once it is known that the server can look after it; poolers and some systems refuse that. */
  async #checked(pool: pg.Pool, client: PooledClient): Promise<PooledClient> {
    if (!this.#checks.isDue(client)) return client;
    client.release(true);
    return this.#checks.reopen(async (option) => {
      (pool.options as pg.PoolConfig).options = option;
      return (await pool.connect()) as PooledClient;
    });
  }

  #line(): ServerLine {
    this.#knownLine ??= serverLine(this.config, this.context.connectTimeoutMs, this.context.instance);
    return this.#knownLine;
  }

  #openPool(): pg.Pool {
    this.#pool ??= this.#newPool();
    return this.#pool;
  }

  #newPool(): pg.Pool {
    const pool = new pg.Pool({
      ...this.#line().settings,
      options: this.#checks.options,
      Client: WorkbenchClient,
      max: this.config.pool.max,
      idleTimeoutMillis: this.timings.idleTimeoutMs,
      // eslint-disable-next-line @typescript-eslint/no-misused-promises -- the pool awaits it, which its types leave out
      onConnect: (client) => this.#greet(client as WorkbenchClient),
    });
    pool.on('connect', (client) => this.#watch(client as PooledClient, pool));
    pool.on('acquire', (client) => this.#lent.add(client as PooledClient));
    pool.on('release', (_error, client) => this.#lent.delete(client as PooledClient));
    // The same error reaches every client's own listener; without this one it would end the process.
    pool.on('error', () => undefined);
    return pool;
  }

  #watch(client: PooledClient, pool: pg.Pool): void {
    this.#health.clientOpened();
    this.#clients.add(client);
    client.once('end', () => {
      this.#clients.delete(client);
      this.#lent.delete(client);
      this.#health.clientClosed();
    });
    // Only the first error has the server's reason; the end of the socket is another one.
    client.on('error', () => undefined);
    client.once('error', (error: Error & ServerMessage) => {
      if (pool === this.#pool && !client.isDropped) this.#lost(error.message, error.code ?? null);
    });
  }

  /** A session got no answer: connections that nobody uses may be dead as well, and the server may be. */
  #silent(): void {
    for (const client of this.#clients) if (!this.#lent.has(client)) client.destroy(new ServerSilent());
    this.#catalogClient.closeIdle();
    this.readers.tiles.closeIdle();
    this.readers.catalog.closeIdle();
    void this.#probe();
  }

  #silenceText(): string {
    const { host, port } = this.config;
    return (
      `The old sessions were ended, and ${host}:${port} has not answered for ${RECONNECT_LIMIT_MS / 1_000} s. ` +
      'The workbench keeps trying; wait until the connection is green, or check the server.'
    );
  }

  #lost(message: string, code: string | null): void {
    if (code === null || !ENDED_FOR_IDLENESS.has(code)) this.#health.failed(scrubbed(message, this.config));
  }

  /** Cancels what runs, waits a little for it to end, and closes every line. */
  async #closeEverything(): Promise<void> {
    const pool = this.#pool;
    const sessions = [...this.#sessions];
    this.#pool = null;
    this.#columns.forget();
    for (const session of sessions) session.interrupt();
    await endsWithin(Promise.all(sessions.map((session) => session.whenQuiet())), CLOSE_GRACE_MS);
    for (const session of sessions) session.drop();
    await Promise.all(sessions.map((session) => session.release()));
    this.#catalogClient.close();
    this.readers.tiles.close();
    this.readers.catalog.close();
    const clients = [...this.#clients];
    // A pool ends only after connections that are still being opened: nobody waits for those.
    const ended = [pool?.end() ?? Promise.resolve(), ...clients.map((client) => client.ended)];
    if (await endsWithin(Promise.all(ended), GOODBYE_GRACE_MS)) return;
    for (const client of clients) client.destroy();
  }
}
