import { Inject, Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { PinoLogger } from 'nestjs-pino';
import { IsNull, LessThanOrEqual, Not } from 'typeorm';
import type { EntityManager } from 'typeorm';
import { anchorAsOf, dueSlots, nextRun } from '#libs/triggers';
import { Clock, State } from '../platform/index.js';
import type { JobQueue } from '../platform/index.js';
import { JobRunRecord, OPEN_STATUSES, isOpen } from './runs/job-run.entity.js';
import type { JobRunFields } from './runs/job-run.entity.js';
import { JobRunner } from './runs/job-runner.js';
import { isoOf } from './job-views.js';
import { JobRecord } from './job.entity.js';
import type { JobFields } from './job.entity.js';
import { FileRemovals } from './outputs/file-removals.js';
import { MissingOutputs } from './outputs/missing-outputs.js';
import { OutputStore } from './outputs/output-store.js';
import { query } from './portable-sql.js';
import { RUN_QUEUE } from './runs/run-queue.js';
import { RunStore } from './runs/run-store.js';

/** How often due jobs are claimed. */
export const TICK_MS = 250;
/** A slot that is no later than this is on time: the process was busy, not away. */
const ON_TIME_MS = 60_000;
/** A missed slot that is to run once runs no later than this. */
const GRACE_MS = 24 * 3_600_000;
/** Wall and monotonic clocks differ a little by themselves. */
const CLOCK_JUMP_MS = 2_000;
/** A job whose trigger cannot be understood is looked at again after this. */
const BROKEN_RETRY_MS = 3_600_000;
const RECONCILE_EVERY_MS = 15_000;
const DUE_AT_A_TIME = 500;
/** Others may write between so many claims. */
const CLAIMS_PER_TRANSACTION = 25;

const OPEN_RUNS = `SELECT count(*) FROM job_run r WHERE r.job_id = job.id AND r.status IN ${OPEN_STATUSES}`;
/** Of most jobs nothing is open, and nothing has to be counted. */
const ACTIVE_JOBS = `SELECT id FROM job WHERE active_runs <> 0
  UNION ALL SELECT job_id FROM job_run WHERE status IN ${OPEN_STATUSES}`;
const ALIGN_ACTIVE_RUNS = `UPDATE job SET active_runs = (${OPEN_RUNS})
  WHERE id IN (${ACTIVE_JOBS}) AND active_runs <> (${OPEN_RUNS})`;

/** What is to become of a job that is due. */
interface Claim {
  readonly job: JobFields;
  readonly slot: number;
  readonly next: number | null;
  readonly missedSlots: number;
  /** Why it does not run; null where it does. */
  readonly skipReason: string | null;
}

/** Finds what is due and claims it: one update of the job and one run, unique in its slot. */
@Injectable()
export class SchedulerLoop implements OnApplicationBootstrap, OnModuleDestroy {
  private ticking: Promise<void> | null = null;
  private isStopped = true;
  private reconciledAt = -Infinity;
  private clocks: { readonly wall: number; readonly monotonic: number } | null = null;

  constructor(
    private readonly state: State,
    private readonly store: RunStore,
    private readonly runner: JobRunner,
    @Inject(RUN_QUEUE) private readonly queue: JobQueue,
    private readonly outputs: OutputStore,
    private readonly removals: FileRemovals,
    private readonly missing: MissingOutputs,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(SchedulerLoop.name);
  }

  /** Ends what an earlier process left, goes on with what it had not begun, and starts to look at the clock. */
  async onApplicationBootstrap(): Promise<void> {
    if (!this.queue.isShared) await this.endInterrupted();
    await this.queue.start((runId) => this.runner.run(runId));
    await this.takeOver();
    await this.alignNextRuns();
    this.isStopped = false;
  }

  /** Claims nothing more; what runs is asked to stop and is written down as interrupted. */
  async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    const stopped = this.queue.stop();
    await this.runner.stopAll({ kind: 'shutdown' });
    await stopped;
  }

  /** Claims everything that is due; resolves with the tick that is still at work, where there is one. Never rejects. */
  @Interval(TICK_MS)
  async tick(): Promise<void> {
    if (!this.isStopped) await (this.ticking ??= this.tickOnce().finally(() => (this.ticking = null)));
  }

  private async tickOnce(): Promise<void> {
    try {
      await this.watchClock();
      await this.reconcileFromTimeToTime();
      await this.claimDue();
    } catch (error) {
      this.reconciledAt = -Infinity;
      this.logger.error({ err: error }, 'due jobs could not be claimed');
    }
  }

  /** Jobs that are due do not wait for runs that are lost. Never rejects. */
  private async reconcileFromTimeToTime(): Promise<void> {
    if (performance.now() - this.reconciledAt < RECONCILE_EVERY_MS) return;
    try {
      await this.reconcile();
    } catch (error) {
      this.logger.error({ err: error }, 'lost runs could not be looked for');
    }
    this.reconciledAt = performance.now();
  }

  /**
   * Finds open runs that no queue holds: an outage of the state may have cut off what follows a commit. What has not
   * begun is queued again; what has begun lost its owner and is interrupted.
   */
  async reconcile(): Promise<void> {
    const lost = await this.state.transaction(async (manager) => {
      const open = await manager.findBy(JobRunRecord, { status: isOpen() });
      const held = await this.queue.holds(open.map(({ id }) => id));
      const orphans = open.filter(({ id }) => !held.has(id) && this.runner.find(id) === null);
      await this.queueAll(orphans.filter(({ status }) => status === 'queued'));
      await query(manager, `${ALIGN_ACTIVE_RUNS} AND active_runs > 0 RETURNING id`, []);
      return orphans.filter(({ status }) => status === 'running');
    });
    await this.endEach(lost);
  }

  /** One run that cannot be ended keeps no other from its end. */
  private async endEach(runs: readonly JobRunFields[]): Promise<void> {
    for (const run of runs) {
      try {
        await this.runner.endInterrupted(run);
      } catch (error) {
        this.logger.error({ err: error, run: run.id }, 'the end of a lost run could not be written');
      }
    }
  }

  private async claimDue(): Promise<void> {
    const now = this.clock.now();
    const where = { nextRunAt: LessThanOrEqual(now), isPaused: false };
    const jobs = await this.state.manager.find(JobRecord, { where, order: { nextRunAt: 'ASC' }, take: DUE_AT_A_TIME });
    const claims = jobs.map((job) => this.claimOf(job, now));
    for (let from = 0; from < claims.length; from += CLAIMS_PER_TRANSACTION) {
      const some = claims.slice(from, from + CLAIMS_PER_TRANSACTION);
      await this.state.transaction(async (manager) => this.queueAll(await this.claimAll(manager, some, now)));
    }
  }

  private async claimAll(manager: EntityManager, claims: readonly Claim[], now: number): Promise<JobRunFields[]> {
    const runs: JobRunFields[] = [];
    for (const claim of claims) {
      const run = await this.claim(manager, claim, now);
      if (run !== null) runs.push(run);
    }
    return runs;
  }

  /** A trigger that cannot be understood is a failure of its job alone. */
  private claimOf(job: JobFields, now: number): Claim {
    const slot = job.nextRunAt ?? now;
    try {
      const due = dueSlots(job.trigger, slot, now, job.anchorAt);
      const skipReason = skipReasonOf(job, due.slot, due.passedBefore, now);
      return { job, slot: due.slot, next: due.next, missedSlots: due.passedBefore, skipReason };
    } catch (error) {
      const reason = `The trigger is not valid: ${error instanceof Error ? error.message : String(error)}`;
      return { job, slot, next: now + BROKEN_RETRY_MS, missedSlots: 0, skipReason: reason };
    }
  }

  private async claim(manager: EntityManager, claim: Claim, now: number): Promise<JobRunFields | null> {
    const { job, slot, next, missedSlots, skipReason } = claim;
    const isClaimed = await query<{ id: string }>(
      manager,
      'UPDATE job SET next_run_at = ? WHERE id = ? AND next_run_at = ? AND NOT is_paused RETURNING id',
      [next, job.id, job.nextRunAt],
    );
    if (isClaimed.length === 0) return null;
    const status = skipReason === null ? 'queued' : 'skipped';
    const run = this.store.newRun(job, {
      cause: 'schedule',
      slot,
      missedSlots,
      queuedAt: now,
      status,
      error: skipReason,
    });
    // A clock that was set back comes to a slot again that has run.
    if (!(await this.store.insert(manager, run))) return null;
    if (skipReason === null) {
      await query(manager, 'UPDATE job SET active_runs = active_runs + 1 WHERE id = ? RETURNING id', [job.id]);
      this.runner.publishQueued(run);
    } else {
      await this.store.noteInJob(manager, job.id, run, false);
      // A single moment that was missed is for a person to decide about.
      if (job.trigger.type === 'once') await manager.update(JobRecord, job.id, { isPaused: true });
      this.runner.publishSkipped(job, run);
    }
    return skipReason === null ? run : null;
  }

  /** Where the clock was set back, slots are computed anew; where it was set forward, they are missed as in a sleep. */
  private async watchClock(): Promise<void> {
    const clocks = { wall: this.clock.now(), monotonic: performance.now() };
    const before = this.clocks;
    this.clocks = clocks;
    if (before === null) return;
    const jumpMs = clocks.wall - before.wall - (clocks.monotonic - before.monotonic);
    if (jumpMs < -CLOCK_JUMP_MS) await this.alignNextRuns();
  }

  /** No job waits longer than until its next slot, which it would where the clock was set back since it was computed. */
  private async alignNextRuns(): Promise<void> {
    const now = this.clock.now();
    const jobs = await this.state.manager.find(JobRecord, {
      select: { id: true, trigger: true, anchorAt: true, nextRunAt: true },
      where: { nextRunAt: Not(IsNull()), isPaused: false },
    });
    const early = jobs.filter((job) => earlierRun(job, now) !== null);
    await this.state.transaction(async (manager) => {
      for (const { id } of early) {
        // A pause or another trigger may have been written since.
        const job = await manager.findOneBy(JobRecord, { id, isPaused: false });
        const next = job === null ? null : earlierRun(job, now);
        if (job === null || next === null) continue;
        await manager.update(JobRecord, id, { nextRunAt: next, anchorAt: anchorAsOf(job.trigger, job.anchorAt, now) });
      }
    });
  }

  /** What a single process had at work when it died. Where several share the runs, the queue hands those over again. */
  private async endInterrupted(): Promise<void> {
    const open = await this.state.manager.findBy(JobRunRecord, { status: isOpen() });
    await this.endEach(open.filter(({ status }) => status === 'running'));
  }

  private async takeOver(): Promise<void> {
    const runIds = await this.state.transaction(async (manager) => {
      const open = await manager.findBy(JobRunRecord, { status: isOpen() });
      open.sort((a, b) => a.queuedAt - b.queuedAt);
      await this.queueAll(open);
      await query(manager, `${ALIGN_ACTIVE_RUNS} RETURNING id`, []);
      return new Set(open.map(({ id }) => id));
    });
    // A start does not wait for network file systems.
    const left = await this.outputs.leftFolders(this.queue.isShared ? runIds : null);
    void this.removals.remove(left);
    void this.removals.lookAgain();
    void this.missing.lookAgain();
  }

  private queueAll(runs: readonly JobRunFields[]): Promise<void> {
    return this.queue.push(runs.map(({ id, connectionId }) => ({ id, lane: connectionId })));
  }
}

function nextOrNull({ trigger, anchorAt }: Pick<JobFields, 'trigger' | 'anchorAt'>, now: number): number | null {
  try {
    return nextRun(trigger, now, anchorAsOf(trigger, anchorAt, now));
  } catch {
    return null;
  }
}

/** The next slot where the job would wait beyond it, else null. */
function earlierRun(job: Pick<JobFields, 'trigger' | 'anchorAt' | 'nextRunAt'>, now: number): number | null {
  const next = nextOrNull(job, now);
  return next !== null && job.nextRunAt !== null && next < job.nextRunAt ? next : null;
}

function skipReasonOf(job: JobFields, slot: number, passedBefore: number, now: number): string | null {
  const lateMs = now - slot;
  const isOnce = job.trigger.type === 'once';
  if (lateMs > ON_TIME_MS && (lateMs > GRACE_MS || (job.missed === 'skip' && !isOnce))) {
    const slots = passedBefore === 0 ? 'It was' : `${passedBefore + 1} slots passed; the last was`;
    return `${slots} due at ${isoOf(slot)}, when the workbench was not running.`;
  }
  return job.activeRuns > 0 ? 'The previous run was still running.' : null;
}
