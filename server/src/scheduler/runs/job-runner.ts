import { Inject, Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { withoutFolders } from './run-words.js';
import { Clock, State, WORKBENCH_CONFIG, retryWhileUnavailable } from '../../platform/index.js';
import type { WorkbenchConfig } from '../../platform/index.js';
import { ActiveJobRun } from './active-job-run.js';
import type { PendingOutput, RunHost, StopReason } from './active-job-run.js';
import { JobFailure } from '../job-kind.js';
import type { OutputDetails } from '../job-kind.js';
import { JobKinds } from '../job-kinds.js';
import { JobRunRecord, isOpen } from './job-run.entity.js';
import type { JobRunFields } from './job-run.entity.js';
import { JobRecord } from '../job.entity.js';
import type { JobFields } from '../job.entity.js';
import { FileRemovals } from '../outputs/file-removals.js';
import { OutputStore, digestOfFile } from '../outputs/output-store.js';
import { OwnerRights } from '../owner-rights.js';
import { JobRunEvents } from './job-run-events.js';
import { RunEnds } from './run-ends.js';
import { RunStore } from './run-store.js';
import type { RunEnd } from './run-store.js';
import { expectedFailure, interruptedRun, runVerdict } from './run-verdict.js';
import type { RunVerdict } from './run-verdict.js';
import { settledOrLeft } from './settled-or-left.js';

/** A longer timer would fire at once. */
const LONGEST_TIMER_MS = 2_147_483_647;
const REPORT_EVERY_MS = 500;
/** How long a process that stops tries to write the ends of its runs. */
const LAST_TRIES_MS = 5_000;

/** Does runs: checks what their owner may do now, gives them what they need, and writes down how they end. */
@Injectable()
export class JobRunner implements RunHost {
  private readonly active = new Map<string, ActiveJobRun>();
  private readonly reportedAt = new Map<string, number>();
  private giveUpAt = Infinity;

  constructor(
    private readonly state: State,
    private readonly store: RunStore,
    private readonly outputs: OutputStore,
    private readonly removals: FileRemovals,
    private readonly ends: RunEnds,
    private readonly kinds: JobKinds,
    private readonly rights: OwnerRights,
    private readonly runEvents: JobRunEvents,
    @Inject(WORKBENCH_CONFIG) private readonly config: WorkbenchConfig,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(JobRunner.name);
  }

  /** The run of that id, while it goes on here. */
  find(runId: string): ActiveJobRun | null {
    return this.active.get(runId) ?? null;
  }

  /** The runs that go on here. */
  all(): ActiveJobRun[] {
    return [...this.active.values()];
  }

  /** Does a queued run; resolves when its end is written down, for which it tries until the process ends. */
  async run(runId: string): Promise<void> {
    const startedAt = this.clock.now();
    const active = await this.written(runId, () => this.begin(runId, startedAt));
    if (active === null) {
      await this.written(runId, () => this.endLeft(runId));
      return;
    }
    try {
      const end = await this.workOn(active);
      await this.finish(active, end);
    } catch (error) {
      // What is left is found by the next reconciliation, or swept with the next start.
      this.logger.error({ err: error, run: runId }, 'the end of a run could not be written');
    } finally {
      this.active.delete(runId);
      this.reportedAt.delete(runId);
      active.end();
    }
  }

  /** Stops everything that goes on and resolves when that is written down. */
  async stopAll(reason: StopReason): Promise<void> {
    this.giveUpAt = performance.now() + LAST_TRIES_MS;
    const runs = this.all();
    for (const run of runs) run.stop(reason);
    await Promise.all(runs.map(({ ended }) => ended));
  }

  /** Writes down the end of a run that never began, or that an earlier process did not bring to its end. */
  endWithoutRunning({ id }: Pick<JobRunFields, 'id'>, verdict: RunVerdict): Promise<void> {
    // One that still goes on here removes its files when it comes to its end.
    return this.ends.writeWithoutRunning(id, verdict, !this.active.has(id));
  }

  /** Writes down the end of a run whose process is gone. */
  endInterrupted(run: JobRunFields): Promise<void> {
    return this.endWithoutRunning(run, interruptedRun('The workbench ended while it ran.'));
  }

  /** Notifies browsers of a run that waits for its turn. */
  publishQueued(run: JobRunFields): void {
    this.runEvents.publishChange(run, 'queued', null);
  }

  /** Reports a run that did not come to be: it ends in the very transaction that writes it down. */
  publishSkipped(job: JobFields, run: JobRunFields): void {
    this.runEvents.publishEnd(
      job,
      run,
      { status: 'skipped', error: run.error, cancelledBy: null, durationMs: null, outputs: [], log: [] },
      [],
    );
  }

  isoNow(): string {
    return this.clock.isoNow();
  }

  async reserve({ run, partials, signal }: ActiveJobRun, paths: readonly string[]): Promise<void> {
    for (const path of paths) partials.add(path);
    const write = () =>
      this.state.transaction((manager) => manager.update(JobRunRecord, run.id, { partials: [...partials] }));
    await this.written(run.id, write, signal);
  }

  async workFolder(active: ActiveJobRun): Promise<string> {
    const { job, run } = active;
    const folder = this.outputs.workFolderOf(run.id);
    await this.reserve(active, [folder, this.outputs.folderOf(job.id, run.id)]);
    await this.outputs.makeFolder(folder);
    return folder;
  }

  async keep(active: ActiveJobRun, file: string, name: string, details: OutputDetails): Promise<void> {
    const { job, run, signal } = active;
    const path = `${this.outputs.folderOf(job.id, run.id)}/${name}`;
    active.addOutput({ ...(await digestOfFile(file, signal)), name, path, file, details });
  }

  async keepNow(active: ActiveJobRun, output: PendingOutput): Promise<void> {
    const { run, partials, signal } = active;
    const write = () =>
      this.state.transaction(async (manager) => {
        const others = [...partials].filter((path) => path !== output.path);
        await this.store.keepNow(manager, run, output, others);
        this.state.afterCommit(() => active.noteKept(output));
      });
    const kept = this.written(run.id, write, signal);
    active.keeping = kept.catch(() => undefined);
    await kept;
  }

  /** Browsers hear of a run that goes on, but not of each line. */
  reportProgress(active: ActiveJobRun): void {
    const now = performance.now();
    if (now - (this.reportedAt.get(active.run.id) ?? -Infinity) < REPORT_EVERY_MS) return;
    this.reportedAt.set(active.run.id, now);
    this.runEvents.publishChange(active.run, 'running', active);
  }

  private async begin(runId: string, startedAt: number): Promise<ActiveJobRun | null> {
    return this.state.transaction(async (manager) => {
      const run = await manager.findOneBy(JobRunRecord, { id: runId });
      // A commit whose outcome was unknown may have begun it already.
      const isOurs = run?.status === 'running' && run.startedAt === startedAt;
      const job = run?.status === 'queued' || isOurs ? await manager.findOneBy(JobRecord, { id: run.jobId }) : null;
      const kind = job === null ? null : this.kinds.find(job.kind);
      if (run === null || job === null || kind === null) return null;
      // The job may have been changed since the run was queued.
      const begun = { status: 'running', startedAt, jobName: job.name, connectionId: job.connectionId } as const;
      await manager.update(JobRunRecord, runId, begun);
      const active = new ActiveJobRun(job, { ...fieldsOf(run), ...begun }, kind, startedAt, this);
      this.state.afterCommit(() => this.active.set(runId, active));
      this.runEvents.publishChange(active.run, 'running', null);
      return active;
    });
  }

  /** Retries what has to be written, until `signal` aborts; a process that stops tries for some seconds only. */
  private written<T>(runId: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const goOn = (error: unknown) => {
      this.logger.warn({ err: error, run: runId }, 'a run could not be written');
      return performance.now() < this.giveUpAt && signal?.aborted !== true;
    };
    return retryWhileUnavailable(work, { goOn });
  }

  /** A run whose process or job is gone, or whose kind is no longer registered, is not left as if it went on. */
  private async endLeft(runId: string): Promise<void> {
    const { manager } = this.state;
    const run = await manager.findOneBy(JobRunRecord, { id: runId, status: isOpen() });
    if (run === null) return;
    if (run.status === 'running') return this.endInterrupted(run);
    const hasJob = await manager.existsBy(JobRecord, { id: run.jobId });
    const ofKind = `Jobs of the kind ${run.kind} cannot run on this workbench.`;
    await this.endWithoutRunning(run, interruptedRun(hasJob ? ofKind : 'The job no longer exists.'));
  }

  /** Never rejects. */
  private async workOn(active: ActiveJobRun): Promise<RunEnd> {
    const begun = performance.now();
    const timeoutMs = Math.min(active.job.timeoutS * 1000, LONGEST_TIMER_MS);
    const timer = setTimeout(() => active.stop({ kind: 'timed_out', afterS: active.job.timeoutS }), timeoutMs);
    const failure = await this.attempt(active).then(
      () => null,
      (error: unknown) => error ?? new Error('No reason was given.'),
    );
    clearTimeout(timer);
    // A file whose record is still being written must not be removed meanwhile.
    await active.keeping;
    const durationMs = Math.round(performance.now() - begun);
    const verdict = this.verdictOf(active, failure);
    const { status, cancelledBy } = verdict;
    const { home, backupFolders } = this.config;
    const error = verdict.error === null ? null : withoutFolders(verdict.error, [home, ...backupFolders]);
    if (error !== null) active.log.add(error, cancelledBy === null ? 'error' : 'info');
    const outputs = active.outputs.filter(({ isKept }) => isKept || status === 'success');
    return { status, error, cancelledBy, durationMs, outputs, log: active.log.lines() };
  }

  private async attempt(active: ActiveJobRun): Promise<void> {
    const actor = this.rights.actorOf(active.job, active.kind);
    active.actor = actor;
    await settledOrLeft(active.kind.run(active.context(actor)), active.signal);
    if (active.stopReason !== null) throw new JobFailure('The run was stopped.');
    await this.moveOutputs(active);
  }

  private async moveOutputs({ job, run, outputs }: ActiveJobRun): Promise<void> {
    for (const { file, name } of outputs) {
      if (file !== null) await this.outputs.moveInto(this.outputs.folderOf(job.id, run.id), file, name);
    }
  }

  private verdictOf({ stopReason, run }: ActiveJobRun, failure: unknown): RunVerdict {
    const isFault = stopReason === null && failure !== null && expectedFailure(failure) === null;
    if (isFault) this.logger.error({ err: failure, run: run.id }, 'a run failed');
    return runVerdict(stopReason, failure);
  }

  private async finish(active: ActiveJobRun, end: RunEnd): Promise<void> {
    const { run } = active;
    const isGood = end.status === 'success';
    const workFolder = this.outputs.workFolderOf(run.id);
    // Before the end can be seen: a password may lie there.
    const others = isGood ? [] : [...active.partials].filter((path) => path !== workFolder);
    const own = active.partials.has(workFolder) ? [workFolder] : [];
    const left = await this.removals.remove([...own, ...others]);
    const removals = await this.written(run.id, () => this.ends.write(active, end, left));
    await this.removals.carryOut(removals);
  }
}

/** A record's values, without its class. */
function fieldsOf(run: JobRunRecord): JobRunFields {
  return Object.assign({} as JobRunFields, run);
}
