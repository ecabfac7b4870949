import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { In } from 'typeorm';
import type { JobRunStatus } from '#libs/api';
import type { JobRunEvent } from '#libs/events';
import { quantityText, runTitle, withoutFolders } from './run-words.js';
import { ConnectionsQueries } from '../connections/index.js';
import { Clock, EventBus, Problem, State, WORKBENCH_CONFIG, errorCode, untilWritten } from '../platform/index.js';
import type { WorkbenchConfig } from '../platform/index.js';
import { ActiveJobRun } from './active-job-run.js';
import type { PendingOutput, RunHost, StopReason } from './active-job-run.js';
import { JobFailure } from './job-kind.js';
import type { JobEventName, OutputDetails } from './job-kind.js';
import { JobKinds } from './job-kinds.js';
import { JobOutputRecord, JobRunRecord } from './job-run.entity.js';
import type { JobRunFields } from './job-run.entity.js';
import { hrefOf, isoOf } from './job-views.js';
import { JobRecord } from './job.entity.js';
import type { JobFields } from './job.entity.js';
import { OutputRetention } from './output-retention.js';
import { OutputStore, digestOfFile } from './output-store.js';
import { OwnerRights } from './owner-rights.js';
import { RunStore } from './run-store.js';
import { TOKEN_REVOKED } from './run-words.js';
import type { RunEnd } from './run-store.js';

/** How long a run that is to stop may take to do so, in milliseconds; then its record ends without it. */
const STOP_GRACE_MS = 4_000;
/** A longer timer would fire at once. */
const LONGEST_TIMER_MS = 2_147_483_647;
const REPORT_EVERY_MS = 500;
/** How long a process that stops tries to write the ends of its runs. */
const LAST_TRIES_MS = 5_000;

/** Does runs: checks what their owner may do now, gives them what they need, and writes down how they end. */
@Injectable()
export class JobRunner implements RunHost, OnModuleInit {
  private readonly active = new Map<string, ActiveJobRun>();
  private readonly reportedAt = new Map<string, number>();
  private giveUpAt = Infinity;

  constructor(
    private readonly state: State,
    private readonly store: RunStore,
    private readonly outputs: OutputStore,
    private readonly retention: OutputRetention,
    private readonly kinds: JobKinds,
    private readonly rights: OwnerRights,
    private readonly connections: ConnectionsQueries,
    private readonly events: EventBus,
    @Inject(WORKBENCH_CONFIG) private readonly config: WorkbenchConfig,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(JobRunner.name);
  }

  onModuleInit(): void {
    this.events.subscribe('scheduler.cancel_asked', ({ run_id: runId, by }) => {
      this.find(runId)?.stop({ kind: 'cancelled', by });
    });
    this.events.subscribe('connections.changed', ({ connection_ids: ids }) => this.stopWithout(ids));
    this.events.subscribe('access.revoked', ({ user_id: userId }) => {
      this.stopWithoutRights(({ job }) => job.ownerId === userId);
    });
    this.events.subscribe('auth.token_revoked', ({ token_id: tokenId }) => {
      for (const run of this.active.values()) {
        if (run.job.tokenId === tokenId) run.stop({ kind: 'rights_lost', loss: TOKEN_REVOKED });
      }
    });
    this.events.subscribe('connection.access_changed', ({ connection_id: id }) => {
      this.stopWithoutRights(({ readConnections }) => readConnections.has(id));
    });
  }

  /** The run of that id, while it goes on here. */
  find(runId: string): ActiveJobRun | null {
    return this.active.get(runId) ?? null;
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
    const runs = [...this.active.values()];
    for (const run of runs) run.stop(reason);
    await Promise.all(runs.map(({ ended }) => ended));
  }

  /** Writes down the end of a run that never began, or that an earlier process did not bring to its end. */
  async endWithoutRunning(run: JobRunFields, error: string): Promise<void> {
    await this.outputs.remove(run.partials);
    const durationMs = run.startedAt === null ? null : Math.max(0, this.clock.now() - run.startedAt);
    const end: RunEnd = { status: 'interrupted', error, durationMs, outputs: [], log: [] };
    await this.state.transaction(async (manager) => {
      // Its process may have written down an end of its own meanwhile.
      if (!(await manager.existsBy(JobRunRecord, { id: run.id, status: In(['queued', 'running']) }))) return;
      const job = await manager.findOneBy(JobRecord, { id: run.jobId });
      await this.store.end(manager, job, run, end);
      this.publishEnd(job, run, end, []);
      await this.removeIfOnce(job, run);
    });
  }

  /** Writes down the end of a run whose process is gone. */
  endInterrupted(run: JobRunFields): Promise<void> {
    return this.endWithoutRunning(run, 'The workbench ended while it ran.');
  }

  /** Notifies browsers of a run that waits for its turn. */
  publishQueued(run: JobRunFields): void {
    this.publishChange(run, 'queued', null);
  }

  /** Reports a run that did not come to be: it ends in the very transaction that writes it down. */
  publishSkipped(job: JobFields, run: JobRunFields): void {
    this.publishEnd(job, run, { status: 'skipped', error: run.error, durationMs: null, outputs: [], log: [] }, []);
  }

  isoNow(): string {
    return this.clock.isoNow();
  }

  async reserve({ run, partials }: ActiveJobRun, paths: readonly string[]): Promise<void> {
    for (const path of paths) partials.add(path);
    await this.state.transaction((manager) => manager.update(JobRunRecord, run.id, { partials: [...partials] }));
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
    active.outputs.push({ ...(await digestOfFile(file, signal)), name, path, file, details });
  }

  /** Browsers hear of a run that goes on, but not of each line. */
  reportProgress(active: ActiveJobRun): void {
    const now = performance.now();
    if (now - (this.reportedAt.get(active.run.id) ?? -Infinity) < REPORT_EVERY_MS) return;
    this.reportedAt.set(active.run.id, now);
    this.publishChange(active.run, 'running', active);
  }

  private async begin(runId: string, startedAt: number): Promise<ActiveJobRun | null> {
    return this.state.transaction(async (manager) => {
      const run = await manager.findOneBy(JobRunRecord, { id: runId });
      // A commit whose outcome was unknown may have begun it already.
      const isOurs = run?.status === 'running' && run.startedAt === startedAt;
      const job = run?.status === 'queued' || isOurs ? await manager.findOneBy(JobRecord, { id: run.jobId }) : null;
      const kind = job === null ? null : this.kinds.find(job.kind);
      if (run === null || job === null || kind === null) return null;
      await manager.update(JobRunRecord, runId, { status: 'running', startedAt });
      const active = new ActiveJobRun(job, { ...fieldsOf(run), status: 'running', startedAt }, kind, startedAt, this);
      this.state.afterCommit(() => this.active.set(runId, active));
      this.publishChange(run, 'running', null);
      return active;
    });
  }

  /** Retries what has to be written in the end; a process that stops tries for some seconds only. */
  private written<T>(runId: string, work: () => Promise<T>): Promise<T> {
    const goOn = (error: unknown) => {
      this.logger.warn({ err: error, run: runId }, 'a run could not be written; it is tried again');
      return performance.now() < this.giveUpAt;
    };
    return untilWritten(work, { goOn });
  }

  /** A run whose process is gone, or whose kind nobody brings any more, is not left as if it went on. */
  private async endLeft(runId: string): Promise<void> {
    const run = await this.state.manager.findOneBy(JobRunRecord, { id: runId, status: In(['queued', 'running']) });
    if (run?.status === 'running') await this.endInterrupted(run);
    else if (run !== null)
      await this.endWithoutRunning(run, `There is nothing that runs jobs of the kind ${run.kind}.`);
  }

  /** Never rejects. */
  private async workOn(active: ActiveJobRun): Promise<RunEnd> {
    const begun = performance.now();
    const timeoutMs = Math.min(active.job.timeoutS * 1000, LONGEST_TIMER_MS);
    const timer = setTimeout(() => active.stop({ kind: 'timed_out', afterS: active.job.timeoutS }), timeoutMs);
    const failure = await this.attempt(active).then(
      () => null,
      (error: unknown) => error ?? new Error('Nothing was said.'),
    );
    clearTimeout(timer);
    const durationMs = Math.round(performance.now() - begun);
    const verdict = this.verdict(active, failure);
    const { status } = verdict;
    const { home, backupFolders } = this.config;
    const error = verdict.error === null ? null : withoutFolders(verdict.error, [home, ...backupFolders]);
    if (error !== null) active.log.add(error, 'error');
    const outputs = status === 'success' ? active.outputs : [];
    return { status, error, durationMs, outputs, log: active.log.lines() };
  }

  private async attempt(active: ActiveJobRun): Promise<void> {
    const actor = this.rights.actorOf(active.job, active.kind);
    active.actor = actor;
    const work = active.kind.run(active.context(actor));
    // A kind that does not notice that it is to stop is left behind.
    const givenUp = new AbortController();
    const abandoned = aborted(active.signal, givenUp.signal).then(() =>
      wait(STOP_GRACE_MS, null, { ref: false, signal: givenUp.signal }),
    );
    abandoned.catch(() => undefined);
    work.catch(() => undefined);
    await Promise.race([work, abandoned]).finally(() => givenUp.abort());
    if (active.stopReason !== null) throw new JobFailure('The run was stopped.');
    await this.moveOutputs(active);
  }

  /** Stops runs whose owner has lost a right that they began with: what is running must not outlive the right to run it. */
  private stopWithoutRights(isConcerned: (run: ActiveJobRun) => boolean): void {
    for (const run of this.active.values()) {
      const loss = isConcerned(run) ? this.rights.lossOf(run) : null;
      if (loss !== null) run.stop({ kind: 'rights_lost', loss });
    }
  }

  /** Stops what works on a connection that is gone: a program of its own, such as `pg_dump`, would go on with it. */
  private stopWithout(connectionIds: readonly string[]): void {
    const gone = new Set(connectionIds.filter((id) => this.connections.nameOf(id) === null));
    for (const run of this.active.values()) {
      if (run.job.connectionId !== null && gone.has(run.job.connectionId)) run.stop({ kind: 'connection_removed' });
    }
  }

  private async moveOutputs({ job, run, outputs }: ActiveJobRun): Promise<void> {
    for (const { file, name } of outputs) {
      if (file !== null) await this.outputs.moveInto(this.outputs.folderOf(job.id, run.id), file, name);
    }
  }

  private verdict(active: ActiveJobRun, failure: unknown): { status: JobRunStatus; error: string | null } {
    const { stopReason } = active;
    if (stopReason?.kind === 'cancelled') return { status: 'interrupted', error: `Cancelled by ${stopReason.by}.` };
    if (stopReason?.kind === 'shutdown') return { status: 'interrupted', error: 'The workbench was stopped.' };
    if (stopReason?.kind === 'timed_out') {
      return { status: 'timed_out', error: `It took longer than ${quantityText(stopReason.afterS * 1000)}.` };
    }
    if (stopReason?.kind === 'connection_removed') {
      return { status: 'error', error: 'The connection of the job was removed while it ran.' };
    }
    if (stopReason?.kind === 'rights_lost') return { status: 'error', error: stopReason.loss };
    if (failure === null) return { status: 'success', error: null };
    return { status: 'error', error: this.wordsOf(failure, active.run.id) };
  }

  private wordsOf(failure: unknown, runId: string): string {
    if (failure instanceof JobFailure || failure instanceof Problem) return failure.message;
    if (errorCode(failure) === 'ENOSPC' || /No space left/i.test(String(failure))) return 'The disk is full.';
    this.logger.error({ err: failure, run: runId }, 'a run failed');
    return 'Something went wrong in the workbench.';
  }

  private async finish(active: ActiveJobRun, end: RunEnd): Promise<void> {
    const { run } = active;
    const isGood = end.status === 'success';
    const workFolder = this.outputs.workFolderOf(run.id);
    // Before the end can be seen: a password may lie there.
    await this.outputs.remove([...active.partials].filter((path) => !isGood || path === workFolder));
    const pruned = await this.written(run.id, () => this.writeEnd(active, end));
    if (pruned === null) await this.outputs.remove([...active.partials]);
    else await this.retention.remove(pruned);
  }

  /** Answers the outputs to be removed; null where another process has marked this run as finished, or its job is gone. */
  private writeEnd(active: ActiveJobRun, end: RunEnd): Promise<JobOutputRecord[] | null> {
    const { job, kind } = active;
    const run = { ...active.run, partials: [], readConnections: [...active.readConnections] };
    return this.state.transaction(async (manager) => {
      const current = await manager.findOneBy(JobRunRecord, { id: run.id });
      // A commit whose outcome was unknown may have written this very end.
      if (current?.status === end.status && current.durationMs === end.durationMs) return [];
      if (current?.status !== 'running') return null;
      const currentJob = await manager.findOneBy(JobRecord, { id: job.id });
      const outputs = await this.store.end(manager, currentJob, run, end);
      this.publishEnd(currentJob ?? job, run, end, outputs);
      await this.removeIfOnce(currentJob, run);
      return end.status === 'success'
        ? this.retention.mark(manager, job.id, kind.keepLast?.(job.settings) ?? null)
        : [];
    });
  }

  /** A one-time job goes when its moment's run has ended; a run by hand before that leaves it. */
  private async removeIfOnce(job: JobFields | null, run: JobRunFields): Promise<void> {
    if (job?.trigger.type !== 'once' || run.cause !== 'schedule') return;
    await this.state.manager.delete(JobRecord, { id: job.id });
    const about = { job_id: job.id, owner_id: job.ownerId, connection_id: job.connectionId };
    this.events.publish('scheduler.job_changed', { ...about, change: 'removed' });
  }

  private publishChange(run: JobRunFields, status: JobRunStatus, active: ActiveJobRun | null): void {
    this.events.publish('scheduler.run_changed', {
      job_id: run.jobId,
      run_id: run.id,
      owner_id: run.ownerId,
      connection_id: run.connectionId,
      status,
      progress: active?.progress ?? null,
    });
  }

  private publishEnd(job: JobFields | null, run: JobRunFields, end: RunEnd, outputs: readonly JobOutputRecord[]): void {
    const isGood = end.status === 'success';
    const event = this.eventOf(job, run, end, outputs);
    const own = this.kinds.find(run.kind)?.events;
    const names: JobEventName[] = isGood ? ['scheduler.job.success'] : ['scheduler.job.error'];
    if (own !== undefined) names.push(isGood ? own.success : own.error);
    for (const name of names) {
      const isOwn = name === own?.success || name === own?.error;
      this.events.publish(name, isOwn ? this.withOwnTitle(event) : event);
    }
    this.publishChange(run, end.status, null);
  }

  private eventOf(
    job: JobFields | null,
    run: JobRunFields,
    { status, error, durationMs }: RunEnd,
    outputs: readonly PendingOrKept[],
  ): JobRunEvent {
    const isGood = status === 'success';
    const connectionName = this.connectionName(run.connectionId);
    const outcome = `Job ${isGood ? 'succeeded' : status === 'skipped' ? 'skipped' : 'failed'}`;
    return {
      job_id: run.jobId,
      job_name: run.jobName,
      kind: run.kind,
      run_id: run.id,
      owner_id: run.ownerId,
      connection_id: run.connectionId,
      connection_name: connectionName,
      status: EVENT_STATUS[status],
      trigger: run.cause,
      scheduled_for: run.slot === null ? null : isoOf(run.slot),
      started_at: isoOf(run.startedAt ?? run.queuedAt),
      duration_ms: durationMs ?? 0,
      error,
      outputs: outputs.map(({ name, bytes }) => ({ name, bytes, href: hrefOf({ runId: run.id, name }) })),
      title: runTitle(outcome, run.jobName, connectionName),
      message: error ?? `It took ${quantityText(durationMs ?? 0)}.`,
      notify: isGood ? (job?.notifiesSuccess ?? false) : (job?.notifiesError ?? true),
    };
  }

  private withOwnTitle(event: JobRunEvent): JobRunEvent {
    const titles = this.kinds.find(event.kind)?.eventTitles;
    if (titles === undefined) return event;
    const words = event.status === 'success' ? titles.success : titles.error;
    return { ...event, title: runTitle(words, event.job_name, event.connection_name) };
  }

  private connectionName(connectionId: string | null): string | null {
    return connectionId === null ? null : this.connections.nameOf(connectionId);
  }
}

/** Maps a run's status to the status of its event. */
const EVENT_STATUS: Readonly<Record<JobRunStatus, JobRunEvent['status']>> = {
  ...{ success: 'success', timed_out: 'timed_out', skipped: 'skipped' },
  ...{ error: 'error', interrupted: 'error', queued: 'error', running: 'error' },
};

type PendingOrKept = Pick<PendingOutput, 'name' | 'bytes'>;

/** A record's values, without its class. */
function fieldsOf(run: JobRunRecord): JobRunFields {
  return Object.assign({} as JobRunFields, run);
}

/** Resolves when `signal` aborts; forgets it when `over` does. */
function aborted(signal: AbortSignal, over: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true, signal: over });
  });
}
