import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Where rows come from: the last rehearsal, or what was applied. */
export type RowsSource = 'rehearsed' | 'applied';

/** What is kept of the items: themselves, and digests of the rows that they edit. */
export type ItemsSource = 'items' | 'keys';

/** A piece of the rows of a change set, before and after, or of its items, encrypted. */
@Entity('change_rows')
export class ChangeRowsRecord {
  @PrimaryColumn('varchar', { name: 'change_id' })
  changeId!: string;

  @PrimaryColumn('varchar')
  source!: RowsSource | ItemsSource;

  /** Counts the pieces from 0, with -1 for the outline of rows; of items from 1, since the change set has the first ones itself; of digests the parts. */
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
