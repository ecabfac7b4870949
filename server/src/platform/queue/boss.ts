import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import type PgBoss from 'pg-boss';
import { PostgresStateClient } from './postgres-state-client.js';

/** pg-boss takes no longer; what runs on after that is still ours, and nothing is handed over again for it. */
const LONGEST_HOURS = 23;

/** Something that pg-boss has handed to this process. */
export interface FetchedWork {
  readonly id: string;
  /** Its number in pg-boss. */
  readonly sentAs: string;
}

/** pg-boss in the schema `pgboss` of the state; each call joins the running state transaction. */
@Injectable()
export class Boss {
  private started: Promise<PgBoss> | null = null;

  constructor(
    private readonly stateClient: PostgresStateClient,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(Boss.name);
  }

  /** Makes a queue ready. Belongs outside of transactions. */
  async open(queue: string): Promise<void> {
    const boss = await (this.started ??= this.start());
    await boss.createQueue(queue, { name: queue, policy: 'standard', retryLimit: 0, expireInHours: LONGEST_HOURS });
  }

  /** Sends work, the lower its place the earlier its turn; answers its number. */
  async send(queue: string, id: string, place: number): Promise<string> {
    const boss = await this.ready();
    const sentAs = await boss.send(queue, { id }, { priority: -place, retryLimit: 0, expireInHours: LONGEST_HOURS });
    if (sentAs === null) throw new Error(`${queue} has not taken ${id}.`);
    return sentAs;
  }

  /** Takes as much as `count` pieces of work, which no other process gets then. */
  async fetch(queue: string, count: number): Promise<FetchedWork[]> {
    const boss = await this.ready();
    const jobs = await boss.fetch<{ id: string }>(queue, { batchSize: count });
    return jobs.map(({ id, data }) => ({ id: data.id, sentAs: id }));
  }

  /** Forgets what is over. */
  async forget(queue: string, sentAs: readonly string[]): Promise<void> {
    if (sentAs.length > 0) await (await this.ready()).deleteJob(queue, [...sentAs]);
  }

  async close(): Promise<void> {
    const boss = await this.started?.catch(() => null);
    await boss?.stop({ graceful: false, close: false });
  }

  private ready(): Promise<PgBoss> {
    if (this.started === null) throw new Error('The queue is not open yet.');
    return this.started;
  }

  private async start(): Promise<PgBoss> {
    const { default: Constructor } = await import('pg-boss');
    const executeSql = async (text: string, values?: unknown[]) => ({
      rows: await this.stateClient.rows(text, values),
    });
    const boss = new Constructor({ db: { executeSql }, schedule: false });
    boss.on('error', (error) => this.logger.warn({ err: error }, 'pg-boss could not look after its queues'));
    return boss.start();
  }
}
