import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import pg from 'pg';
import { WORKBENCH_CONFIG } from '../config/workbench-config.js';
import type { WorkbenchConfig } from '../config/workbench-config.js';
import { PostgresStateClient } from '../queue/postgres-state-client.js';
import { WorkerHeartbeat, lockHolders } from '../queue/worker-heartbeat.js';
import { postgresLine } from '../state/postgres-line.js';

/** The class of the locks that listening processes hold; a number of our own, as advisory locks have no names. */
const LOCK_CLASS = 7_301_004;
const HEARTBEAT_MS = 1_000;
/** A line that does not answer by then is replaced. */
const QUERY_LIMIT_MS = 10_000;
const RETRY_AFTER_MS = 1_000;
/** A line that cannot hear does not begin to by itself. */
const RETRY_DEAF_AFTER_MS = 30_000;
/** What another connection sends arrives within milliseconds. */
const HEARD_WITHIN_MS = 3_000;

/** Nothing that is sent arrives on the line, although it is open. */
class LineHearsNothing extends Error {
  constructor() {
    super(
      'Notifications do not arrive on the connection to the state: a pooler is in between. Let STATE_DATABASE_URL reach ' +
        'Postgres itself. Until then, this process reads the state for each request.',
    );
    this.name = 'LineHearsNothing';
  }
}

/** What the line reports. */
export interface LineEvents {
  readonly received: (text: string) => void;
  /** The line is open; what was sent before was missed. It counts as heard once this resolves. */
  readonly opened: () => Promise<void>;
}

/** The connection by which this process hears the others on its state; it opens again by itself. */
@Injectable()
export class ClusterLine {
  readonly channel = 'data_workbench_events';
  /** The name of this process; null with a state in SQLite, which has one. */
  readonly own: string | null;
  /** When the process had heard everything that was sent before, by the monotonic clock; -Infinity while it cannot hear. */
  heardAtMs = -Infinity;
  private readonly url: string | null;
  private client: pg.Client | null = null;
  private timer: NodeJS.Timeout | null = null;
  /** The last attempt opened a line that hears nothing. */
  private isDeaf = false;
  private isStopping = false;

  constructor(
    @Inject(WORKBENCH_CONFIG) config: WorkbenchConfig,
    heartbeat: WorkerHeartbeat,
    private readonly stateClient: PostgresStateClient,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(ClusterLine.name);
    this.url = config.stateDatabaseUrl;
    this.own = this.url === null ? null : heartbeat.name;
  }

  async open(events: LineEvents): Promise<void> {
    if (this.url !== null) await this.connect(this.url, events);
  }

  async close(): Promise<void> {
    this.isStopping = true;
    if (this.timer !== null) clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  /** Closes the line, since something that was heard could not be acted upon, and opens it again. */
  reopen(): void {
    this.heardAtMs = -Infinity;
    void this.client?.end().catch(() => undefined);
  }

  /** The names of the processes that can hear. */
  async listeners(): Promise<string[]> {
    return [...(await lockHolders(this.stateClient, LOCK_CLASS))];
  }

  private async connect(url: string, events: LineEvents): Promise<void> {
    const client = new pg.Client({
      ...postgresLine(url),
      application_name: 'data-workbench-peers',
      query_timeout: QUERY_LIMIT_MS,
    });
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === this.channel) events.received(payload);
    });
    client.on('error', () => undefined);
    client.once('end', () => this.connectAgain(url, events));
    this.client = client;
    try {
      await client.connect();
      // Before the lock, for whose holders others wait.
      await this.requireHearing(client);
      await client.query('SELECT pg_advisory_lock($1, $2)', [LOCK_CLASS, Number(this.own)]);
      await client.query(`LISTEN ${this.channel}`);
      const heardAtMs = performance.now();
      await events.opened();
      this.heardAtMs = heardAtMs;
      this.beat(client, await this.backendOf(client));
    } catch (error) {
      this.isDeaf = error instanceof LineHearsNothing;
      this.logger[this.isDeaf ? 'error' : 'warn']({ err: error }, 'events of other processes cannot be received now');
      await client.end().catch(() => undefined);
    }
  }

  /**
   * Rejects where the line does not hear what another connection sends. What it sends itself it would hear behind a pooler
   * as well, as long as that lends it the session that listens.
   */
  private async requireHearing(client: pg.Client): Promise<void> {
    const own = `${this.channel}_${this.own}`;
    const heard = new Promise<void>((resolve) => {
      client.on('notification', ({ channel }) => {
        if (channel === own) resolve();
      });
    });
    await client.query(`LISTEN ${own}`);
    await this.stateClient.rows('SELECT pg_notify($1, $2)', [own, '']);
    const limit = new AbortController();
    const isLate = wait(HEARD_WITHIN_MS, true, { signal: limit.signal });
    const isDeaf = await Promise.race([heard.then(() => false), isLate]);
    limit.abort();
    await client.query(`UNLISTEN ${own}`);
    if (isDeaf) throw new LineHearsNothing();
  }

  /** The session that listens and answers; null where another one answers than listens. */
  private async backendOf(client: pg.Client): Promise<number | null> {
    const { rows } = await client.query<{ pid: number }>(
      `SELECT pg_catalog.pg_backend_pid() AS pid FROM pg_catalog.pg_listening_channels() AS channel WHERE channel = $1`,
      [this.channel],
    );
    return rows[0]?.pid ?? null;
  }

  /**
   * Postgres sends what it has for a session that listens before it answers, so that the answer of the same session means
   * that all was heard.
   */
  private beat(client: pg.Client, backend: number | null): void {
    this.timer = setTimeout(() => {
      const askedAtMs = performance.now();
      this.backendOf(client).then(
        (answered) => {
          if (client !== this.client || this.isStopping) return;
          if (answered === null || answered !== backend) {
            this.reopen();
            return;
          }
          this.heardAtMs = Math.max(this.heardAtMs, askedAtMs);
          this.beat(client, backend);
        },
        () => this.reopen(),
      );
    }, HEARTBEAT_MS);
    this.timer.unref();
  }

  private connectAgain(url: string, events: LineEvents): void {
    this.heardAtMs = -Infinity;
    if (this.timer !== null) clearTimeout(this.timer);
    if (this.isStopping) return;
    const pauseMs = this.isDeaf ? RETRY_DEAF_AFTER_MS : RETRY_AFTER_MS;
    this.timer = setTimeout(() => void this.connect(url, events), pauseMs);
  }
}
