import type { ChangeConflict, ChangeItem, RowEdit } from '../../api/index.js';
import { isRowEdit } from '../change-items.js';
import { readItems } from '../read-items.js';
import { restage, rowId, unstage } from './staging.js';
import { NO_STAGING } from './steps.js';
import type { InvalidRow, Staging } from './steps.js';

/** JSON values that a request for a change set may have, less what is around the items. */
const MAX_VALUES = 100_000;
/** As many characters as it may have, where each takes three bytes. */
const MAX_CHARACTERS = 5_000_000;

/**
 * The items of the change set that a staging becomes, in its order. Invalid values are left out, and so are rows to be
 * added that have any: without a value that was meant they would be other rows. Deleted rows are compared whole with what was seen,
 * as long as a request has room for it, and by their key alone beyond that.
 */
export function stagedItems({ rows, invalid }: Pick<Staging, 'rows' | 'invalid'>): RowEdit[] {
  const items: RowEdit[] = [];
  for (const [id, edit] of rows) if (edit.kind !== 'insert' || !invalid.has(id)) items.push(edit);
  return hasRequestRoom(items) ? items : items.map(withoutCells);
}

/**
 * What is still staged once a change set with these items is in the database: rows that have another edit by now, and invalid
 * values with the rows to be added that have some. There is nothing to undo in it.
 */
export function withoutItems(staging: Staging, items: readonly ChangeItem[]): Staging {
  const gone = new Map<string, number>();
  for (const item of items) gone.set(doneText(item), (gone.get(doneText(item)) ?? 0) + 1);
  const sent = stagedItems(staging)[Symbol.iterator]();
  const rows = [...staging.rows].filter(([id, { kind }]) => {
    if (kind === 'insert' && staging.invalid.has(id)) return true;
    const { value } = sent.next();
    const text = doneText(value);
    const count = gone.get(text) ?? 0;
    gone.set(text, count - 1);
    return count <= 0;
  });
  return { ...NO_STAGING, rows: new Map(rows), invalid: staging.invalid, lastAdded: staging.lastAdded };
}

/** A staging as the text that is kept with a draft: its rows, and behind them the invalid values where there are any. */
export function stagingText({ rows, invalid }: Pick<Staging, 'rows' | 'invalid'>): string {
  const items = [...rows.values()];
  if (invalid.size === 0) return JSON.stringify(items);
  const ids = keptIds(items);
  const places = new Map([...rows.keys()].map((id, place) => [id, ids[place] ?? id]));
  return JSON.stringify({ items, invalid: [...invalid].map(([id, row]) => ({ id: places.get(id) ?? id, ...row })) });
}

/** Reads a text of `stagingText`; null where it is none. There is nothing to undo in it. */
export function parseStaging(text: string): Staging | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const kept: { readonly items?: unknown; readonly invalid?: unknown } =
    isObject(json) && !Array.isArray(json) ? json : { items: json, invalid: [] };
  // A draft only keeps what was typed and read; the request for a change set is checked.
  const read = readItems(kept.items, { mayHoldNul: true });
  if (read.kind === 'faulty' || !read.items.every(isRowEdit)) return null;
  const [items, ids] = [read.items, keptIds(read.items)];
  const invalid = readInvalid(kept.invalid);
  if (invalid === null) return null;
  const lastAdded = items.filter(({ kind }) => kind === 'insert').length;
  return {
    rows: new Map(items.map((item, place) => [ids[place] ?? '', item])),
    invalid,
    past: [],
    future: [],
    lastAdded,
  };
}

/** The ids that rows have when they are read: added ones are numbered anew. */
function keptIds(items: readonly RowEdit[]): string[] {
  let lastAdded = 0;
  return items.map((item) => (item.kind === 'insert' ? `+${(lastAdded += 1)}` : rowId(item)));
}

function readInvalid(json: unknown): ReadonlyMap<string, InvalidRow> | null {
  if (!Array.isArray(json)) return null;
  const rows = new Map<string, InvalidRow>();
  for (const row of json as readonly unknown[]) {
    if (!isObject(row)) return null;
    const { id, schema, table, texts } = row;
    if (typeof id !== 'string' || typeof schema !== 'string' || typeof table !== 'string' || !isObject(texts))
      return null;
    const cells = Object.entries(texts).filter((cell): cell is [string, string] => typeof cell[1] === 'string');
    rows.set(id, { schema, table, texts: Object.fromEntries(cells) });
  }
  return rows;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
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
  return a.length === b.length && a.every((item, place) => textOf(item) === textOf(b[place]));
}

/** Equal for equal items. */
function textOf(item: ChangeItem | undefined): string {
  return JSON.stringify(sorted(item));
}

/** Equal for items that do the same: a deleted row is gone, however much of it was compared. */
function doneText(item: ChangeItem | undefined): string {
  return textOf(item === undefined ? item : withoutCells(item));
}

function withoutCells<T extends ChangeItem>(item: T): T {
  return item.kind === 'delete' ? { ...item, before: {} } : item;
}

function hasRequestRoom(items: readonly RowEdit[]): boolean {
  if (!items.some(({ kind }) => kind === 'delete')) return true;
  return countValues(items) <= MAX_VALUES && JSON.stringify(items).length <= MAX_CHARACTERS;
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
