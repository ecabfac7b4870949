import { shownTable } from '../catalog/index.js';
import type { TableName } from '../catalog/index.js';

/** Names that the standard's shorthand `table.column` takes. */
const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Whether references can use the name of a table as it is shown. */
export function isPlainTable(table: TableName): boolean {
  return PLAIN_NAME.test(shownTable(table));
}

/** Whether references can use the name of a column. */
export function isPlainColumn(column: string): boolean {
  return PLAIN_NAME.test(column);
}

/**
 * A reference to a column: `orders.id`, or by the ids of table and column where one of the names is not plain:
 * `schema/geo-x2e-areas/properties/id`.
 */
export function odcsReference(table: TableName, column: string): string {
  if (isPlainTable(table) && isPlainColumn(column)) return `${table.name}.${column}`;
  return `schema/${tableId(table)}/properties/${stableId(column)}`;
}

/** The id of a table: different for different tables, and the same in each export. */
export function tableId(table: TableName): string {
  return stableId(shownTable(table));
}

/** An id of letters, digits, `_` and `-`: other characters are written as `-x2e-`, so that different names differ. */
export function stableId(name: string): string {
  if (name === '') return '-x-';
  const written = Array.from({ length: name.length }, (_, index) => {
    const unit = name.charAt(index);
    return /[A-Za-z0-9_]/.test(unit) ? unit : `-x${name.charCodeAt(index).toString(16)}-`;
  });
  return written.join('');
}
