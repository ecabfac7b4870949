import pg from 'pg';
import type { ReaderLoad } from '../../data-reader.js';
import { endsWithin } from '../liveness/ends-within.js';
import type { HealthMonitor } from '../liveness/health-monitor.js';
import { answeredInTime } from '../liveness/server-silent.js';
import type { PooledClient } from '../postgres-session-deps.js';
import type { ServerLine } from '../server-line.js';
import type { ServerMessage } from '../statement-error.js';
import type { CheckedClients } from './checked-clients.js';
import { asError } from './as-error.js';
import { WorkbenchClient } from './workbench-client.js';

/** How long clients may take to end after they were asked to, in milliseconds. */
const GOODBYE_GRACE_MS = 1_000;
/** A client whose reset was left to the next session is reset without it after this, in milliseconds. */
const NEXT_SESSION_MS = 20;

/** What a pool of sessions needs from its connector. */
export interface SessionPoolDeps {
  readonly line: () => ServerLine;
  readonly checks: CheckedClients;
  readonly health: Pick<HealthMonitor, 'clientOpened' | 'clientClosed'>;
  readonly max: number;
  /** A client that is idle for this long is closed. */
  readonly idleTimeoutMs: number;
  /** Runs on each new client before it is used; its rejection fails the opening. */
  readonly greet: (client: WorkbenchClient) => Promise<void>;
  readonly onLost: (message: string, sqlstate: string | null) => void;
}

/** The clients that sessions are opened on: a `pg.Pool` that is created when needed and replaced after it was closed. */
export class SessionPool {
  readonly #clients = new Set<WorkbenchClient>();
  /** Clients of the pool that sessions have. */
  readonly #lent = new Set<WorkbenchClient>();
  #pool: pg.Pool | null = null;

  constructor(private readonly deps: SessionPoolDeps) {}

  /** True while a caller waits for a client. */
  get isAwaited(): boolean {
    return (this.#pool?.waitingCount ?? 0) > 0;
  }

  load(): ReaderLoad {
    const pool = this.#pool;
    const open = pool?.totalCount ?? 0;
    return { max: this.deps.max, open, busy: open - (pool?.idleCount ?? 0), waiting: pool?.waitingCount ?? 0 };
  }

  /** Takes a client from the pool, which cannot be asked to stop waiting: a client that comes too late goes back. */
  async checkOut(signal: AbortSignal): Promise<PooledClient> {
    this.#pool ??= this.#newPool();
    const pool = this.#pool;
    const client = await this.#checked(pool, (await pool.connect()) as PooledClient);
    const isUnwanted = signal.aborted || pool !== this.#pool;
    if (pool !== this.#pool) client.destroy();
    if (isUnwanted) client.release(client.isDropped || client.needsReset);
    return client;
  }

  /** Cuts the clients that no session has. */
  destroyIdle(reason: Error): void {
    for (const client of this.#clients) if (!this.#lent.has(client)) client.destroy(reason);
  }

  /** Takes the pool out of service, for `end`: the next client comes from a new one. */
  detach(): pg.Pool | null {
    const pool = this.#pool;
    this.#pool = null;
    return pool;
  }

  /** Ends a detached pool and the clients; cuts those that take longer than `GOODBYE_GRACE_MS`. */
  async end(pool: pg.Pool | null): Promise<void> {
    const clients = [...this.#clients];
    // A pool ends only after connections that are still being opened: nothing waits for those.
    const ended = [pool?.end() ?? Promise.resolve(), ...clients.map((client) => client.ended)];
    if (await endsWithin(Promise.all(ended), GOODBYE_GRACE_MS)) return;
    for (const client of clients) client.destroy();
  }

  /** Opens a client anew once it is known what the server can be asked for; poolers and some systems refuse that. */
  async #checked(pool: pg.Pool, client: PooledClient): Promise<PooledClient> {
    if (!this.deps.checks.isDue(client)) return client;
    // Meanwhile the connection is as healthy as before.
    this.deps.health.clientOpened();
    client.release(true);
    const settings = pool.options as pg.PoolConfig;
    try {
      return await this.deps.checks.reopen(client, async (option) => {
        settings.options = option;
        return (await pool.connect()) as PooledClient;
      });
    } finally {
      settings.options = this.deps.checks.options;
      this.deps.health.clientClosed();
    }
  }

  #newPool(): pg.Pool {
    const pool = new pg.Pool({
      ...this.deps.line().settings,
      options: this.deps.checks.options,
      Client: WorkbenchClient,
      max: this.deps.max,
      idleTimeoutMillis: this.deps.idleTimeoutMs,
      // eslint-disable-next-line @typescript-eslint/no-misused-promises -- the pool awaits it, which its types leave out
      onConnect: (client) => this.deps.greet(client as WorkbenchClient),
    });
    pool.on('connect', (client) => this.#watch(client as PooledClient, pool));
    pool.on('acquire', (client) => this.#lent.add(client as PooledClient));
    pool.on('release', (_error, client) => this.#takeBack(client as PooledClient));
    // The same error reaches every client's own listener; without this one it would end the process.
    pool.on('error', () => undefined);
    return pool;
  }

  /** The pool lends the client next that came back last. */
  #takeBack(client: PooledClient): void {
    this.#lent.delete(client);
    if (client.needsReset) setTimeout(() => void this.#resetIdle(client), NEXT_SESSION_MS).unref();
  }

  /** What is sent meanwhile on this line takes a reset of its own along. */
  async #resetIdle(client: PooledClient): Promise<void> {
    if (!client.needsReset || client.hasEnded || this.#lent.has(client)) return;
    try {
      await answeredInTime(client, client.query('DISCARD ALL'));
      client.needsReset = false;
    } catch (error) {
      client.destroy(asError(error));
    }
  }

  #watch(client: PooledClient, pool: pg.Pool): void {
    this.deps.health.clientOpened();
    this.#clients.add(client);
    client.once('end', () => {
      this.#clients.delete(client);
      this.#lent.delete(client);
      this.deps.health.clientClosed();
    });
    // Only the first error has the server's reason; the end of the socket is another one.
    client.on('error', () => undefined);
    client.once('error', (error: Error & ServerMessage) => {
      if (pool === this.#pool && !client.isDropped) this.deps.onLost(error.message, error.code ?? null);
    });
  }
}
