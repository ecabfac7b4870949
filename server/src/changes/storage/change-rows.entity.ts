import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Where rows come from: the last rehearsal, or what was applied. */
export type RowsSource = 'rehearsed' | 'applied';

/** A piece of the rows of a change set, before and after, encrypted. */
@Entity('change_rows')
export class ChangeRowsRecord {
  @PrimaryColumn('varchar', { name: 'change_id' })
  changeId!: string;

  @PrimaryColumn('varchar')
  source!: RowsSource;

  /** Counts the pieces from 0. */
  @PrimaryColumn('integer')
  place!: number;

  /** Of `sealed`. */
  @Column('integer')
  bytes!: number;

  @Column('text')
  sealed!: string;

  /** ISO 8601. */
  @Column('varchar', { name: 'created_at' })
  createdAt!: string;
}
