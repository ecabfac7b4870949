import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { TableName, TracedChange } from '#libs/catalog';
import type { ImpactItem } from '#libs/impact';

/** What moved between two snapshots, with a copy of all that there is to report: it outlives them. */
@Entity('schema_change')
export class SchemaChangeRecord {
  @PrimaryColumn('varchar')
  id!: string;

  @Column('varchar', { name: 'connection_id' })
  connectionId!: string;

  /** ISO 8601. */
  @Column('varchar', { name: 'detected_at' })
  detectedAt!: string;

  @Column('text')
  summary!: string;

  @Column('simple-json')
  changes!: TracedChange[];

  @Column('simple-json')
  recreated!: string[];

  /** The views that read what was changed, before or after. */
  @Column('simple-json')
  views!: ImpactItem[];

  @Column('varchar', { name: 'from_snapshot_id' })
  fromSnapshotId!: string;

  @Column('varchar', { name: 'to_snapshot_id' })
  toSnapshotId!: string;
}

/** What lists show of a change record, so that none of them reads the record itself. */
@Entity('schema_change_outline')
export class ChangeOutlineRecord {
  @PrimaryColumn('varchar', { name: 'change_id' })
  changeId!: string;

  @Column('varchar', { name: 'to_snapshot_id' })
  toSnapshotId!: string;

  @Column('integer', { name: 'change_count' })
  changeCount!: number;

  /** Tables as they are shown by the first word on each, like the next. */
  @Column('simple-json', { name: 'changed_tables' })
  changedTables!: string[];

  @Column('simple-json', { name: 'removed_tables' })
  removedTables!: string[];
}

/** What the views of a connection read, as of its last snapshot of which something may be reported. */
@Entity('schema_dependents')
export class DependentsRecord {
  @PrimaryColumn('varchar', { name: 'connection_id' })
  connectionId!: string;

  /** See `dependents-store.ts`. */
  @Column('blob')
  dependents!: Buffer;
}

/** When a connection's catalog was last read, or was tried to be. */
@Entity('schema_watch_check')
export class CheckRecord {
  @PrimaryColumn('varchar', { name: 'connection_id' })
  connectionId!: string;

  /** ISO 8601. */
  @Column('varchar', { name: 'checked_at' })
  checkedAt!: string;

  @Column('text', { name: 'last_error', nullable: true })
  lastError!: string | null;
}

/** The partitions and extension tables of a connection that are watched by name. */
@Entity('schema_watch_tables')
export class WatchedTablesRecord {
  @PrimaryColumn('varchar', { name: 'connection_id' })
  connectionId!: string;

  @Column('simple-json')
  tables!: TableName[];
}
