import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { HistoryStatus } from '#libs/api';

/** Postgres gives `bigint` as text; counts of rows are exact as numbers. */
const WHOLE_NUMBER = {
  to: (count: number | null) => count,
  from: (count: number | string | null) => (count === null ? null : Number(count)),
};

/** One executed text. */
@Entity('studio_history')
export class HistoryRecord {
  @PrimaryGeneratedColumn('increment')
  sequence!: number;

  /** Who alone may see it. */
  @Column('varchar', { name: 'owner_id' })
  ownerId!: string;

  @Column('varchar')
  id!: string;

  @Column('varchar', { name: 'connection_id' })
  connectionId!: string;

  /** As it was called then. */
  @Column('varchar', { name: 'connection_name' })
  connectionName!: string;

  /** The beginning of the text; all of it where `isCut` is false. */
  @Column('text')
  sql!: string;

  @Column('boolean', { name: 'is_cut' })
  isCut!: boolean;

  /** The text in lower case as far as it is searched; apart, so that a search never reads the long texts. */
  @Column('text', { name: 'search_text', select: false })
  searchText!: string;

  @Column('varchar')
  status!: HistoryStatus;

  /** The state directory whose process ran it, while it runs; null in entries of earlier versions. */
  @Column('varchar', { nullable: true })
  home!: string | null;

  /** The process that ran it; null with a state in SQLite, which has one, and in entries of earlier versions. */
  @Column('varchar', { nullable: true })
  process!: string | null;

  /** ISO 8601. */
  @Column('varchar', { name: 'started_at' })
  startedAt!: string;

  @Column('float', { name: 'elapsed_ms' })
  elapsedMs!: number;

  /** Rows of the last statement that returned rows. */
  @Column('bigint', { name: 'row_count', nullable: true, transformer: WHOLE_NUMBER })
  rowCount!: number | null;

  @Column('text', { nullable: true })
  error!: string | null;
}
