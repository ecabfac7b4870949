import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DraftRun } from '#libs/api';

/** A tab of the studio. A closed one is kept for a while, so that no browser brings it back by itself. */
@Entity('studio_draft')
export class DraftRecord {
  @PrimaryColumn('varchar')
  id!: string;

  /** Who alone may see it. */
  @Column('varchar', { name: 'owner_id' })
  ownerId!: string;

  @Column('varchar', { nullable: true })
  title!: string | null;

  @Column('text')
  sql!: string;

  @Column('integer')
  cursor!: number;

  @Column('varchar', { name: 'connection_id', nullable: true })
  connectionId!: string | null;

  @Column('varchar', { name: 'query_id', nullable: true })
  queryId!: string | null;

  @Column('integer', { name: 'query_version', nullable: true })
  queryVersion!: number | null;

  @Column('varchar', { name: 'file_id', nullable: true })
  fileId!: string | null;

  @Column('varchar', { name: 'file_etag', nullable: true })
  fileEtag!: string | null;

  @Column('integer')
  position!: number;

  @Column('integer', { nullable: true })
  number!: number | null;

  /** The last run as JSON. */
  @Column('simple-json', { name: 'last_run', nullable: true })
  lastRun!: DraftRun | null;

  /** Edits of rows that are staged, encrypted: they hold values of a database. */
  @Column('text', { nullable: true })
  staged!: string | null;

  @Column('integer')
  version!: number;

  @Column('varchar', { nullable: true })
  writer!: string | null;

  /** ISO 8601. */
  @Column('varchar', { name: 'updated_at' })
  updatedAt!: string;

  /** ISO 8601; null while it is open. */
  @Column('varchar', { name: 'closed_at', nullable: true })
  closedAt!: string | null;
}
