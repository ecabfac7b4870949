import type { Cell, ChangeValue, RowEdit } from '../../api/index.js';
import { MAX_REQUEST_ITEMS, rowKey, tableKey } from '../change-items.js';
import { applied } from './steps.js';
import type { InvalidRow, Staging } from './steps.js';

/** A row of a table that is there, as it is known: its key, and the cells of a result. */
export interface KnownRow {
  readonly schema: string;
  readonly table: string;
  readonly key: Readonly<Record<string, string>>;
  readonly cells: Readonly<Record<string, Cell>>;
}

/** What one cell is to be. `row` is a row that is there, or the id of an added one. */
export interface CellEdit {
  readonly row: KnownRow | string;
  readonly column: string;
  readonly value: ChangeValue;
}

/** A text that the column of a cell does not take. */
export interface InvalidCell {
  readonly row: KnownRow | string;
  readonly column: string;
  readonly text: string;
}

/** How many edits are staged. A changed cell, an added and a deleted row are a change each. */
export interface StagedCounts {
  readonly changes: number;
  readonly rows: number;
  readonly cells: number;
  readonly added: number;
  readonly deleted: number;
  /** Values that their columns do not take; they are no changes. */
  readonly invalid: number;
}

/** The id of a row that is there; different for any two rows of any two tables. */
export function rowId(row: Pick<KnownRow, 'schema' | 'table' | 'key'>): string {
  return `${tableKey(row)} ${rowKey(row.key)}`;
}

/**
 * Stages what cells are to be, as one step. A cell that gets its former value is not staged, nor is a row without any
 * staged cell. Cells of deleted rows stay as they are. The cells are invalid no longer.
 */
export function stageCells(staging: Staging, edits: readonly CellEdit[]): Staging {
  const changed = new Map<string, RowEdit | null>();
  const invalid = new Map<string, InvalidRow | null>();
  for (const { row, column, value } of edits) {
    const id = typeof row === 'string' ? row : rowId(row);
    const known = changed.has(id) ? changed.get(id) : staging.rows.get(id);
    const next = typeof row === 'string' ? withInserted(known, column, value) : withCell(known, row, column, value);
    if (next !== undefined) changed.set(id, next);
    const texts = invalid.has(id) ? invalid.get(id) : staging.invalid.get(id);
    if (texts && Object.hasOwn(texts.texts, column)) invalid.set(id, withoutText(texts, column));
  }
  return applied(staging, changed, invalid);
}

/**
 * Keeps a text that its column does not take in its cell, as one step. What was staged for the cell before is not staged any
 * longer. A deleted row stays as it is.
 */
export function stageInvalid(staging: Staging, { row, column, text }: InvalidCell): Staging {
  const id = typeof row === 'string' ? row : rowId(row);
  const known = staging.rows.get(id);
  const table = typeof row === 'string' ? known : row;
  if (known?.kind === 'delete' || table === undefined) return staging;
  const { schema, table: name } = table;
  const texts = { ...staging.invalid.get(id)?.texts, [column]: text };
  const edit = known && withoutCell(known, column);
  return applied(staging, new Map([[id, edit ?? null]]), new Map([[id, { schema, table: name, texts }]]));
}

/** Stages rows to be added, as one step. Columns that a row leaves out take their defaults. */
export function stageInserts(
  staging: Staging,
  { schema, table }: Pick<KnownRow, 'schema' | 'table'>,
  rows: readonly Readonly<Record<string, ChangeValue>>[],
): Staging {
  const added = rows.map((values, place): [string, RowEdit] => [
    `+${staging.lastAdded + place + 1}`,
    { kind: 'insert', schema, table, values: { ...values } },
  ]);
  return applied({ ...staging, lastAdded: staging.lastAdded + rows.length }, new Map(added));
}

/** Stages rows to be deleted, as one step; added rows, by their ids, are merely forgotten, as are invalid values. */
export function stageDeletes(staging: Staging, rows: readonly (KnownRow | string)[]): Staging {
  const changed = new Map<string, RowEdit | null>();
  for (const row of rows) {
    if (typeof row === 'string') changed.set(row, null);
    else changed.set(rowId(row), deletion(row));
  }
  return applied(staging, changed, noneOf(changed.keys()));
}

/** Takes the edits of rows back, by their ids, as one step. */
export function unstage(staging: Staging, ids: readonly string[]): Staging {
  return applied(staging, noneOf(ids), noneOf(ids));
}

/** Takes everything back, as one step. */
export function unstageAll(staging: Staging): Staging {
  return unstage(staging, [...new Set([...staging.rows.keys(), ...staging.invalid.keys()])]);
}

/** Stages again what was discarded, as one step; rows that have been edited since keep what they have. */
export function stageAgain(staging: Staging, { rows, invalid }: Pick<Staging, 'rows' | 'invalid'>): Staging {
  const isFree = ([id]: readonly [string, unknown]): boolean => !staging.rows.has(id) && !staging.invalid.has(id);
  return applied(staging, new Map([...rows].filter(isFree)), new Map([...invalid].filter(isFree)));
}

/** Replaces one row's edit, as one step. */
export function restage(staging: Staging, id: string, edit: RowEdit): Staging {
  return applied(staging, new Map([[id, edit]]));
}

/** How many edits are staged. */
export function countStaged({ rows, invalid: faulty }: Pick<Staging, 'rows' | 'invalid'>): StagedCounts {
  let [cells, added, deleted, invalid] = [0, 0, 0, 0];
  for (const edit of rows.values()) {
    if (edit.kind === 'insert') added += 1;
    else if (edit.kind === 'delete') deleted += 1;
    else cells += Object.keys(edit.values).length;
  }
  for (const { texts } of faulty.values()) invalid += Object.keys(texts).length;
  return { changes: cells + added + deleted, rows: rows.size, cells, added, deleted, invalid };
}

/** Whether more rows can be staged than are: a tab stages 10,000. */
export function hasRoom({ rows }: Pick<Staging, 'rows'>, more: number): boolean {
  return rows.size + more <= MAX_REQUEST_ITEMS;
}

function withInserted(known: RowEdit | null | undefined, column: string, value: ChangeValue): RowEdit | undefined {
  if (known?.kind !== 'insert' || isSameValue(known.values[column], value)) return undefined;
  return { ...known, values: { ...known.values, [column]: value } };
}

/** The edit of a row with one cell more, null where none is left, undefined where nothing changes. */
function withCell(
  known: RowEdit | null | undefined,
  { schema, table, key, cells }: KnownRow,
  column: string,
  value: ChangeValue,
): RowEdit | null | undefined {
  if (known?.kind === 'delete' || known?.kind === 'insert') return undefined;
  const former = known && Object.hasOwn(known.before, column) ? known.before[column] : cells[column];
  const [values, before] = [without(known?.values, column), without(known?.before, column)];
  if (isSameValue(former, value)) {
    if (Object.keys(values).length === 0) return known ? null : undefined;
    return { kind: 'update', schema, table, key: { ...key }, before, values };
  }
  if (known && isSameValue(known.values[column], value)) return undefined;
  return {
    ...{ kind: 'update', schema, table, key: { ...key } },
    before: { ...before, [column]: former ?? null },
    values: { ...values, [column]: value },
  };
}

function without<T>(cells: Readonly<Record<string, T>> | undefined, column: string): Record<string, T> {
  return Object.fromEntries(Object.entries(cells ?? {}).filter(([name]) => name !== column));
}

function deletion({ schema, table, key, cells }: KnownRow): RowEdit {
  return { kind: 'delete', schema, table, key: { ...key }, before: { ...cells } };
}

function noneOf(ids: Iterable<string>): ReadonlyMap<string, null> {
  return new Map(Array.from(ids, (id) => [id, null]));
}

function withoutText({ schema, table, texts }: InvalidRow, column: string): InvalidRow | null {
  const left = without(texts, column);
  return Object.keys(left).length === 0 ? null : { schema, table, texts: left };
}

/** An edit without one of its cells; null where none is left of a row that is there. */
function withoutCell(edit: RowEdit, column: string): RowEdit | null {
  if (edit.kind === 'delete' || !Object.hasOwn(edit.values, column)) return edit;
  const values = without(edit.values, column);
  if (edit.kind === 'insert') return { ...edit, values };
  return Object.keys(values).length === 0 ? null : { ...edit, before: without(edit.before, column), values };
}

/** Whether two values of a cell are the same; undefined is none. */
export function isSameValue(a: ChangeValue | undefined, b: ChangeValue | undefined): boolean {
  if (typeof a === 'object' && typeof b === 'object') return (a === null) === (b === null);
  return a === b;
}
