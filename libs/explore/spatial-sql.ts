import { TILE_DIALECT, dialectOf } from '../dialects/index.js';
import { quoteIdentifier } from '../sql/index.js';

/** What "Open in map" shows of a spatial table: enough to see where it is, without waiting for all of it. */
const MAP_ROWS = 5_000;

/** The statement that shows a spatial table on the map. */
export function mapStatement(schema: string, table: string): string {
  const name = [schema, table].map(quoted).join('.');
  return `SELECT * FROM ${name} LIMIT ${String(MAP_ROWS)}`;
}

/** The statement that a missing spatial index is made with, for a person to run. */
export function indexStatement(schema: string, table: string, column: string): string {
  const { createIndex } = dialectOf(TILE_DIALECT).ddl;
  return `${createIndex} ON ${quoted(schema)}.${quoted(table)} USING gist (${quoted(column)})`;
}

function quoted(name: string): string {
  return quoteIdentifier(name, TILE_DIALECT);
}
