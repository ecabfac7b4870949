import type { TracedChange } from '../catalog/index.js';
import type { ImpactItem } from './impact.js';

/** A snapshot of a connection's catalog, without its contents. Times are ISO 8601. */
export interface SnapshotInfo {
  id: string;
  connection_id: string;
  taken_at: string;
  /** Without partitions and tables of extensions, like `column_count`. */
  table_count: number;
  column_count: number;
  /** Equal for equal catalogs. */
  hash: string;
  server_version: string;
  /** False where the catalog was being changed each time that it was read: nothing is reported then. */
  is_stable: boolean;
  /** Watched schemas that the connection's role may not use: their tables are in the catalog, but cannot be read. */
  inaccessible_schemas: string[];
}

/** What moved between two snapshots; it outlives both. */
export interface SchemaChange {
  id: string;
  connection_id: string;
  detected_at: string;
  /** One paragraph: the sentences of all changes joined with semicolons, those about indexes last. */
  summary: string;
  changes: TracedChange[];
  /** Tables that were dropped and created again under the same name. */
  recreated: string[];
  from_snapshot_id: string;
  to_snapshot_id: string;
}

/** Answer of `POST /api/schema-watch/{connection_id}/run`. */
export interface SchemaWatchRun {
  connection_id: string;
  snapshot: SnapshotInfo;
  /** True for the first snapshot of a connection, of which nothing is reported. */
  baseline: boolean;
  changed: boolean;
  change: SchemaChange | null;
}

/** Answer of `GET /api/schema-watch/{connection_id}/status`. */
export interface SchemaWatchStatus {
  connection_id: string;
  snapshot: SnapshotInfo | null;
  snapshots_kept: number;
  /** When the catalog was last read, or was tried to be; null before the first time. */
  checked_at: string | null;
  /** Why the last try failed, or null. */
  last_error: string | null;
}

/**
 * Answer of `GET` and `PUT /api/schema-watch/{connection_id}/tables`, whose body has `tables`: the partitions and tables of
 * extensions whose changes are reported. All other tables are watched without being named.
 */
export interface WatchedTableList {
  tables: string[];
  /** Every table of the last snapshot by name; empty before the first. */
  catalog: ListedTable[];
}

/** Body of `PUT /api/schema-watch/{connection_id}/tables`: where other tables are watched than those expected, nothing is changed. */
export interface WatchedTablesChange {
  tables: string[];
  expected?: string[];
}

/** A table as people name it; one with a parent or an extension is watched and frozen by name only. */
export interface ListedTable {
  name: string;
  /** The name of its schema in the catalog. */
  schema: string;
  /** The partitioned table that it is a partition of. */
  partition_of: string | null;
  extension: string | null;
}

/**
 * Answer of `GET /api/schema-watch/{connection_id}/changes?days=&search=&breaking=&limit=&cursor=`, newest first: fewer
 * than `limit` where records are large.
 */
export interface SchemaChangeList {
  connection_id: string;
  days: number;
  /** How many there are on all pages together. */
  total: number;
  changes: SchemaChange[];
  next_cursor: string | null;
}

/**
 * Answer of `GET /api/schema-watch/{connection_id}/changes/{change_id}/impact`: what relies on what was changed.
 * `items[].change` is the place in the record's `changes`, by which they are ordered.
 */
export interface ChangeImpact {
  connection_id: string;
  change_id: string;
  items: ImpactItem[];
}

/** A snapshot that is kept, and how many changes it brought. */
export interface KeptSnapshot extends SnapshotInfo {
  change_count: number;
}

/** Answer of `GET /api/schema-watch/{connection_id}/snapshots`, newest first. */
export interface SnapshotList {
  items: KeptSnapshot[];
  next_cursor: null;
}

/** What moved lately in one connection that is watched. Times are ISO 8601. */
export interface WatchedConnection {
  connection_id: string;
  checked_at: string;
  /** Why the last check failed, or null. */
  last_error: string | null;
  /** When changes were last found during these days; null where none were. */
  changed_at: string | null;
  /** How many changes were found during these days. */
  change_count: number;
  /** The checks that found them, newest first, at most 100. */
  recent: { detected_at: string; change_count: number }[];
  /** Tables that they are about and that are still there, as they are shown; at most 1,000. */
  changed_tables: string[];
}

/** Answer of `GET /api/schema-watch`: every connection that was ever checked and that one may see. */
export interface WatchedConnectionList {
  /** How many days back `change_count` and `changed_tables` look. */
  days: number;
  items: WatchedConnection[];
  next_cursor: null;
}
