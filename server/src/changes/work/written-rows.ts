import type { ResultRow } from '#libs/api';
import { tableKey } from '#libs/changes';
import type { WrittenRows } from '#libs/changes';
import type { ChangeTransaction } from './change-transaction.js';

/** What the session has written so far, as its engine counts it; empty where it does not count. */
export async function writtenRows(transaction: ChangeTransaction): Promise<WrittenRows[]> {
  return asWritten(await transaction.ask(transaction.rules.writtenRows));
}

/** What `rules.writtenRows` gave. */
export function asWritten(rows: readonly ResultRow[]): WrittenRows[] {
  return rows.map(([schema, table, inserted, updated, deleted]) => ({
    ...{ schema: schema ?? '', table: table ?? '' },
    ...{ inserted: Number(inserted), updated: Number(updated), deleted: Number(deleted) },
  }));
}

/**
 * What was written between two readings: the counters of Postgres begin with what earlier transactions of the session have
 * not reported yet.
 */
export function writtenSince(before: readonly WrittenRows[], after: readonly WrittenRows[]): WrittenRows[] {
  const former = new Map(before.map((table) => [tableKey(table), table]));
  return after.flatMap((table) => {
    const { inserted = 0, updated = 0, deleted = 0 } = former.get(tableKey(table)) ?? {};
    const since = {
      ...{ schema: table.schema, table: table.table, inserted: table.inserted - inserted },
      ...{ updated: table.updated - updated, deleted: table.deleted - deleted },
    };
    return since.inserted + since.updated + since.deleted === 0 ? [] : [since];
  });
}
