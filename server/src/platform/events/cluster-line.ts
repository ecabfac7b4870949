import { performance } from 'node:perf_hooks';
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
    client.on('notification', ({ payload = '' }) => events.received(payload));
    client.on('error', () => undefined);
    client.once('end', () => this.connectAgain(url, events));
    this.client = client;
    try {
      await client.connect();
      await client.query('SELECT pg_advisory_lock($1, $2)', [LOCK_CLASS, Number(this.own)]);
      await client.query(`LISTEN ${this.channel}`);
      const heardAtMs = performance.now();
      await events.opened();
      this.heardAtMs = heardAtMs;
      this.beat(client);
    } catch (error) {
      this.logger.warn({ err: error }, 'events of other processes cannot be received now');
      await client.end().catch(() => undefined);
    }
  }

  /** Postgres sends what it has for this process before it answers, so that an answer means that all was heard. */
  private beat(client: pg.Client): void {
    this.timer = setTimeout(() => {
      const askedAtMs = performance.now();
      client.query('SELECT 1').then(
        () => {
          if (client !== this.client || this.isStopping) return;
          this.heardAtMs = Math.max(this.heardAtMs, askedAtMs);
          this.beat(client);
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
    this.timer = setTimeout(() => void this.connect(url, events), RETRY_AFTER_MS);
  }
}
