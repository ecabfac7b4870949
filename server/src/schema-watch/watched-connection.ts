import type { WatchedConnection } from '#libs/api';
import type { CheckRecord, SchemaChangeRecord } from './schema-change.entity.js';

const MAX_TABLES = 1_000;
const MAX_RECENT = 100;

/** What moved lately in a connection; `records` are its own, newest first. */
export function watchedConnection(check: CheckRecord, records: readonly SchemaChangeRecord[]): WatchedConnection {
  const tables = new Set<string>();
  const seen = new Set<string>();
  for (const { table, kind } of records.flatMap(({ changes }) => changes)) {
    // The newest word on a table counts: one that went is not there to be marked.
    if (!seen.has(table) && kind !== 'table_removed') tables.add(table);
    seen.add(table);
  }
  return {
    connection_id: check.connectionId,
    checked_at: check.checkedAt,
    last_error: check.lastError,
    changed_at: records[0]?.detectedAt ?? null,
    change_count: records.reduce((count, { changes }) => count + changes.length, 0),
    recent: records.slice(0, MAX_RECENT).map(({ detectedAt, changes }) => {
      return { detected_at: detectedAt, change_count: changes.length };
    }),
    changed_tables: [...tables].slice(0, MAX_TABLES),
  };
}
