import { randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import pg from 'pg';
import { WORKBENCH_CONFIG } from '../config/workbench-config.js';
import type { WorkbenchConfig } from '../config/workbench-config.js';
import { postgresLine } from '../state/postgres-line.js';
import { PostgresStateClient } from './postgres-state-client.js';

/** The class of the locks that processes hold; a number of our own, as advisory locks have no names. */
const LOCK_CLASS = 7_301_003;
const CHANNEL = 'data_workbench_queues';
const RETRY_AFTER_MS = 1_000;

/** Says that some work of a queue may be taken; belongs into the transaction that queued it. */
export const NOTIFY_QUEUE = `SELECT pg_notify('${CHANNEL}', $1)`;

/**
 * This process among those that share a state in Postgres. It holds a lock for as long as it lives: the database lets go of
 * it the moment the process dies, however it dies, so no clock is involved. The same connection is notified of work.
 */
@Injectable()
export class WorkerHeartbeat {
  /** By which others know this process. */
  readonly name = String(randomInt(1, 2 ** 31));
  private readonly url: string | null;
  private readonly listeners = new Set<(queue: string | null) => void>();
  private client: pg.Client | null = null;
  private retry: NodeJS.Timeout | null = null;
  private opened: Promise<void> | null = null;
  private isStopping = false;

  constructor(
    @Inject(WORKBENCH_CONFIG) config: WorkbenchConfig,
    private readonly stateClient: PostgresStateClient,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(WorkerHeartbeat.name);
    this.url = config.stateDatabaseUrl;
  }

  /** Lets the others know of this process. Rejects where the database cannot be reached. */
  open(): Promise<void> {
    if (this.url === null) return Promise.resolve();
    return (this.opened ??= this.connect(this.url));
  }

  /** Calls `listener` with the queue that has work; with null where word of some may have been missed. */
  onWork(listener: (queue: string | null) => void): void {
    this.listeners.add(listener);
  }

  /** The names of the processes that live. */
  alive(): Promise<ReadonlySet<string>> {
    return lockHolders(this.stateClient, LOCK_CLASS);
  }

  async close(): Promise<void> {
    this.isStopping = true;
    if (this.retry !== null) clearTimeout(this.retry);
    await this.client?.end().catch(() => undefined);
  }

  private async connect(url: string): Promise<void> {
    const client = new pg.Client({ ...postgresLine(url), application_name: 'data-workbench-queue' });
    client.on('notification', ({ payload = '' }) => this.notifyListeners(payload));
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('SELECT pg_advisory_lock($1, $2)', [LOCK_CLASS, Number(this.name)]);
      await client.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      // A connection that was left open would keep the lock from the next one.
      await client.end().catch(() => undefined);
      throw error;
    }
    client.once('end', () => this.connectAgain(url));
    this.client = client;
  }

  private connectAgain(url: string): void {
    if (this.isStopping) return;
    this.retry = setTimeout(() => {
      this.connect(url).then(
        () => this.notifyListeners(null),
        (error: unknown) => {
          this.logger.warn({ err: error }, 'could not renew the heartbeat of this process');
          this.connectAgain(url);
        },
      );
    }, RETRY_AFTER_MS);
  }

  private notifyListeners(queue: string | null): void {
    for (const listener of this.listeners) listener(queue);
  }
}

/** The names of the processes that hold a lock of that class. */
export async function lockHolders(stateClient: PostgresStateClient, lockClass: number): Promise<ReadonlySet<string>> {
  const rows = await stateClient.rows<{ name: string }>(
    `SELECT objid::bigint::text AS name FROM pg_catalog.pg_locks
     WHERE locktype = 'advisory' AND classid = $1 AND objsubid = 2 AND granted
       AND database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database())`,
    [lockClass],
  );
  return new Set(rows.map(({ name }) => name));
}
