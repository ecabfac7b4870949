import type { ChangeValue, EditableColumn, ResultRow } from '#libs/api';
import { checkValue } from '#libs/changes';
import { isEditable } from './editable-results';
import type { ResultEditability } from './editable-results';
import type { TableEdits } from './table-edits';

/** Why a cell cannot be edited; null where it can. */
export function reasonAgainst(edits: TableEdits, row: ResultRow, column: EditableColumn | null): string | null {
  const table = edits.table();
  const name = table === null ? 'the table' : `${table.schema}.${table.table}`;
  if (column === null) return `This column is not one of ${name}.`;
  if (!column.is_writable) return column.reason ?? `${column.column} cannot be edited.`;
  if (edits.isAdded(row)) return null;
  if (edits.reference(row) === null) return `This row contains no row of ${name}.`;
  if (edits.mark(row) === 'deleted') return 'This row is to be deleted. Undo that first.';
  return table?.can_update === false ? `The role may not change rows of ${name}.` : null;
}

/** Why rows cannot be added or deleted; null where they can. */
export function reasonAgainstRows(editability: ResultEditability, right: 'can_insert' | 'can_delete'): string | null {
  if (!isEditable(editability)) return editability.reason;
  const verb = right === 'can_insert' ? 'added to' : 'deleted from';
  const { schema, table } = editability;
  return editability[right] ? null : `Rows cannot be ${verb} ${schema}.${table}: the role may not.`;
}

/** Why a cell cannot be set to a value; null where it may. */
export function reasonAgainstValue(
  edits: TableEdits,
  row: ResultRow,
  column: EditableColumn | null,
  value: ChangeValue,
): string | null {
  return reasonAgainst(edits, row, column) ?? (column && checkValue(column, value, edits.dialect()));
}
