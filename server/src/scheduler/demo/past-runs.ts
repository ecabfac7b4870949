import { rm, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import type { Actor } from '#libs/access';
import { Clock, State } from '../../platform/index.js';
import { JobRecord } from '../job.entity.js';
import { JobOutputRecord, JobRunLogRecord, JobRunRecord } from '../runs/job-run.entity.js';
import { SchedulerService } from '../scheduler.service.js';

const LOOK_EVERY_MS = 40;
const DAY_MS = 24 * 60 * 60 * 1000;
const OPEN = In(['queued', 'running']);

/** A run of the demo, for its list of what was made. */
export interface PastRun {
  readonly id: string;
  readonly jobName: string;
}

/** Runs the demo's jobs and gives their runs times of the past: logs, results and files are those of real runs. */
@Injectable()
export class PastRuns {
  constructor(
    private readonly scheduler: SchedulerService,
    private readonly state: State,
    private readonly clock: Clock,
  ) {}

  /** Runs a job to its end, however that is, as its schedule did `daysAgo` at an hour of the day, UTC. */
  async run(actor: Actor, jobId: string, { daysAgo, hour }: PastSlot, signal: AbortSignal): Promise<PastRun> {
    const { id } = await this.scheduler.run(actor, jobId);
    while (await this.state.manager.existsBy(JobRunRecord, { id, status: OPEN }))
      await wait(LOOK_EVERY_MS, null, { signal });
    const now = this.clock.now();
    const slot = now - (now % DAY_MS) - daysAgo * DAY_MS + hour * 60 * 60 * 1000;
    await this.state.transaction(() => this.moveTo(id, slot));
    const { jobName } = await this.state.manager.findOneByOrFail(JobRunRecord, { id });
    return { id, jobName };
  }

  /** Deletes the files of a run that its job would leave when it is removed: backups. */
  async removeFiles(runId: string): Promise<void> {
    const outputs = await this.state.manager.findBy(JobOutputRecord, { runId, removedAt: IsNull() });
    for (const { path } of outputs) {
      await rm(path, { recursive: true, force: true });
      // A folder with other files in it stays.
      await rmdir(dirname(path)).catch(() => undefined);
    }
    const removedAt = this.clock.now();
    await this.state.transaction((manager) =>
      manager.update(JobOutputRecord, { runId, removedAt: IsNull() }, { removedAt }),
    );
  }

  /** Whether a run is still kept. */
  isKept(runId: string): Promise<boolean> {
    return this.state.manager.existsBy(JobRunRecord, { id: runId });
  }

  /** The id of the job of a run; null where the run is not kept any more. */
  async jobOf(runId: string): Promise<string | null> {
    return (await this.state.manager.findOneBy(JobRunRecord, { id: runId }))?.jobId ?? null;
  }

  private async moveTo(id: string, slot: number): Promise<void> {
    const { manager } = this.state;
    const run = await manager.findOneByOrFail(JobRunRecord, { id });
    const shift = slot - run.queuedAt;
    const startedAt = run.startedAt === null ? null : run.startedAt + shift;
    await manager.update(JobRunRecord, { id }, { cause: 'schedule', slot, queuedAt: slot, startedAt });
    const log = await manager.findOneBy(JobRunLogRecord, { runId: id });
    const lines = log?.lines.map((line) => ({ ...line, at: new Date(Date.parse(line.at) + shift).toISOString() }));
    if (lines !== undefined) await manager.update(JobRunLogRecord, { runId: id }, { lines });
    for (const output of await manager.findBy(JobOutputRecord, { runId: id }))
      await manager.update(JobOutputRecord, { id: output.id }, { createdAt: output.createdAt + shift });
    const job = await manager.findOneByOrFail(JobRecord, { id: run.jobId });
    const startedText = new Date(startedAt ?? slot).toISOString();
    const recentRuns = job.recentRuns.map((mark) => (mark.id === id ? { ...mark, started_at: startedText } : mark));
    const createdAt = Math.min(job.createdAt, slot - DAY_MS);
    await manager.update(JobRecord, { id: job.id }, { recentRuns, createdAt });
  }
}

/** When a run is meant to have been. */
export interface PastSlot {
  readonly daysAgo: number;
  /** Of the day, UTC. */
  readonly hour: number;
}
