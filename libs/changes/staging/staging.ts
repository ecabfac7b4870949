import type { Cell, ChangeValue, RowEdit } from '../../api/index.js';
import { MAX_CHANGE_ITEMS, rowKey, tableKey } from '../change-items.js';

/** What one staged row was and is; null where the row is not staged. */
interface RowStep {
  readonly id: string;
  readonly before: RowEdit | null;
  readonly after: RowEdit | null;
}

/** The rows that one action changed, which are undone together. */
type StagingStep = readonly RowStep[];

/** Edits of rows that are not in the database yet, with what undo and redo bring back. */
export interface Staging {
  /** By the id of the row: `rowId` of a row that is there, `+1` and so on of an added one. In the order of their first edit. */
  readonly rows: ReadonlyMap<string, RowEdit>;
  readonly past: readonly StagingStep[];
  readonly future: readonly StagingStep[];
  /** The number of the last added row. */
  readonly lastAdded: number;
}

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

/** How many edits are staged. A changed cell, an added and a deleted row are a change each. */
export interface StagedCounts {
  readonly changes: number;
  readonly rows: number;
  readonly cells: number;
  readonly added: number;
  readonly deleted: number;
}

/** Steps that can be undone; the oldest are forgotten. */
const MAX_STEPS = 1_000;

/** Nothing is staged. */
export const NO_STAGING: Staging = { rows: new Map(), past: [], future: [], lastAdded: 0 };

/** The id of a row that is there; different for any two rows of any two tables. */
export function rowId(row: Pick<KnownRow, 'schema' | 'table' | 'key'>): string {
  return `${tableKey(row)} ${rowKey(row.key)}`;
}

/**
 * Stages what cells are to be, as one step. A cell that gets its former value is not staged, nor is a row without any
 * staged cell. Cells of deleted rows stay as they are.
 */
export function stageCells(staging: Staging, edits: readonly CellEdit[]): Staging {
  const changed = new Map<string, RowEdit | null>();
  for (const { row, column, value } of edits) {
    const id = typeof row === 'string' ? row : rowId(row);
    const known = changed.has(id) ? changed.get(id) : staging.rows.get(id);
    const next = typeof row === 'string' ? withInserted(known, column, value) : withCell(known, row, column, value);
    if (next !== undefined) changed.set(id, next);
  }
  return applied(staging, changed);
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

/** Stages rows to be deleted, as one step; added rows, by their ids, are merely forgotten. */
export function stageDeletes(staging: Staging, rows: readonly (KnownRow | string)[]): Staging {
  const changed = new Map<string, RowEdit | null>();
  for (const row of rows) {
    if (typeof row === 'string') changed.set(row, null);
    else changed.set(rowId(row), deletion(row));
  }
  return applied(staging, changed);
}

/** Takes the edits of rows back, by their ids, as one step. */
export function unstage(staging: Staging, ids: readonly string[]): Staging {
  return applied(staging, new Map(ids.map((id) => [id, null])));
}

/** Takes everything back, as one step. */
export function unstageAll(staging: Staging): Staging {
  return unstage(staging, [...staging.rows.keys()]);
}

/** Replaces one row's edit, as one step. */
export function restage(staging: Staging, id: string, edit: RowEdit): Staging {
  return applied(staging, new Map([[id, edit]]));
}

/** Makes one step of all that a change stages. */
export function inOneStep(staging: Staging, change: (staging: Staging) => Staging): Staging {
  const next = change({ ...staging, past: [] });
  if (next.past.length === 0) return staging;
  const merged = new Map<string, RowStep>();
  for (const step of next.past)
    for (const { id, before, after } of step) merged.set(id, { id, before: merged.get(id)?.before ?? before, after });
  return { ...next, past: [...staging.past, [...merged.values()]].slice(-MAX_STEPS) };
}

/** Takes the last step back; the same where there is none. */
export function undoStaging(staging: Staging): Staging {
  const step = staging.past.at(-1);
  if (step === undefined) return staging;
  const rows = withRows(staging.rows, new Map(step.map(({ id, before }) => [id, before])));
  return { ...staging, rows, past: staging.past.slice(0, -1), future: [...staging.future, step] };
}

/** Does again what was taken back last; the same where there is nothing. */
export function redoStaging(staging: Staging): Staging {
  const step = staging.future.at(-1);
  if (step === undefined) return staging;
  const rows = withRows(staging.rows, new Map(step.map(({ id, after }) => [id, after])));
  return { ...staging, rows, past: [...staging.past, step], future: staging.future.slice(0, -1) };
}

/** How many edits are staged. */
export function countStaged({ rows }: Pick<Staging, 'rows'>): StagedCounts {
  let [cells, added, deleted] = [0, 0, 0];
  for (const edit of rows.values()) {
    if (edit.kind === 'insert') added += 1;
    else if (edit.kind === 'delete') deleted += 1;
    else cells += Object.keys(edit.values).length;
  }
  return { changes: cells + added + deleted, rows: rows.size, cells, added, deleted };
}

/** Whether more rows can be staged than are: a change set takes 10,000. */
export function hasRoom({ rows }: Pick<Staging, 'rows'>, more: number): boolean {
  return rows.size + more <= MAX_CHANGE_ITEMS;
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

/** One step more. Rows that are what they were are no part of it; a step without rows is none. */
function applied(staging: Staging, changed: ReadonlyMap<string, RowEdit | null>): Staging {
  const step = [...changed].flatMap(([id, after]): RowStep[] => {
    const before = staging.rows.get(id) ?? null;
    const isSame = before === after || (before?.kind === 'delete' && after?.kind === 'delete');
    return isSame ? [] : [{ id, before, after }];
  });
  if (step.length === 0) return staging;
  const past = [...staging.past, step].slice(-MAX_STEPS);
  return { ...staging, rows: withRows(staging.rows, changed), past, future: [] };
}

function withRows(
  rows: ReadonlyMap<string, RowEdit>,
  changed: ReadonlyMap<string, RowEdit | null>,
): ReadonlyMap<string, RowEdit> {
  const next = new Map(rows);
  for (const [id, edit] of changed) {
    if (edit === null) next.delete(id);
    else next.set(id, edit);
  }
  return next;
}

/** Whether two values of a cell are the same; undefined is none. */
export function isSameValue(a: ChangeValue | undefined, b: ChangeValue | undefined): boolean {
  if (typeof a === 'object' && typeof b === 'object') return (a === null) === (b === null);
  return a === b;
}
