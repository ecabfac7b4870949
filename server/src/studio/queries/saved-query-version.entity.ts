import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A text that a saved query had before it was changed. */
@Entity('studio_query_version')
export class SavedQueryVersionRecord {
  @PrimaryColumn('varchar', { name: 'query_id' })
  queryId!: string;

  /** The query's version when it had this text. */
  @PrimaryColumn('integer')
  version!: number;

  @Column('text')
  sql!: string;

  /** ISO 8601. */
  @Column('varchar', { name: 'replaced_at' })
  replacedAt!: string;
}
