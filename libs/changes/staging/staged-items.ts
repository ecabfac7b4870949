import type { ChangeConflict, ChangeItem, RowEdit } from '../../api/index.js';
import { isRowEdit } from '../change-items.js';
import { readItems } from '../read-items.js';
import { restage, rowId, unstage } from './staging.js';
import type { Staging } from './staging.js';

/** JSON values that a request for a change set may have, less what is around the items. */
const MAX_VALUES = 10_000;

/**
 * The items of the change set that a staging becomes, in its order. Deleted rows are compared whole with what was seen,
 * as long as a request has room for it, and by their key alone beyond that.
 */
export function stagedItems({ rows }: Pick<Staging, 'rows'>): RowEdit[] {
  const items = [...rows.values()];
  return countValues(items) <= MAX_VALUES ? items : items.map(withoutCells);
}

/** A staging as the text that is kept with a draft. */
export function stagingText({ rows }: Pick<Staging, 'rows'>): string {
  return JSON.stringify([...rows.values()]);
}

/** Reads a text of `stagingText`; null where it is none. There is nothing to undo in it. */
export function parseStaging(text: string): Staging | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const read = readItems(json);
  if (read.kind === 'faulty' || !read.items.every(isRowEdit)) return null;
  let lastAdded = 0;
  const rows = read.items.map((item): [string, RowEdit] => [
    item.kind === 'insert' ? `+${(lastAdded += 1)}` : rowId(item),
    item,
  ]);
  return { rows: new Map(rows), past: [], future: [], lastAdded };
}

/**
 * Settles a conflict of a change set that was made of a staging: `theirs` leaves the row out, `yours` takes the row as it
 * is now for the one that was edited. A row that is gone can only be left out.
 */
export function settleStaged(staging: Staging, conflict: ChangeConflict, choice: 'theirs' | 'yours'): Staging {
  const id = rowId(conflict);
  const edit = staging.rows.get(id);
  const { theirs } = conflict;
  if (edit === undefined || edit.kind === 'insert') return staging;
  if (choice === 'theirs' || theirs === null) return unstage(staging, [id]);
  const before = Object.keys(edit.before).map((column) => [column, theirs[column] ?? null] as const);
  return restage(staging, id, { ...edit, before: Object.fromEntries(before) });
}

/** Whether the items of a change set are those of a staging. */
export function areSameItems(a: readonly ChangeItem[], b: readonly ChangeItem[]): boolean {
  return a.length === b.length && JSON.stringify(a.map(sorted)) === JSON.stringify(b.map(sorted));
}

function withoutCells(item: RowEdit): RowEdit {
  return item.kind === 'delete' ? { ...item, before: {} } : item;
}

function countValues(items: readonly RowEdit[]): number {
  return items.reduce((sum, item) => sum + valuesOf(item), 0);
}

function valuesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, member) => sum + valuesOf(member), 1);
}

/** The order of members is none of an item's meaning. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => [name, sorted(member)]);
}
