import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a catalog held; equal catalogs of one database share it. */
@Entity('schema_content')
export class ContentRecord {
  @PrimaryColumn('varchar')
  hash!: string;

  /** See `snapshot-content.ts`. */
  @Column('blob')
  lines!: Buffer;
}

/** One complete reading of a connection's catalog. */
@Entity('schema_snapshot')
export class SnapshotRecord {
  @PrimaryColumn('varchar')
  id!: string;

  @Column('varchar', { name: 'connection_id' })
  connectionId!: string;

  /** Counts a connection's snapshots, from 1. */
  @Column('integer')
  place!: number;

  /** ISO 8601. */
  @Column('varchar', { name: 'taken_at' })
  takenAt!: string;

  /** Of what people see of the catalog. */
  @Column('varchar', { name: 'catalog_hash' })
  catalogHash!: string;

  /** Of the catalog with the database's own ids. */
  @Column('varchar', { name: 'content_hash' })
  contentHash!: string;

  @Column('integer', { name: 'table_count' })
  tableCount!: number;

  @Column('integer', { name: 'column_count' })
  columnCount!: number;

  @Column('varchar')
  fingerprint!: string;

  @Column('varchar')
  database!: string;

  @Column('varchar', { name: 'server_version' })
  serverVersion!: string;

  @Column('boolean', { name: 'is_stable' })
  isStable!: boolean;

  /** Schemas with watched tables that the role may not use. */
  @Column('simple-json', { name: 'inaccessible_schemas' })
  inaccessibleSchemas!: string[];
}

/** A snapshot's values. */
export type Snapshot = Pick<SnapshotRecord, keyof SnapshotRecord>;
