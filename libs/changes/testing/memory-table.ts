import fc from 'fast-check';
import type { Cell, RowEdit } from '../../api/index.js';
import { rowKey } from '../change-items.js';
import type { RowEffect } from '../effect.js';

/** The columns of the tables that properties are about; `id` finds a row. */
export const COLUMNS = ['id', 'name', 'note'] as const;

/** Rows by their key, as a database without types, defaults and triggers would keep them. */
export type MemoryTable = ReadonlyMap<string, readonly Cell[]>;

export const PLACE = { schema: 'public', table: 'people' };

/** Does edits one after another; an edit of a row that is missing or there already does nothing. */
export function applyEdits(
  table: MemoryTable,
  edits: readonly RowEdit[],
): { readonly table: MemoryTable; readonly effects: RowEffect[] } {
  const rows = new Map(table);
  const effects: RowEffect[] = [];
  edits.forEach((edit, item) => {
    const values = 'values' in edit ? (edit.values as Record<string, Cell>) : {};
    const old = edit.kind === 'insert' ? rowKey({ id: values.id ?? null }) : rowKey(edit.key);
    const before = rows.get(old) ?? null;
    if ((edit.kind === 'insert') !== (before === null)) return;
    const after =
      edit.kind === 'delete' ? null : COLUMNS.map((name, i) => values[name] ?? keep(values, name, before, i));
    rows.delete(old);
    if (after !== null) rows.set(rowKey({ id: after[0] ?? null }), after);
    effects.push({ item, kind: edit.kind, ...PLACE, columns: COLUMNS, before, after });
  });
  return { table: rows, effects };
}

function keep(values: Record<string, Cell>, name: string, before: readonly Cell[] | null, index: number): Cell {
  return name in values ? null : (before?.[index] ?? null);
}

const cell = fc.option(fc.string({ maxLength: 4 }), { nil: null });
const id = fc.integer({ min: 0, max: 5 }).map(String);

/** Rows with few keys, so that edits often meet. */
export const memoryTable: fc.Arbitrary<MemoryTable> = fc
  .uniqueArray(fc.tuple(id, cell, cell), { selector: ([key]) => key })
  .map((rows) => new Map(rows.map((row) => [rowKey({ id: row[0] }), row])));

/** Edits of such a table; keys are not changed. */
export const rowEdits: fc.Arbitrary<RowEdit[]> = fc.array(
  fc
    .oneof(
      fc.record({ kind: fc.constant('insert' as const), values: fc.record({ id, name: cell, note: cell }) }),
      fc.record({ kind: fc.constant('update' as const), key: fc.record({ id }), values: fc.record({ name: cell }) }),
      fc.record({ kind: fc.constant('delete' as const), key: fc.record({ id }) }),
    )
    .map((edit): RowEdit => ({ ...PLACE, before: {}, ...edit }) as RowEdit),
  { maxLength: 12 },
);
