import type { SchemaChange, SnapshotInfo } from '#libs/api';
import type { SchemaChangeRecord } from './schema-change.entity.js';
import type { SnapshotRecord } from './snapshot.entity.js';

/** A snapshot as the API shows it. */
export function snapshotInfoOf(record: SnapshotRecord): SnapshotInfo {
  return {
    id: record.id,
    connection_id: record.connectionId,
    taken_at: record.takenAt,
    table_count: record.tableCount,
    column_count: record.columnCount,
    hash: record.catalogHash,
    server_version: record.serverVersion,
    is_stable: record.isStable,
    inaccessible_schemas: record.inaccessibleSchemas,
  };
}

/** A change record as the API shows it. */
export function changeOf(record: SchemaChangeRecord): SchemaChange {
  return {
    id: record.id,
    connection_id: record.connectionId,
    detected_at: record.detectedAt,
    summary: record.summary,
    changes: record.changes,
    recreated: record.recreated,
    from_snapshot_id: record.fromSnapshotId,
    to_snapshot_id: record.toSnapshotId,
  };
}
