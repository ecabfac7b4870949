import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A named query. A removed one is kept for a while, so that removing can be undone with all its versions. */
@Entity('studio_query')
export class SavedQueryRecord {
  @PrimaryColumn('varchar')
  id!: string;

  /** Who saved it. */
  @Column('varchar', { name: 'owner_id' })
  ownerId!: string;

  @Column('varchar')
  name!: string;

  /** The name in lower case: what the list is ordered by. SQLite knows no case beyond ASCII. */
  @Column('varchar', { name: 'name_key' })
  nameKey!: string;

  @Column('varchar', { name: 'connection_id' })
  connectionId!: string;

  @Column('text')
  sql!: string;

  @Column('text')
  description!: string;

  /** Empty for none. */
  @Column('varchar')
  folder!: string;

  /** Whether other people see it. */
  @Column('boolean')
  shared!: boolean;

  /** Name, description and text in lower case. */
  @Column('text', { name: 'search_text', select: false })
  searchText!: string;

  @Column('integer')
  version!: number;

  /** ISO 8601. */
  @Column('varchar', { name: 'created_at' })
  createdAt!: string;

  /** ISO 8601. */
  @Column('varchar', { name: 'updated_at' })
  updatedAt!: string;

  /** ISO 8601; null while it is listed. */
  @Column('varchar', { name: 'removed_at', nullable: true })
  removedAt!: string | null;
}
