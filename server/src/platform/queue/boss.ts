import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import type { PgBoss } from 'pg-boss';
import { State } from '../state/state.js';
import { PostgresStateClient } from './postgres-state-client.js';

/** pg-boss takes no longer; what runs on after that is still ours, and nothing is handed over again for it. */
const LONGEST_S = 23 * 3_600;
/** pg-boss deletes what has waited for longer; a workbench may be stopped for months. */
const KEPT_S = 10 * 365 * 24 * 3_600;
/** Whether pg-boss has what an entry was sent as, and has not handed it over. */
export const WAITS_IN_BOSS = `EXISTS (SELECT FROM pgboss.job
  WHERE job.name = queue_entry.queue AND job.id = queue_entry.sent_as::uuid AND job.state < 'active')`;
/** The oldest version of its tables that pg-boss brings up to date; pg-boss 10 made version 24. */
const OLDEST_SCHEMA = 25;

/** Something that pg-boss has handed to this process. */
export interface FetchedJob {
  readonly id: string;
  /** Its number in pg-boss. */
  readonly sentAs: string;
}

/** pg-boss in the schema `pgboss` of the state; each call joins the running state transaction. */
@Injectable()
export class Boss {
  private started: Promise<PgBoss> | null = null;

  constructor(
    private readonly state: State,
    private readonly stateClient: PostgresStateClient,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(Boss.name);
  }

  /** Makes a queue ready. Belongs outside of transactions. */
  async open(queue: string): Promise<void> {
    const boss = await (this.started ??= this.start());
    await boss.createQueue(queue, { policy: 'standard', retryLimit: 0, expireInSeconds: LONGEST_S });
  }

  /** Sends work, the lower its place the earlier its turn; answers its number. */
  async send(queue: string, id: string, place: number): Promise<string> {
    const boss = await this.ready();
    const options = { priority: -place, retryLimit: 0, expireInSeconds: LONGEST_S, retentionSeconds: KEPT_S };
    const sentAs = await boss.send(queue, { id }, options);
    if (sentAs === null) throw new Error(`${queue} has not taken ${id}.`);
    return sentAs;
  }

  /** Takes as much as `count` pieces of work, which no other process gets then. */
  async fetch(queue: string, count: number): Promise<FetchedJob[]> {
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
    await this.dropOutdated();
    const { PgBoss: Constructor } = await import('pg-boss');
    const executeSql = async (text: string, values?: unknown[]) => ({
      rows: await (values === undefined ? this.stateClient.rowsOfAll(text) : this.stateClient.rows(text, values)),
    });
    const boss = new Constructor({ db: { executeSql }, schedule: false, registerInstance: false });
    boss.on('error', (error) => this.logger.warn({ err: error }, 'pg-boss could not maintain its queues'));
    return boss.start();
  }

  /** Removes tables that pg-boss refuses. They hold nothing of their own: all work is in `queue_entry`, and sent again. */
  private async dropOutdated(): Promise<void> {
    await this.state.transaction(async () => {
      const [found] = await this.stateClient.rows<{ table: string | null }>(
        "SELECT pg_catalog.to_regclass('pgboss.version')::text AS table",
      );
      if ((found?.table ?? null) === null) return;
      const [known] = await this.stateClient.rows<{ version: number }>('SELECT version FROM pgboss.version');
      if (known === undefined || known.version >= OLDEST_SCHEMA) return;
      await this.stateClient.rows('DROP SCHEMA pgboss CASCADE');
      await this.stateClient.rows('UPDATE queue_entry SET sent_as = NULL WHERE worker IS NULL');
      this.logger.info({ version: known.version }, 'the tables of an older pg-boss were made anew');
    });
  }
}
