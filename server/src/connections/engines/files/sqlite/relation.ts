import type { ColumnSource } from '#libs/changes';
import type { SqliteColumn } from './protocol.js';

/** A table as a statement reads it: also through which views and WITH queries. */
export interface SqliteRelation {
  readonly database: string;
  readonly table: string;
  readonly through: readonly string[];
}

/** Where a column of a result comes from, or null. */
export function columnSource({ source }: SqliteColumn): ColumnSource | null {
  if (source === null) return null;
  const { database, table, column, through } = source;
  return { relation: JSON.stringify([database, table, ...through]), attribute: column };
}

/** The relation that `columnSource` has written. */
export function relationOf(text: string): SqliteRelation {
  const [database = '', table = '', ...through] = JSON.parse(text) as string[];
  return { database, table, through };
}
