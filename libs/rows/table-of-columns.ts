import { readQualifiedName } from '../catalog/index.js';
import type { TablePlace } from './insert-sql.js';

/** The one table that all columns with a table come from, or null: a row can be added to one table only. */
export function tableOfColumns(columns: readonly { readonly table: string | null }[]): TablePlace | null {
  const names = new Set(columns.flatMap(({ table }) => (table === null ? [] : [table])));
  const [name] = names;
  return names.size === 1 && name !== undefined ? readQualifiedName(name) : null;
}
