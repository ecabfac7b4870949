import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import type { SelectQueryBuilder } from 'typeorm';
import { mayReadJobData } from '#libs/access';
import type { Actor } from '#libs/access';
import type {
  Job,
  JobCounts,
  JobKindName,
  JobList,
  JobRun,
  JobRunDetails,
  JobRunList,
  TriggerPreview,
} from '#libs/api';
import { nextRuns, triggerText } from '#libs/triggers';
import { OwnerActors } from '../auth/index.js';
import { Clock, Problem, State, likePattern } from '../platform/index.js';
import { cursorOf, placeOf } from './job-cursor.js';
import { newestFirst } from './outputs/newest-first.js';
import { isMissing } from './outputs/output-removal.js';
import { JobOutputRecord, JobRunLogRecord, JobRunRecord, isOpen } from './runs/job-run.entity.js';
import { JobRunner } from './runs/job-runner.js';
import { isoOf, jobView, runView } from './job-views.js';
import { JobVisibility, canSeeAllJobs } from './job-visibility.js';
import { JobRecord } from './job.entity.js';
import { RunStore } from './runs/run-store.js';
import { triggerInBody, triggerOf } from './trigger-input.js';

const PREVIEWED_RUNS = 5;
const FAILED = "('error', 'timed_out', 'interrupted')";

/** How a job stands, for filters. */
export type JobStanding = 'active' | 'paused' | 'running' | 'failing' | 'succeeded' | 'never_run';

/** Which jobs are asked for; `cursor` is that of the page before. */
export interface JobListFilter {
  readonly kind?: JobKindName | undefined;
  readonly status?: JobStanding | undefined;
  readonly owner?: string | undefined;
  readonly connection_id?: string | undefined;
  readonly search?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

const STANDINGS: Readonly<Record<JobStanding, string>> = {
  active: 'NOT j.is_paused',
  paused: 'j.is_paused',
  running: 'j.active_runs > 0',
  failing: `j.last_status IN ${FAILED}`,
  succeeded: "j.last_status = 'success'",
  never_run: 'j.last_status IS NULL',
};

/** What pages and other modules ask about jobs. One sees one's own; administrators see all. */
@Injectable()
export class SchedulerQueries {
  constructor(
    private readonly state: State,
    private readonly store: RunStore,
    private readonly runner: JobRunner,
    private readonly owners: OwnerActors,
    private readonly visibility: JobVisibility,
    private readonly clock: Clock,
  ) {}

  /** Jobs by name, with what there is of all of them. */
  async list(actor: Actor, filter: JobListFilter): Promise<JobList> {
    const found = this.filtered(actor, filter);
    const surroundings = await this.surroundings(actor);
    const count = isOfAll(filter) ? surroundings.counts.total : await found.getCount();
    if (filter.cursor !== undefined) {
      const [key, id] = placeOf(filter.cursor, 'string');
      found.andWhere('(j.name_key > :key OR (j.name_key = :key AND j.id > :id))', { key, id });
    }
    const jobs = await found
      .orderBy('j.nameKey')
      .addOrderBy('j.id')
      .take(filter.limit + 1)
      .getMany();
    const page = jobs.slice(0, filter.limit);
    const last = page.at(-1);
    return {
      items: await this.views(actor, page),
      next_cursor: jobs.length > page.length && last !== undefined ? cursorOf([last.nameKey, last.id]) : null,
      found: count,
      ...surroundings,
    };
  }

  /** One job. Throws `job-not-found`. */
  async get(actor: Actor, id: string): Promise<Job> {
    const [view] = await this.views(actor, [await this.find(actor, id)]);
    if (view === undefined) throw new Problem('job-not-found');
    return view;
  }

  /** One job as it is kept. Throws `job-not-found`. */
  async find(actor: Actor, id: string): Promise<JobRecord> {
    const job = await this.state.manager.findOneBy(JobRecord, { id });
    if (job === null || !this.visibility.maySee(actor, job)) throw new Problem('job-not-found');
    return job;
  }

  /** Every job that the actor may see. */
  all(actor: Actor): Promise<JobRecord[]> {
    return this.mine(actor).orderBy('j.nameKey').getMany();
  }

  /** Whether a job of one of these kinds has such a setting: what it names is in use. */
  async usesSetting(kind: JobKindName, name: string, value: string): Promise<boolean> {
    const jobs = await this.state.manager.findBy(JobRecord, { kind });
    return jobs.some(({ settings }) => (settings as Readonly<Record<string, unknown>>)[name] === value);
  }

  /** The runs of a job, newest first. Throws `job-not-found`. */
  async runsOf(actor: Actor, jobId: string, limit: number, cursor?: string): Promise<JobRunList> {
    await this.find(actor, jobId);
    return this.page(actor, this.allRuns().where('r.job_id = :jobId', { jobId }), limit, cursor);
  }

  /** The runs of all jobs that the actor may see, also of one-time jobs that are gone, newest first. */
  async runs(actor: Actor, limit: number, cursor?: string): Promise<JobRunList> {
    const runs = this.allRuns();
    if (!canSeeAllJobs(actor)) runs.where('r.owner_id = :owner', { owner: actor.userId });
    this.visibility.limitToVisible(runs, 'r.connection_id', actor);
    return this.page(actor, runs, limit, cursor);
  }

  /**
   * One run with its log, so far where it goes on. The log may repeat rows: it is empty for who may not query what the run
   * read. Throws `job-run-not-found`.
   */
  async run(actor: Actor, id: string): Promise<JobRunDetails> {
    const run = await this.findRun(actor, id);
    const [view] = await this.runViews(actor, [run]);
    if (view === undefined) throw new Problem('job-run-not-found');
    if (!this.visibility.mayReadData(actor, run)) return { ...view, log: [], log_hidden: true };
    const active = this.runner.find(id);
    const kept = active === null ? await this.state.manager.findOneBy(JobRunLogRecord, { runId: id }) : null;
    return { ...view, log: active?.log.lines() ?? kept?.lines ?? [] };
  }

  /** One run as it is kept. Throws `job-run-not-found`. */
  async findRun(actor: Actor, id: string): Promise<JobRunRecord> {
    const run = await this.state.manager.findOneBy(JobRunRecord, { id });
    if (run === null || !this.visibility.maySee(actor, run)) throw new Problem('job-run-not-found');
    return run;
  }

  /** An output that is kept or whose file was missing, which may be back. Throws `job-run-not-found`, `output-not-found`. */
  async output(actor: Actor, runId: string, name: string): Promise<JobOutputRecord> {
    const run = await this.findRun(actor, runId);
    if (!this.visibility.mayReadData(actor, run)) throw new Problem('output-not-found');
    const output = await this.state.manager.findOneBy(JobOutputRecord, { runId, name });
    if (output === null || (output.removedAt !== null && !isMissing(output))) throw new Problem('output-not-found');
    return output;
  }

  /** The newest outputs of a job that are kept, for work that goes on with them. Throws `job-not-found`. */
  async newestOutputs(actor: Actor, jobId: string): Promise<JobOutputRecord[]> {
    await this.find(actor, jobId);
    if (!mayReadJobData(actor))
      throw new Problem('forbidden', 'Files of jobs hold rows. Use a token with the scope query.');
    const where = { jobId, removedAt: IsNull() };
    const kept = newestFirst(await this.state.manager.find(JobOutputRecord, { where }), this.clock.now());
    const newest = kept.filter(({ runId }) => runId === kept[0]?.runId);
    const run = newest[0] === undefined ? null : await this.findRun(actor, newest[0].runId);
    return run === null || this.visibility.mayReadData(actor, run) ? newest : [];
  }

  /** The connections that a run read, its own where they were not kept yet. Throws `job-run-not-found`. */
  async connectionsReadBy(actor: Actor, runId: string): Promise<readonly string[]> {
    const { readConnections, connectionId } = await this.findRun(actor, runId);
    return readConnections ?? (connectionId === null ? [] : [connectionId]);
  }

  /** When a trigger would run. Throws `validation-failed`. */
  preview(body: Readonly<Record<string, unknown>>): TriggerPreview {
    const now = this.clock.now();
    const { value, pointer } = triggerInBody(body);
    const trigger = triggerOf(value, now, pointer);
    return { text: triggerText(trigger), next_runs: nextRuns(trigger, now, now, PREVIEWED_RUNS).map(isoOf) };
  }

  private mine(actor: Actor): SelectQueryBuilder<JobRecord> {
    const jobs = this.state.manager.createQueryBuilder(JobRecord, 'j');
    if (canSeeAllJobs(actor)) jobs.where('1 = 1');
    else jobs.where('j.owner_id = :self', { self: actor.userId });
    this.visibility.limitToVisible(jobs, 'j.connection_id', actor);
    return jobs;
  }

  private filtered(actor: Actor, filter: JobListFilter): SelectQueryBuilder<JobRecord> {
    const { kind, status, owner, connection_id: connectionId, search } = filter;
    const jobs = this.mine(actor);
    if (kind !== undefined) jobs.andWhere('j.kind = :kind', { kind });
    if (status !== undefined) jobs.andWhere(STANDINGS[status]);
    if (owner !== undefined) jobs.andWhere('j.owner_id = :owner', { owner });
    if (connectionId !== undefined) jobs.andWhere('j.connection_id = :connectionId', { connectionId });
    if (search !== undefined && search.trim() !== '') {
      jobs.andWhere("j.name_key LIKE :pattern ESCAPE '\\'", { pattern: likePattern(search.trim().toLowerCase()) });
    }
    return jobs;
  }

  private async surroundings(actor: Actor): Promise<Pick<JobList, 'counts' | 'owners'>> {
    const byOwner = await this.mine(actor)
      .select('j.owner_id', 'owner')
      .addSelect('count(*)', 'total')
      .addSelect('sum(CASE WHEN j.active_runs > 0 THEN 1 ELSE 0 END)', 'running')
      .addSelect(`sum(CASE WHEN j.last_status IN ${FAILED} THEN 1 ELSE 0 END)`, 'failing')
      .addSelect('sum(CASE WHEN j.is_paused THEN 1 ELSE 0 END)', 'paused')
      .groupBy('j.owner_id')
      .getRawMany<Record<keyof JobCounts, number | string> & { owner: string }>();
    const sum = (name: keyof JobCounts) => byOwner.reduce((all, counts) => all + Number(counts[name]), 0);
    return {
      counts: { total: sum('total'), running: sum('running'), failing: sum('failing'), paused: sum('paused') },
      owners: byOwner.map(({ owner }) => this.owner(owner)).sort((a, b) => a.name.localeCompare(b.name, 'en')),
    };
  }

  private async views(actor: Actor, jobs: readonly JobRecord[]): Promise<Job[]> {
    const ids = jobs.flatMap(({ lastRunId }) => lastRunId ?? []);
    const going = await this.going(jobs);
    const last = ids.length === 0 ? [] : await this.state.manager.findBy(JobRunRecord, { id: In(ids) });
    const views = new Map((await this.runViews(actor, [...last, ...going])).map((run) => [run.job_id, run]));
    return jobs.map((job) => jobView(job, this.owner(job.ownerId), views.get(job.id) ?? null));
  }

  /** What goes on hides what went before. */
  private async going(jobs: readonly JobRecord[]): Promise<JobRunRecord[]> {
    const ids = jobs.filter(({ activeRuns }) => activeRuns > 0).map(({ id }) => id);
    if (ids.length === 0) return [];
    const where = { jobId: In(ids), status: isOpen() };
    return this.state.manager.find(JobRunRecord, { where, order: { queuedAt: 'ASC' } });
  }

  private allRuns(): SelectQueryBuilder<JobRunRecord> {
    return this.state.manager.createQueryBuilder(JobRunRecord, 'r');
  }

  private async page(
    actor: Actor,
    runs: SelectQueryBuilder<JobRunRecord>,
    limit: number,
    cursor?: string,
  ): Promise<JobRunList> {
    if (cursor !== undefined) {
      const [at, id] = placeOf(cursor, 'number');
      runs.andWhere('(r.queued_at < :at OR (r.queued_at = :at AND r.id < :id))', { at, id });
    }
    const found = await runs
      .orderBy('r.queuedAt', 'DESC')
      .addOrderBy('r.id', 'DESC')
      .take(limit + 1)
      .getMany();
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return {
      runs: await this.runViews(actor, page),
      next_cursor: found.length > page.length && last !== undefined ? cursorOf([last.queuedAt, last.id]) : null,
    };
  }

  private async runViews(actor: Actor, runs: readonly JobRunRecord[]): Promise<JobRun[]> {
    const outputs = await this.store.outputsOf(runs.map(({ id }) => id));
    return runs.map((run) =>
      runView(run, {
        owner: this.owner(run.ownerId),
        outputs: outputs.get(run.id) ?? [],
        progress: this.runner.find(run.id)?.progress ?? null,
        hidesData: !this.visibility.mayReadData(actor, run),
      }),
    );
  }

  private owner(id: string): { id: string; name: string } {
    return { id, name: this.owners.nameOf(id) };
  }
}

/** Whether a filter leaves nothing out, so that what it finds is counted with the surroundings. */
function isOfAll({ limit: _limit, cursor: _cursor, ...conditions }: JobListFilter): boolean {
  return Object.values(conditions).every((condition: unknown) => condition === undefined);
}
