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
 * A backup that cannot fit is not begun: a full disk is trouble for everything else on it, too. A database that has become
 * smaller than its last backup needs no more than its own size. Throws `JobFailure`.
 */
export async function refuseFullDisk(
  folder: string,
  lastBackupBytes: number | null,
  databaseBytes: number,
): Promise<void> {
  if (lastBackupBytes === null) return;
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= Math.min(lastBackupBytes, databaseBytes) * 1.1) return;
  throw new JobFailure('The disk is too full: the previous backup took more than is free.');
}
