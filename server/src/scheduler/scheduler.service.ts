import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { Job, JobInput, JobRunDetails, JobUpdate } from '#libs/api';
import { anchorAsOf, nextRun } from '#libs/triggers';
import { Clock, EventBus, Problem, State } from '../platform/index.js';
import type { JobQueue } from '../platform/index.js';
import { JobRunRecord, isOpen } from './runs/job-run.entity.js';
import { RunCancellation } from './runs/run-cancellation.js';
import { JobSettings } from './job-settings.js';
import { JobRecord } from './job.entity.js';
import type { JobFields } from './job.entity.js';
import type { FileRemovalRecord } from './outputs/file-removal.entity.js';
import { FileRemovals } from './outputs/file-removals.js';
import { RUN_QUEUE } from './runs/run-queue.js';
import { JobRunEvents } from './runs/job-run-events.js';
import { RunStore } from './runs/run-store.js';
import { SchedulerQueries } from './scheduler.queries.js';
import { changedValues, mayTakeWork } from './job-changes.js';
import { triggerInBody, triggerOf } from './trigger-input.js';

/** By request; the reason of a pause that the workbench made is kept until the job is resumed. */
const PAUSED = { isPaused: true, nextRunAt: null } as const;

type ChangeWord = 'created' | 'changed' | 'removed';

/**
 * What people do with jobs. All of it throws `job-not-found` for a job that the actor may not see, and what writes throws
 * `unauthenticated` where the actor's token was revoked meanwhile: the revocation would not find what it saves.
 */
@Injectable()
export class SchedulerService {
  constructor(
    private readonly state: State,
    private readonly store: RunStore,
    private readonly settings: JobSettings,
    private readonly queries: SchedulerQueries,
    @Inject(RUN_QUEUE) private readonly queue: JobQueue,
    private readonly cancellation: RunCancellation,
    private readonly removals: FileRemovals,
    private readonly events: EventBus,
    private readonly runEvents: JobRunEvents,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes a job that belongs to `actor` and may never do more than they may now. Throws `not-found` for an unknown kind,
   * `validation-failed`, `connection-not-found`, `forbidden`, and what the kind refuses.
   */
  async create(actor: Actor, kindName: string, input: JobInput): Promise<Job> {
    const kind = this.settings.kind(actor, kindName);
    const now = this.clock.now();
    const trigger = triggerOf(input.trigger ?? kind.defaultTrigger, now);
    const connectionId = input.connection_id ?? null;
    const { settings, text } = await this.settings.check(actor, kind, connectionId, input.settings ?? {}, actor.userId);
    const notices = await this.settings.judge(actor, kind, connectionId, settings, actor.userId);
    const { name } = input;
    const job: JobFields = {
      ...{ id: randomUUID(), kind: kind.name, name, nameKey: name.toLowerCase(), ownerId: actor.userId, connectionId },
      tokenId: actor.tokenId,
      limits: { scopes: actor.scopes, connectionIds: actor.connectionIds },
      ...{ trigger, anchorAt: now, nextRunAt: nextRun(trigger, now, now), settings, settingsText: text },
      notifiesSuccess: input.notify?.on_success ?? false,
      notifiesError: input.notify?.on_error ?? true,
      missed: input.missed ?? kind.defaultMissed,
      timeoutS: input.timeout_s ?? kind.defaultTimeoutS,
      ...{
        isPaused: false,
        pauseReason: null,
        activeRuns: 0,
        lastRunId: null,
        lastStatus: null,
        recentRuns: [],
        runCount: 0,
      },
      ...{ createdAt: now, updatedAt: now },
    };
    await this.state.transactionFor(actor, async (manager) => {
      await this.settings.checkAgain(actor, kind, job);
      await manager.insert(JobRecord, job);
      this.publishAction(actor, 'job.create', job, { kind: job.kind }, 'created');
    });
    return withNotices(await this.queries.get(actor, job.id), notices);
  }

  /**
   * Changes everything but the trigger; what is left out stays. Throws as `create` does, and `changed-meanwhile` where the
   * settings or the connection are not those that are expected, or no longer those that were checked.
   */
  async change(actor: Actor, id: string, { expected, ...change }: JobUpdate): Promise<Job> {
    const job = await this.queries.find(actor, id);
    const kind = this.settings.kind(actor, job.kind);
    const isCleared = change.connection_id === null && kind.access === null;
    const connectionId = isCleared ? null : (change.connection_id ?? job.connectionId);
    const { settings, text } = await this.settings.check(
      actor,
      kind,
      connectionId,
      change.settings ?? { ...job.settings },
      job.ownerId,
    );
    const isOtherWork = change.settings !== undefined || connectionId !== job.connectionId;
    const notices = isOtherWork ? await this.settings.judge(actor, kind, connectionId, settings, job.ownerId) : [];
    const valuesOf = async (current: JobFields): Promise<Partial<JobFields>> => {
      if (isOtherWork) await this.settings.checkAgain(actor, kind, { settings, ownerId: job.ownerId });
      if (!mayTakeWork(current, { checked: job, expected, wanted: { connectionId, settings } }))
        throw new Problem(
          'changed-meanwhile',
          'The settings of the job were changed. Load it again, then repeat this.',
        );
      return { ...changedValues(actor, current, change), connectionId, settings, settingsText: text };
    };
    const changed = await this.update(actor, job, valuesOf, { changed: Object.keys(change) });
    return withNotices(changed, notices);
  }

  /** Puts another trigger in the place of the job's. Throws `validation-failed`. */
  async changeTrigger(actor: Actor, id: string, body: Readonly<Record<string, unknown>>): Promise<Job> {
    const job = await this.mayRun(actor, id);
    const now = this.clock.now();
    const { value, pointer } = triggerInBody(body);
    const trigger = triggerOf(value, now, pointer);
    const valuesOf = ({ isPaused }: JobFields) => {
      return { trigger, anchorAt: now, nextRunAt: isPaused ? null : nextRun(trigger, now, now) };
    };
    return this.update(actor, job, valuesOf, { changed: ['trigger'] });
  }

  /** The job no longer runs on its trigger. */
  async pause(actor: Actor, id: string): Promise<Job> {
    return this.update(actor, await this.queries.find(actor, id), () => PAUSED, { changed: ['paused'] });
  }

  /**
   * The job runs on its trigger again, from the next slot on. Throws `validation-failed` where no slot is left, and
   * `changed-meanwhile` where the workbench has paused it since.
   */
  async resume(actor: Actor, id: string): Promise<Job> {
    const job = await this.mayRun(actor, id);
    const valuesOf = (current: JobFields) => {
      if (current.pauseReason !== null && current.pauseReason !== job.pauseReason)
        throw new Problem('changed-meanwhile', 'The workbench has paused the job. Review why, then resume it.');
      return this.resumed(current);
    };
    return this.update(actor, job, valuesOf, { changed: ['resumed'] });
  }

  /**
   * Pauses all jobs that the actor may see, or resumes those whose work is theirs to do; answers how many that were. What
   * was paused for a reason that a person has to review stays paused.
   */
  async changeAll(actor: Actor, isPaused: boolean): Promise<{ changed: number }> {
    const isMeant = (job: JobFields) => job.isPaused !== isPaused && (isPaused || job.pauseReason === null);
    const all = (await this.queries.all(actor)).filter(isMeant);
    const jobs = isPaused ? all : await this.runnable(actor, all);
    let changed = 0;
    await this.state.transactionFor(actor, async (manager) => {
      for (const { id } of jobs) {
        const job = await manager.findOneBy(JobRecord, { id });
        if (job === null || !isMeant(job)) continue;
        const values = isPaused ? PAUSED : this.resumedOrNull(job);
        if (values === null) continue;
        const tokenId = actor.tokenId ?? job.tokenId;
        await manager.update(JobRecord, job.id, { ...values, tokenId, updatedAt: this.clock.now() });
        this.publishAction(actor, 'job.change', job, { changed: [isPaused ? 'paused' : 'resumed'] }, 'changed');
        changed += 1;
      }
    });
    return { changed };
  }

  /** Of some jobs those whose work is the actor's to do. */
  private async runnable(actor: Actor, jobs: readonly JobRecord[]): Promise<JobRecord[]> {
    const checks = await Promise.allSettled(jobs.map(({ id }) => this.mayRun(actor, id)));
    return checks.flatMap((check) => (check.status === 'fulfilled' ? [check.value] : []));
  }

  /** Runs the job now, whatever its trigger and state; two runs by hand may go on at once. */
  async run(actor: Actor, id: string): Promise<JobRunDetails> {
    await this.mayRun(actor, id);
    const runId = await this.state.transactionFor(actor, async (manager) => {
      const job = await this.queries.find(actor, id);
      const run = this.store.newRun(job, { cause: 'manual', queuedAt: this.clock.now(), status: 'queued' });
      await this.store.insert(manager, run);
      await manager.increment(JobRecord, { id }, 'activeRuns', 1);
      this.publishAction(actor, 'job.run', job, { run_id: run.id }, null);
      this.runEvents.publishChange(run, 'queued', null);
      await this.queue.push([{ id: run.id, lane: run.connectionId }]);
      return run.id;
    });
    return this.queries.run(actor, runId);
  }

  /** A job whose work is the actor's to do. Throws `job-not-found`, `connection-not-found`, `forbidden`. */
  private async mayRun(actor: Actor, id: string): Promise<JobRecord> {
    const job = await this.queries.find(actor, id);
    const kind = this.settings.kind(actor, job.kind);
    await this.settings.requireWork(actor, kind, job);
    return job;
  }

  /** Cuts a run off. Throws `job-run-not-found`, `job-run-over`. */
  async cancel(actor: Actor, runId: string): Promise<JobRunDetails> {
    const run = await this.queries.findRun(actor, runId);
    if (run.status !== 'queued' && run.status !== 'running') throw new Problem('job-run-over');
    // Read outside of a transaction, too: a run can be stopped while the state takes no writes.
    await this.state.requireCaller(actor);
    await this.cancellation.stop(actor, run);
    const object = { kind: 'job', id: run.jobId, name: run.jobName };
    const details = { cancelled_run: run.id };
    // Outside of a transaction: the audit writes it later where the state is away.
    this.events.publish('action.performed', { action: 'job.change', actor, outcome: 'done', object, details });
    return this.queries.run(actor, runId);
  }

  /** Removes the job with its runs and their outputs. Backups stay where they are: this removes no files outside of the outputs. */
  async remove(actor: Actor, id: string): Promise<void> {
    const job = await this.queries.find(actor, id);
    await this.update(actor, job, () => PAUSED, { changed: ['paused'] });
    // Runs that are asked for while others are being stopped go as well.
    let removals: FileRemovalRecord[] | null = null;
    while (removals === null) {
      for (const run of await this.openRuns(id)) await this.cancellation.stop(actor, run);
      removals = await this.removeIdle(actor, job);
    }
    await this.removals.carryOut(removals);
  }

  /** Removes the records of a job, and answers its files; null, and nothing is removed, while a run of it is open. */
  private removeIdle(actor: Actor, job: JobFields): Promise<FileRemovalRecord[] | null> {
    return this.state.transactionFor(actor, async (manager) => {
      if ((await this.openRuns(job.id)).length > 0) return null;
      const removals = await this.store.forgetJob(manager, job.id);
      await manager.delete(JobRecord, { id: job.id });
      this.publishAction(actor, 'job.delete', job, { kind: job.kind }, 'removed');
      return removals;
    });
  }

  private openRuns(jobId: string): Promise<JobRunRecord[]> {
    return this.state.manager.findBy(JobRunRecord, { jobId, status: isOpen() });
  }

  private resumed(job: JobFields): Partial<JobFields> {
    const values = this.resumedOrNull(job);
    if (values !== null) return values;
    throw new Problem('validation-failed', 'The time of this one-time job has passed. Choose a later one.');
  }

  private resumedOrNull(job: JobFields): Partial<JobFields> | null {
    const anchorAt = anchorAsOf(job.trigger, job.anchorAt, this.clock.now());
    const nextRunAt = nextRun(job.trigger, this.clock.now(), anchorAt);
    return nextRunAt === null ? null : { isPaused: false, pauseReason: null, nextRunAt, anchorAt };
  }

  /**
   * Writes a change, computed from the job as it is inside the transaction; a token that makes one is what the job is
   * traced to from then on. Throws `job-not-found` where it was removed meanwhile.
   */
  private async update(
    actor: Actor,
    { id }: JobFields,
    valuesOf: (current: JobFields) => Partial<JobFields> | Promise<Partial<JobFields>>,
    details: { changed: readonly string[] },
  ): Promise<Job> {
    await this.state.transactionFor(actor, async (manager) => {
      const current: JobFields = await this.queries.find(actor, id);
      const values = await valuesOf(current);
      const tokenId = actor.tokenId ?? current.tokenId;
      await manager.update(JobRecord, id, { tokenId, ...values, updatedAt: this.clock.now() });
      this.publishAction(actor, 'job.change', { ...current, ...values }, details, 'changed');
    });
    return this.queries.get(actor, id);
  }

  private publishAction(
    actor: Actor,
    action: 'job.create' | 'job.change' | 'job.run' | 'job.delete',
    job: Pick<JobFields, 'id' | 'name' | 'ownerId' | 'connectionId'>,
    details: Record<string, string | readonly string[]>,
    change: ChangeWord | null,
  ): void {
    const object = { kind: 'job', id: job.id, name: job.name };
    this.events.publish('action.performed', { action, actor, outcome: 'done', object, details });
    if (change === null) return;
    const about = { job_id: job.id, owner_id: job.ownerId, connection_id: job.connectionId };
    this.events.publish('scheduler.job_changed', { ...about, change });
  }
}

function withNotices(job: Job, notices: string[]): Job {
  return notices.length === 0 ? job : { ...job, notices };
}
