import type { TouchedTable } from '../api/index.js';
import { tableKey } from './change-items.js';
import type { RowEffect, StatementEffect } from './effect.js';

/** The rows that a transaction has written in a table, as its engine counts them. */
export type WrittenRows = TouchedTable;

/**
 * What was written beyond the edits themselves: by cascades, triggers and rules. A row that an update moves from one
 * partition to another counts as removed there and added here, and is no surprise.
 */
export function unexpectedRows(written: readonly WrittenRows[], rows: readonly RowEffect[]): TouchedTable[] {
  const own = new Map<string, Record<RowEffect['kind'], number>>();
  for (const row of rows) {
    const counts = own.get(tableKey(row)) ?? { insert: 0, update: 0, delete: 0 };
    counts[row.kind] += 1;
    own.set(tableKey(row), counts);
  }
  return written.flatMap((table) => {
    const expected = own.get(tableKey(table)) ?? { insert: 0, update: 0, delete: 0 };
    const moved = Math.max(0, Math.min(expected.update - table.updated, table.inserted, table.deleted));
    const inserted = Math.max(0, table.inserted - expected.insert - moved);
    const updated = Math.max(0, table.updated + moved - expected.update);
    const deleted = Math.max(0, table.deleted - expected.delete - moved);
    const { schema, table: name } = table;
    return inserted + updated + deleted === 0 ? [] : [{ schema, table: name, inserted, updated, deleted }];
  });
}

/** What statements wrote in each table: as their engine counts it, else by their rows, where all of them are known. */
export function withImages(written: readonly WrittenRows[], statements: readonly StatementEffect[]): TouchedTable[] {
  const rows = statements.flatMap(({ sample = [], isWhole }) => (isWhole === undefined ? [] : sample));
  const found = new Map<string, TouchedTable>();
  for (const { schema, table, kind } of rows) {
    const counts = found.get(tableKey({ schema, table })) ?? { schema, table, inserted: 0, updated: 0, deleted: 0 };
    if (kind === 'insert') counts.inserted += 1;
    if (kind === 'update') counts.updated += 1;
    if (kind === 'delete') counts.deleted += 1;
    found.set(tableKey({ schema, table }), counts);
  }
  for (const table of written) found.set(tableKey(table), table);
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, table]) => table);
}
