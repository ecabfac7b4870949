import type { Cell, ChangeConflict, RowDelete, RowUpdate } from '../api/index.js';

/** A row as the database has it now. */
export type CurrentRow = Readonly<Record<string, Cell>>;

/**
 * Compares an edit with the row as it is now, cell by cell as the database prints them. Null where every cell that the edit
 * knew is still the same; cells that it does not know may have changed. A row that is gone, or hidden from the role, is a
 * conflict.
 */
export function findConflict(
  item: number,
  edit: RowUpdate | RowDelete,
  current: CurrentRow | null,
): ChangeConflict | null {
  const isSame =
    current !== null &&
    Object.entries(edit.before).every(([name, cell]) => Object.hasOwn(current, name) && current[name] === cell);
  if (isSame) return null;
  return {
    ...{ item, schema: edit.schema, table: edit.table, key: edit.key },
    yours: edit.kind === 'update' ? edit.values : null,
    theirs: current === null ? null : shown(current, edit),
    before: edit.before,
  };
}

/** The cells that the edit knows; a wide row would be mostly unrelated. */
function shown(current: CurrentRow, { before, key }: RowUpdate | RowDelete): Record<string, Cell> {
  const names = new Set([...Object.keys(key), ...Object.keys(before)]);
  return Object.fromEntries(Object.entries(current).filter(([name]) => names.has(name)));
}

/** What a person does about a conflict: keep what they wanted, leave the row as it is, or restore what was there before. */
export type ConflictChoice = 'yours' | 'theirs' | 'before';

/**
 * The edit that follows from a choice, or null where nothing is left to do. `yours` is the same edit on top of the row as it
 * is now; of a row that is gone only an edit of a removed row remains nothing.
 */
export function resolveConflict(
  edit: RowUpdate | RowDelete,
  conflict: ChangeConflict,
  choice: ConflictChoice,
): RowUpdate | RowDelete | null {
  const { theirs } = conflict;
  if (choice === 'theirs' || theirs === null) return null;
  const before = Object.fromEntries(Object.keys(edit.before).map((name) => [name, theirs[name] ?? null]));
  if (choice === 'yours') return { ...edit, before };
  const changed = Object.entries(edit.before).filter(([name, cell]) => before[name] !== cell);
  if (changed.length === 0) return null;
  const { schema, table, key } = edit;
  return { kind: 'update', schema, table, key, before, values: Object.fromEntries(changed) };
}
