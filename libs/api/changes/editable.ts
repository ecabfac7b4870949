import type { ColumnKind } from '../column-kind.js';

/** Where a column of a result comes from: a column of a table, and whether it is part of the key that finds the row. */
export interface ColumnOrigin {
  schema: string;
  table: string;
  column: string;
  is_key: boolean;
}

/** A column of a result as its table takes values for it. */
export interface EditableColumn {
  /** Its place in the result, from 0. */
  index: number;
  column: string;
  type: string;
  kind: ColumnKind;
  is_key: boolean;
  nullable: boolean;
  has_default: boolean;
  /** False for what only the database writes, and for columns that the role may not change. */
  is_writable: boolean;
  /** Why it is not writable, a sentence, or null. */
  reason: string | null;
  /** The labels of an enum, in its order. */
  choices?: string[];
}

/** The table whose rows a result shows, with what may be done to them. */
export interface EditableTable {
  schema: string;
  table: string;
  /** The columns that find a row, all of them in the result: the primary key or a unique NOT NULL key. */
  key: string[];
  columns: EditableColumn[];
  can_insert: boolean;
  can_update: boolean;
  can_delete: boolean;
}

/** Why the rows of a result cannot be edited: a sentence for people. */
export interface NotEditable {
  reason: string;
}

/**
 * `GET /api/studio/runs/{id}/statements/{n}/editable`: what the engine's own description of the result says. `origins` has
 * an entry for each column of the result, null for one that is computed.
 */
export interface StatementEditability {
  origins: (ColumnOrigin | null)[];
  editable: EditableTable | NotEditable;
}
