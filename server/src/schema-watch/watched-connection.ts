import type { WatchedConnection } from '#libs/api';
import type { OutlineLine } from './change-outlines.js';
import type { CheckRecord } from './schema-change.entity.js';

const MAX_RECENT = 100;

/** What changed lately in a connection; `lines` are its own records, newest first. */
export function watchedConnection(
  check: CheckRecord,
  lines: readonly OutlineLine[],
  changedTables: string[],
): WatchedConnection {
  return {
    connection_id: check.connectionId,
    checked_at: check.checkedAt,
    last_error: check.lastError,
    changed_at: lines[0]?.detectedAt ?? null,
    change_count: lines.reduce((count, { changeCount }) => count + changeCount, 0),
    recent: lines.slice(0, MAX_RECENT).map(({ detectedAt, changeCount }) => {
      return { detected_at: detectedAt, change_count: changeCount };
    }),
    changed_tables: changedTables,
  };
}
