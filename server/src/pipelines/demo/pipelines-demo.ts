import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import type { Actor } from '#libs/access';
import { DemoContributions } from '../../demo/index.js';
import type { DemoContext, DemoContribution, DemoItem, DemoItemFate } from '../../demo/index.js';
import { Problem } from '../../platform/index.js';
import { PastRuns, SchedulerQueries, SchedulerService } from '../../scheduler/index.js';
import { PipelinesService } from '../pipelines.service.js';

const PIPELINE = 'pipeline';
const JOB = 'job';
const HOUR = 3;

const DEFINITION = {
  inputs: [
    {
      kind: 'query',
      name: 'orders',
      connection_id: 'shop',
      sql: 'SELECT placed_at::date AS day, count(*) AS orders, sum(total) AS revenue FROM orders GROUP BY 1',
    },
    { kind: 'query', name: 'visits', connection_id: 'lake', sql: 'SELECT day, visits FROM daily_funnel' },
  ],
  steps: [
    {
      name: 'by_day',
      sql: `SELECT v.day, v.visits, o.orders, o.revenue, round(o.revenue / v.visits, 2) AS revenue_per_visit
FROM visits AS v JOIN orders AS o USING (day)
ORDER BY day`,
    },
  ],
  output: { from: 'by_day', format: 'parquet', name: 'revenue_per_visit' },
} as const;

/** Adds a pipeline that joins the shop's orders with the visits of Lake, and a job that has run it. */
@Injectable()
export class PipelinesDemo implements DemoContribution, OnModuleInit {
  readonly part = 'pipelines';
  readonly order = 40;
  readonly isImmediate = false;

  constructor(
    private readonly contributions: DemoContributions,
    private readonly pipelines: PipelinesService,
    private readonly scheduler: SchedulerService,
    private readonly jobs: SchedulerQueries,
    private readonly runs: PastRuns,
  ) {}

  onModuleInit(): void {
    this.contributions.register(this);
  }

  async create({ actor, connectionIds, signal, kept, record }: DemoContext): Promise<void> {
    if (kept.length > 0) return;
    if (!DEFINITION.inputs.every((input) => connectionIds.has(input.connection_id))) return;
    const pipeline = await this.pipelines.create(actor, { name: 'Revenue per visit', definition: DEFINITION });
    const { id, name, version } = pipeline;
    await record(() => Promise.resolve([{ id, kind: PIPELINE, name, stamp: String(version) }]));
    const trigger = { type: 'cron', expression: `0 ${HOUR} * * *`, timezone: 'UTC' } as const;
    const settings = { pipeline_id: id, keep_last: 7 };
    const job = await this.scheduler.create(actor, 'pipeline', { name, trigger, settings });
    await record(() => Promise.resolve([{ id: job.id, kind: JOB, name, stamp: job.updated_at }]));
    for (const daysAgo of [2, 1]) await this.runs.run(actor, job.id, { daysAgo, hour: HOUR }, signal);
  }

  async fateOf(actor: Actor, { id, kind, stamp }: DemoItem): Promise<DemoItemFate> {
    try {
      const now =
        kind === PIPELINE
          ? String((await this.pipelines.get(actor, id)).version)
          : (await this.jobs.get(actor, id)).updated_at;
      return now === stamp ? 'unchanged' : 'changed';
    } catch (error) {
      if (error instanceof Problem && error.status === 404) return 'gone';
      throw error;
    }
  }

  /** A pipeline that a person has changed keeps its job, and the other way round. */
  groupOf(): string {
    return this.part;
  }

  /** A job that a person has changed keeps its pipeline. */
  async remove(actor: Actor, { id, kind }: DemoItem): Promise<void> {
    if (kind === JOB) await this.scheduler.remove(actor, id);
    else if (!(await this.jobs.usesSetting('pipeline', 'pipeline_id', id))) await this.pipelines.remove(actor, id);
  }
}
