import type { Cell, ChangeConflict, ChangeItem, ConflictChoice, RowDelete, RowUpdate } from '../api/index.js';

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

/**
 * The edit that follows from a choice, or null where nothing is left to do. `yours` is the same edit on top of the row as it
 * is now; a row that is gone cannot be changed, so that its edit is left out.
 */
export function resolveConflict(
  edit: RowUpdate | RowDelete,
  { theirs }: ChangeConflict,
  choice: ConflictChoice,
): RowUpdate | RowDelete | null {
  if (choice === 'theirs' || theirs === null) return null;
  const before = Object.fromEntries(Object.keys(edit.before).map((name) => [name, theirs[name] ?? null]));
  return { ...edit, before };
}

/** The items after conflicts were settled, each by the choice of its item; null where an item has none of `conflicts`. */
export function settledItems(
  items: readonly ChangeItem[],
  conflicts: readonly ChangeConflict[],
  choices: ReadonlyMap<number, ConflictChoice>,
): ChangeItem[] | null {
  const byItem = new Map(conflicts.map((conflict) => [conflict.item, conflict]));
  const resolved = new Map<number, ChangeItem | null>();
  for (const [place, choice] of choices) {
    const [item, conflict] = [items[place], byItem.get(place)];
    if (conflict === undefined || (item?.kind !== 'update' && item?.kind !== 'delete')) return null;
    resolved.set(place, resolveConflict(item, conflict, choice));
  }
  return items.flatMap((item, place) => {
    const settled = resolved.get(place);
    return settled === undefined ? [item] : settled === null ? [] : [settled];
  });
}
