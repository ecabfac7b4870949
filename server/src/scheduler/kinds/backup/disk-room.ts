import { statfs } from 'node:fs/promises';
import type { EntityManager } from 'typeorm';
import { In, IsNull } from 'typeorm';
import { JobFailure } from '../../job-kind.js';
import type { JobContext } from '../../job-kind.js';
import { JobOutputRecord, JobRunRecord } from '../../runs/job-run.entity.js';
import type { BackupFormat } from './backup-check.js';

/** Backups of the job that are looked through: its format and its connection change rarely. */
const MOST_LOOKED_AT = 20;

/** The bytes of the job's last backup of the same connection and format that is still there; null without one. */
export async function lastBytes(
  manager: EntityManager,
  { jobId, connectionId }: Pick<JobContext, 'jobId' | 'connectionId'>,
  format: BackupFormat,
): Promise<number | null> {
  const outputs = await manager.find(JobOutputRecord, {
    where: { jobId, removedAt: IsNull() },
    order: { createdAt: 'DESC' },
    take: MOST_LOOKED_AT,
  });
  const runs = await manager.findBy(JobRunRecord, { id: In(outputs.map(({ runId }) => runId)) });
  const ids = new Set(runs.filter((run) => run.connectionId === connectionId).map(({ id }) => id));
  return outputs.find(({ runId, details }) => ids.has(runId) && details.format === format)?.bytes ?? null;
}

/**
 * How large a backup is expected to be. A compressed one needs no more than the database, which may have become smaller;
 * plain SQL may need more, since the server counts long values as it stores them, compressed.
 */
export function expectedBytes(format: BackupFormat, lastBackupBytes: number, databaseBytes: number): number {
  return format === 'plain' ? lastBackupBytes : Math.min(lastBackupBytes, databaseBytes);
}

/** A backup that cannot fit is not begun: a full disk is trouble for everything else on it, too. Throws `JobFailure`. */
export async function refuseFullDisk(folder: string, expected: number | null): Promise<void> {
  if (expected === null) return;
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= expected * 1.1) return;
  throw new JobFailure('The disk is too full: the previous backup took more than is free.');
}
