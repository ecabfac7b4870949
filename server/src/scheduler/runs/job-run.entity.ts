import { Column, Entity, PrimaryColumn, Raw } from 'typeorm';
import type { FindOperator } from 'typeorm';
import type { JobKindName, JobLogLine, JobRunStatus } from '#libs/api';
import { epoch } from '../epoch-column.js';

/** One run of a job; it outlives a one-time job. Times are milliseconds since the epoch. */
@Entity('job_run')
export class JobRunRecord {
  @PrimaryColumn('varchar')
  id!: string;

  @Column('varchar', { name: 'job_id' })
  jobId!: string;

  @Column('varchar', { name: 'job_name' })
  jobName!: string;

  @Column('varchar')
  kind!: JobKindName;

  @Column('varchar', { name: 'owner_id' })
  ownerId!: string;

  @Column('varchar', { name: 'connection_id', nullable: true })
  connectionId!: string | null;

  @Column('varchar')
  cause!: 'schedule' | 'manual';

  /** Unique within the job; null for a run by hand. */
  @Column('bigint', { nullable: true, transformer: epoch })
  slot!: number | null;

  @Column('integer', { name: 'missed_slots' })
  missedSlots!: number;

  @Column('bigint', { name: 'queued_at', transformer: epoch })
  queuedAt!: number;

  @Column('bigint', { name: 'started_at', nullable: true, transformer: epoch })
  startedAt!: number | null;

  @Column('bigint', { name: 'duration_ms', nullable: true, transformer: epoch })
  durationMs!: number | null;

  @Column('varchar')
  status!: JobRunStatus;

  @Column('text', { nullable: true })
  error!: string | null;

  /** The name of the person who cancelled it. */
  @Column('varchar', { name: 'cancelled_by', nullable: true })
  cancelledBy!: string | null;

  /** Files and folders that the run may have begun and that stay hidden until it succeeds. */
  @Column('simple-json')
  partials!: string[];

  /** The connections that it read; null while it goes on, and in runs from before they were kept. */
  @Column('simple-json', { name: 'read_connections', nullable: true })
  readConnections!: string[] | null;
}

/** Statuses of a run that is not over, as a list in SQL. */
export const OPEN_STATUSES = "('queued', 'running')";

/** A run that is not over. SQLite uses the index of open runs only where the text names the statuses. */
export function isOpen(): FindOperator<JobRunStatus> {
  return Raw((column) => `${column} IN ${OPEN_STATUSES}`) as FindOperator<JobRunStatus>;
}

/** A run's values. */
export type JobRunFields = Pick<JobRunRecord, keyof JobRunRecord>;

/** What a run said. */
@Entity('job_run_log')
export class JobRunLogRecord {
  @PrimaryColumn('varchar', { name: 'run_id' })
  runId!: string;

  @Column('simple-json')
  lines!: JobLogLine[];
}

/** A file or a folder that a run left. It is whole: nothing is written down before it is. */
@Entity('job_output')
export class JobOutputRecord {
  @PrimaryColumn('varchar')
  id!: string;

  @Column('varchar', { name: 'run_id' })
  runId!: string;

  @Column('varchar', { name: 'job_id' })
  jobId!: string;

  /** Unique within the run. */
  @Column('varchar')
  name!: string;

  /** Absolute. */
  @Column('text')
  path!: string;

  @Column('bigint', { transformer: epoch })
  bytes!: number;

  @Column('varchar')
  sha256!: string;

  @Column('simple-json')
  details!: Record<string, string | number | boolean | null>;

  @Column('bigint', { name: 'created_at', transformer: epoch })
  createdAt!: number;

  /** When it was pruned or found missing; `details.removal` says which. */
  @Column('bigint', { name: 'removed_at', nullable: true, transformer: epoch })
  removedAt!: number | null;
}
