import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { Job } from '#libs/api';
import { DemoContributions } from '../../demo/index.js';
import type { DemoContext, DemoContribution, DemoItem, DemoItemFate } from '../../demo/index.js';
import { Problem, State } from '../../platform/index.js';
import { JobRecord } from '../job.entity.js';
import { SchedulerService } from '../scheduler.service.js';
import { DEMO_JOBS } from './demo-jobs.js';
import type { DemoJob } from './demo-jobs.js';
import { PastRuns } from './past-runs.js';

const JOB = 'job';
const RUN = 'job run';

/** Adds jobs with runs of the past days: a backup, a report, and one that fails. */
@Injectable()
export class SchedulerDemo implements DemoContribution, OnModuleInit {
  readonly part = 'scheduler';
  readonly order = 30;
  readonly isImmediate = false;

  constructor(
    private readonly contributions: DemoContributions,
    private readonly scheduler: SchedulerService,
    private readonly runs: PastRuns,
    private readonly state: State,
  ) {}

  onModuleInit(): void {
    this.contributions.register(this);
  }

  async create(context: DemoContext): Promise<void> {
    const kept = new Set(context.kept.filter(({ kind }) => kind === JOB).map(({ name }) => name));
    for (const job of DEMO_JOBS) {
      if (kept.has(job.input.name)) continue;
      if (context.connectionIds.has(job.input.connection_id ?? '')) await this.createJob(context, job);
    }
  }

  async fateOf(_: Actor, { id, kind, stamp }: DemoItem): Promise<DemoItemFate> {
    if (kind === RUN) return (await this.runs.isKept(id)) ? 'unchanged' : 'gone';
    const record = await this.state.manager.findOneBy(JobRecord, { id });
    if (record === null) return 'gone';
    return String(record.updatedAt) === stamp ? 'unchanged' : 'changed';
  }

  /** A job that a person has changed keeps its runs and their files. */
  async groupOf({ id, kind }: DemoItem): Promise<string> {
    return kind === RUN ? ((await this.runs.jobOf(id)) ?? id) : id;
  }

  async remove(actor: Actor, { id, kind }: DemoItem): Promise<void> {
    if (kind === RUN) {
      await this.runs.removeFiles(id);
      return;
    }
    await this.scheduler.remove(actor, id).catch((error: unknown) => {
      if (!(error instanceof Problem) || error.status !== 404) throw error;
    });
  }

  async onConnections(_: Actor, connectionIds: ReadonlySet<string>): Promise<Omit<DemoItem, 'stamp'>[]> {
    const records = await this.state.manager.find(JobRecord, { select: { id: true, name: true, connectionId: true } });
    const there = records.filter(({ connectionId }) => connectionId !== null && connectionIds.has(connectionId));
    return there.map(({ id, name }) => ({ id, kind: JOB, name }));
  }

  private async createJob({ actor, signal, record }: DemoContext, demo: DemoJob): Promise<void> {
    const made: { job?: Job } = {};
    await record(async () => {
      made.job = await this.scheduler.create(actor, demo.kind, demo.input);
      if (demo.isPaused) made.job = await this.scheduler.pause(actor, made.job.id);
      const { id, name, updated_at: updatedAt } = made.job;
      return [{ id, kind: JOB, name, stamp: String(Date.parse(updatedAt)) }];
    });
    if (made.job === undefined) return;
    for (const daysAgo of demo.runDaysAgo) {
      const run = await this.runs.run(actor, made.job.id, { daysAgo, hour: demo.hour }, signal);
      await record(() => Promise.resolve([{ id: run.id, kind: RUN, name: run.jobName, stamp: '' }]));
    }
  }
}
