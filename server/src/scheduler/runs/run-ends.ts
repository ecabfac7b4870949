import { Injectable } from '@nestjs/common';
import { Clock, EventBus, State } from '../../platform/index.js';
import { JobRecord } from '../job.entity.js';
import type { JobFields } from '../job.entity.js';
import type { FileRemovalRecord } from '../outputs/file-removal.entity.js';
import { FileRemovals } from '../outputs/file-removals.js';
import { OutputRetention } from '../outputs/output-retention.js';
import type { ActiveJobRun } from './active-job-run.js';
import { JobRunEvents } from './job-run-events.js';
import { JobRunRecord, isOpen } from './job-run.entity.js';
import { RunStore } from './run-store.js';
import type { RunEnd } from './run-store.js';
import type { RunVerdict } from './run-verdict.js';

/** Writes down how runs end, with what follows for their job and their files. */
@Injectable()
export class RunEnds {
  constructor(
    private readonly state: State,
    private readonly store: RunStore,
    private readonly removals: FileRemovals,
    private readonly retention: OutputRetention,
    private readonly events: EventBus,
    private readonly runEvents: JobRunEvents,
    private readonly clock: Clock,
  ) {}

  /** Writes down the end of a run that was not brought to one, and removes its files where nothing uses them any more. */
  async writeWithoutRunning(id: string, verdict: RunVerdict, removesFiles: boolean): Promise<void> {
    const removals = await this.state.transaction(async (manager) => {
      // Its process may have written down an end of its own meanwhile.
      const run = await manager.findOneBy(JobRunRecord, { id, status: isOpen() });
      if (run === null) return [];
      const durationMs = run.startedAt === null ? null : Math.max(0, this.clock.now() - run.startedAt);
      const end: RunEnd = { ...verdict, durationMs, outputs: [], log: [] };
      const job = await manager.findOneBy(JobRecord, { id: run.jobId });
      await this.store.end(manager, job, run, end);
      this.runEvents.publishEnd(job, run, end, []);
      await this.removeIfOnce(job);
      return removesFiles ? this.removals.note(manager, run.partials) : [];
    });
    // After the commit: a disk that hangs would hold up all that is written.
    await this.removals.carryOut(removals);
  }

  /** Writes down how a run ended, and which files `left` of it are to be removed; answers what is to be removed now. */
  async write(active: ActiveJobRun, end: RunEnd, left: readonly string[]): Promise<FileRemovalRecord[]> {
    const { job, kind, partials } = active;
    const keepLast = kind.keepLast?.(job.settings) ?? null;
    const places = keepLast === null ? null : await this.retention.look(job.id);
    const run = { ...active.run, partials: [], readConnections: [...active.readConnections] };
    return this.state.transaction(async (manager) => {
      const current = await manager.findOneBy(JobRunRecord, { id: run.id });
      // A commit whose outcome was unknown may have written this very end.
      if (current?.status === end.status && current.durationMs === end.durationMs) return [];
      // Another process has marked it as finished, or its job is gone: nothing of it is kept.
      if (current?.status !== 'running') return this.removals.note(manager, [...partials]);
      const currentJob = await manager.findOneBy(JobRecord, { id: job.id });
      const outputs = await this.store.end(manager, currentJob, run, end);
      this.runEvents.publishEnd(currentJob ?? job, run, end, outputs);
      await this.removeIfOnce(currentJob);
      await this.removals.note(manager, left);
      return end.status === 'success' || outputs.length > 0
        ? this.retention.mark(manager, job.id, keepLast, places)
        : [];
    });
  }

  /**
   * A one-time job goes when its moment's run has ended, and with it all others that were asked for meanwhile; a run by hand
   * before, or of an earlier trigger, leaves it, and so does a moment that was skipped.
   */
  private async removeIfOnce(job: JobFields | null): Promise<void> {
    if (job?.trigger.type !== 'once') return;
    const { manager } = this.state;
    const moment = await manager.findOneBy(JobRunRecord, { jobId: job.id, slot: Date.parse(job.trigger.at) });
    if (moment === null || moment.status === 'skipped') return;
    if (await manager.existsBy(JobRunRecord, { jobId: job.id, status: isOpen() })) return;
    await manager.delete(JobRecord, { id: job.id });
    const about = { job_id: job.id, owner_id: job.ownerId, connection_id: job.connectionId };
    this.events.publish('scheduler.job_changed', { ...about, change: 'removed' });
  }
}
