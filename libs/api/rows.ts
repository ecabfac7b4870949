import type { ResultColumn, ResultRow } from './studio.js';

/**
 * Body of `POST /api/studio/rows`: one new row. `values` maps columns to the database's own text, or null for NULL; a
 * column that is left out takes its default. Without `schema` the table is looked for in the default one.
 */
export interface RowInput {
  connection_id: string;
  schema?: string;
  table: string;
  values: Record<string, string | null>;
}

/** The row as the database has it: generated values, defaults and what triggers did included. */
export interface InsertedRow {
  schema: string;
  table: string;
  /** What was run, with placeholders for the values. */
  sql: string;
  columns: ResultColumn[];
  row: ResultRow;
}
