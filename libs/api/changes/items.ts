import type { ParameterType } from '../parameters.js';
import type { Cell } from '../studio.js';

/** What a cell is set to: the database's own text, null for NULL, or the default of its column. */
export type ChangeValue = string | null | { default: true };

/** A row to be added. Columns that `values` leaves out take their defaults. */
export interface RowInsert {
  kind: 'insert';
  schema: string;
  table: string;
  values: Record<string, ChangeValue>;
}

/**
 * A row to be changed. `key` finds it; `before` has the cells as they were when they were edited, at least those of
 * `values`. The row is changed only where all of them are still the same.
 */
export interface RowUpdate {
  kind: 'update';
  schema: string;
  table: string;
  key: Record<string, string>;
  before: Record<string, Cell>;
  values: Record<string, ChangeValue>;
}

/** A row to be removed, where the cells of `before` are still the same. */
export interface RowDelete {
  kind: 'delete';
  schema: string;
  table: string;
  key: Record<string, string>;
  before: Record<string, Cell>;
}

/** A statement to be run as it is. */
export interface StatementItem {
  kind: 'statement';
  sql: string;
  /** What its `$1`, `$2` … stand for; a type of null leaves it to the database. Left out where it has none. */
  values?: { text: Cell; type: ParameterType | null }[];
}

export type RowEdit = RowInsert | RowUpdate | RowDelete;
export type ChangeItem = RowEdit | StatementItem;
