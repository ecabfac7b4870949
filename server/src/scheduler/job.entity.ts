import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Actor } from '#libs/access';
import type { JobKindName, JobPauseReason, JobRunMark, JobRunStatus, MissedPolicy } from '#libs/api';
import type { Trigger } from '#libs/triggers';
import { epoch } from './epoch-column.js';

/** Something that runs again and again, or once. Times are milliseconds since the epoch. */
@Entity('job')
export class JobRecord {
  @PrimaryColumn('varchar')
  id!: string;

  @Column('varchar')
  kind!: JobKindName;

  @Column('varchar')
  name!: string;

  /** The name in small letters, by which lists are ordered. */
  @Column('varchar', { name: 'name_key' })
  nameKey!: string;

  @Column('varchar', { name: 'owner_id' })
  ownerId!: string;

  /** What the one who made it was limited to: a run may do no more. */
  @Column('simple-json')
  limits!: Pick<Actor, 'scopes' | 'connectionIds'>;

  /** The token that saved it last; null where a person did. */
  @Column('varchar', { name: 'token_id', nullable: true })
  tokenId!: string | null;

  @Column('varchar', { name: 'connection_id', nullable: true })
  connectionId!: string | null;

  @Column('simple-json', { name: 'schedule' })
  trigger!: Trigger;

  /** From where intervals are counted. */
  @Column('bigint', { name: 'anchor_at', transformer: epoch })
  anchorAt!: number;

  /** As the kind has checked them. */
  @Column('simple-json')
  settings!: object;

  @Column('varchar', { name: 'settings_text' })
  settingsText!: string;

  @Column('boolean', { name: 'notify_success' })
  notifiesSuccess!: boolean;

  @Column('boolean', { name: 'notify_error' })
  notifiesError!: boolean;

  @Column('varchar')
  missed!: MissedPolicy;

  @Column('integer', { name: 'timeout_s' })
  timeoutS!: number;

  @Column('boolean', { name: 'is_paused' })
  isPaused!: boolean;

  /** Why it was paused without a request; null where a person or a program paused it. */
  @Column('varchar', { name: 'pause_reason', nullable: true })
  pauseReason!: JobPauseReason | null;

  /** The next slot; null while it is paused, and where none comes any more. */
  @Column('bigint', { name: 'next_run_at', nullable: true, transformer: epoch })
  nextRunAt!: number | null;

  /** Runs that are queued or running. */
  @Column('integer', { name: 'active_runs' })
  activeRuns!: number;

  @Column('varchar', { name: 'last_run_id', nullable: true })
  lastRunId!: string | null;

  /** How the last run ended; one that a person cancelled counts neither as success nor as failure. */
  @Column('varchar', { name: 'last_status', nullable: true })
  lastStatus!: JobRunStatus | 'cancelled' | null;

  @Column('simple-json', { name: 'recent_runs' })
  recentRuns!: JobRunMark[];

  /** Runs that are over. */
  @Column('integer', { name: 'run_count' })
  runCount!: number;

  @Column('bigint', { name: 'created_at', transformer: epoch })
  createdAt!: number;

  @Column('bigint', { name: 'updated_at', transformer: epoch })
  updatedAt!: number;
}

/** A job's values. */
export type JobFields = Pick<JobRecord, keyof JobRecord>;
