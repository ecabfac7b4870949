import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { EntityManager } from 'typeorm';
import type { JobLogLine, JobRunMark, JobRunStatus } from '#libs/api';
import { Clock, State } from '../../platform/index.js';
import type { FileRemovalRecord } from '../outputs/file-removal.entity.js';
import { FileRemovals } from '../outputs/file-removals.js';
import { OutputStore } from '../outputs/output-store.js';
import type { PendingOutput } from './active-job-run.js';
import { JobOutputRecord, JobRunLogRecord, JobRunRecord } from './job-run.entity.js';
import type { JobRunFields } from './job-run.entity.js';
import { JobRecord } from '../job.entity.js';
import type { JobFields } from '../job.entity.js';
import { query } from '../portable-sql.js';
import { isoOf } from '../job-views.js';

/** What lists show of a job's runs. */
const RECENT_RUNS = 20;
/** Newest runs of a job that are kept; older ones go unless they keep an output. */
export const KEPT_RUNS = 1000;
const PRUNE_EVERY_RUNS = 50;
/** An output that is no longer offered is not forgotten before: its file may be back. */
const FORGOTTEN_AFTER_MS = 24 * 3_600_000;

const OVER: readonly JobRunStatus[] = ['success', 'error', 'skipped', 'interrupted', 'timed_out'];

/** How a run came to an end. */
export interface RunEnd {
  readonly status: JobRunStatus;
  readonly error: string | null;
  readonly cancelledBy: string | null;
  readonly durationMs: number | null;
  readonly outputs: readonly PendingOutput[];
  readonly log: readonly JobLogLine[];
}

/** Writes runs down. Everything here belongs into a state transaction. */
@Injectable()
export class RunStore {
  constructor(
    private readonly state: State,
    private readonly files: OutputStore,
    private readonly removals: FileRemovals,
    private readonly clock: Clock,
  ) {}

  /** Writes a new run down; false where its slot has one already. */
  async insert(manager: EntityManager, run: JobRunFields): Promise<boolean> {
    const inserted = await query<{ id: string }>(
      manager,
      `INSERT INTO job_run (id, job_id, job_name, kind, owner_id, connection_id, cause, slot, missed_slots, queued_at,
         started_at, duration_ms, status, error, partials)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (job_id, slot) DO NOTHING RETURNING id`,
      [
        ...[run.id, run.jobId, run.jobName, run.kind, run.ownerId, run.connectionId, run.cause, run.slot],
        ...[run.missedSlots, run.queuedAt, run.startedAt, run.durationMs, run.status, run.error],
        JSON.stringify(run.partials),
      ],
    );
    return inserted.length === 1;
  }

  /** Writes the end of a run down, with the files that it leaves, and what its job shows of it. */
  async end(manager: EntityManager, job: JobFields | null, run: JobRunFields, end: RunEnd): Promise<JobOutputRecord[]> {
    const { status, error, cancelledBy, durationMs, log } = end;
    const ended = { status, error, cancelledBy, durationMs };
    const { readConnections } = run;
    await manager.update(JobRunRecord, run.id, { ...ended, partials: [], readConnections });
    if (log.length > 0) await manager.insert(JobRunLogRecord, { runId: run.id, lines: [...log] });
    const outputs = end.outputs.map((output) => outputRecord(run, output));
    // One that was kept before has a record.
    if (outputs.length > 0) await manager.upsert(JobOutputRecord, outputs, ['id']);
    if (job !== null) await this.noteInJob(manager, job.id, { ...run, ...ended });
    return outputs;
  }

  /** Writes down an output of a run that goes on, with the files that are still removed should the run not end well. */
  async keepNow(manager: EntityManager, run: JobRunFields, output: PendingOutput, partials: string[]): Promise<void> {
    await manager.upsert(JobOutputRecord, outputRecord(run, output), ['id']);
    await manager.update(JobRunRecord, run.id, { partials });
  }

  /** A new run's values. */
  newRun(
    job: JobFields,
    more: Partial<JobRunFields> & Pick<JobRunFields, 'cause' | 'queuedAt' | 'status'>,
  ): JobRunFields {
    const { id: jobId, name: jobName, kind, ownerId, connectionId } = job;
    const empty = {
      slot: null,
      missedSlots: 0,
      startedAt: null,
      durationMs: null,
      error: null,
      cancelledBy: null,
      partials: [],
      readConnections: null,
    };
    return { id: randomUUID(), jobId, jobName, kind, ownerId, connectionId, ...empty, ...more };
  }

  /** Takes note in the job of a run that is over. */
  async noteInJob(manager: EntityManager, jobId: string, run: JobRunFields, wasActive = true): Promise<void> {
    const job = await manager.findOneBy(JobRecord, { id: jobId });
    if (job === null) return;
    const isShown = run.startedAt !== null;
    const isCancelled = run.cancelledBy !== null;
    const mark: JobRunMark = {
      id: run.id,
      status: run.status,
      ...(isCancelled ? { cancelled: true } : {}),
      started_at: isoOf(run.startedAt ?? run.queuedAt),
      duration_ms: run.durationMs ?? 0,
    };
    await manager.update(JobRecord, jobId, {
      lastRunId: run.id,
      lastStatus: isCancelled ? 'cancelled' : run.status,
      activeRuns: Math.max(0, job.activeRuns - (wasActive ? 1 : 0)),
      runCount: job.runCount + 1,
      ...(isShown ? { recentRuns: [...job.recentRuns, mark].slice(-RECENT_RUNS) } : {}),
    });
    if ((job.runCount + 1) % PRUNE_EVERY_RUNS === 0) await this.forgetOld(manager, jobId);
  }

  /** Every output of some runs, removed ones too, in the order in which they were created. */
  async outputsOf(runIds: readonly string[]): Promise<Map<string, JobOutputRecord[]>> {
    const byRun = new Map<string, JobOutputRecord[]>();
    if (runIds.length === 0) return byRun;
    const where = { runId: In([...runIds]) };
    for (const output of await this.state.manager.find(JobOutputRecord, {
      where,
      order: { createdAt: 'ASC', name: 'ASC' },
    })) {
      byRun.set(output.runId, [...(byRun.get(output.runId) ?? []), output]);
    }
    return byRun;
  }

  /** Removes all that a job's runs have left in the state; answers their files, to be removed after the commit. */
  async forgetJob(manager: EntityManager, jobId: string): Promise<FileRemovalRecord[]> {
    await query(manager, 'DELETE FROM job_run_log WHERE run_id IN (SELECT id FROM job_run WHERE job_id = ?)', [jobId]);
    await manager.delete(JobOutputRecord, { jobId });
    await manager.delete(JobRunRecord, { jobId });
    return this.removals.note(manager, [this.files.folderOfJob(jobId)]);
  }

  private async forgetOld(manager: EntityManager, jobId: string): Promise<void> {
    const old = `SELECT id FROM job_run WHERE job_id = ? AND status IN (${OVER.map((status) => `'${status}'`).join()})
      AND NOT EXISTS (SELECT 1 FROM job_output o WHERE o.run_id = job_run.id AND o.removed_at IS NULL)
      AND queued_at < (SELECT queued_at FROM job_run WHERE job_id = ? ORDER BY queued_at DESC LIMIT 1 OFFSET ${KEPT_RUNS})`;
    await query(manager, `DELETE FROM job_run_log WHERE run_id IN (${old})`, [jobId, jobId]);
    await query(manager, `DELETE FROM job_run WHERE id IN (${old})`, [jobId, jobId]);
    const removed = `job_id = ? AND removed_at < ? AND NOT EXISTS (SELECT 1 FROM job_run r WHERE r.id = job_output.run_id)`;
    await query(manager, `DELETE FROM job_output WHERE ${removed}`, [jobId, this.clock.now() - FORGOTTEN_AFTER_MS]);
  }
}

function outputRecord(run: JobRunFields, output: PendingOutput): JobOutputRecord {
  const { id, name, path, bytes, sha256, details } = output;
  const createdAt = (run.startedAt ?? run.queuedAt) + (run.durationMs ?? 0);
  return {
    id,
    runId: run.id,
    jobId: run.jobId,
    name,
    path,
    bytes,
    sha256,
    details,
    createdAt,
    removedAt: null,
  };
}
