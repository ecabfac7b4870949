import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { RunStatus } from '#libs/api';

/** One executed text. */
@Entity('studio_history')
export class HistoryRecord {
  @PrimaryGeneratedColumn('increment')
  sequence!: number;

  @Column('varchar')
  id!: string;

  @Column('varchar', { name: 'connection_id' })
  connectionId!: string;

  /** As it was called then. */
  @Column('varchar', { name: 'connection_name' })
  connectionName!: string;

  @Column('text')
  sql!: string;

  @Column('varchar')
  status!: RunStatus;

  /** ISO 8601. */
  @Column('varchar', { name: 'started_at' })
  startedAt!: string;

  @Column('float', { name: 'elapsed_ms' })
  elapsedMs!: number;

  /** Rows of the last statement that returned rows. */
  @Column('bigint', { name: 'row_count', nullable: true })
  rowCount!: number | null;

  @Column('text', { nullable: true })
  error!: string | null;
}
