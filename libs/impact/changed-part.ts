import type { CatalogChange, TableName } from '../catalog/index.js';

/** The table or column that a change took away or made another one. */
export interface ChangedPart extends TableName {
  /** Null where the whole table is meant. */
  readonly column: string | null;
  /** It is there no longer under that name. */
  readonly isGone: boolean;
}

/**
 * What others could have relied on by name: a table or column that went, or a column that is another one now. Null for
 * what came, and for keys and indexes, which queries never name.
 */
export function changedPart(change: CatalogChange): ChangedPart | null {
  const { schema, name } = change;
  switch (change.kind) {
    case 'table_removed':
      return { schema, name, column: null, isGone: true };
    case 'table_recreated':
    case 'table_replaced':
      return { schema, name, column: null, isGone: false };
    case 'column_removed':
      return { schema, name, column: change.column, isGone: true };
    case 'column_recreated':
    case 'type_changed':
    case 'nullability_changed':
      return { schema, name, column: change.column, isGone: false };
    default:
      return null;
  }
}
