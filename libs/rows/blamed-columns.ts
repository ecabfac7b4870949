import type { StatementError, TableDetails } from '../api/index.js';

/** What the engines say in their words: SQLite names columns behind the table, DuckDB too where NULL was refused. */
const SQLITE_FAILED = /^(?:NOT NULL|UNIQUE) constraint failed: (.+)$/;
const SQLITE_STRICT = /^cannot store \w+ value in \w+ column (.+)$/;
const DUCKDB_NOT_NULL = /NOT NULL constraint failed: (.+)$/m;
const DUCKDB_KEY = /Duplicate key "(.+)" violates/;
const BOUND_VALUE = /^It is the value of the (?:column|parameter) "(.*)"\.$/s;

type Table = Pick<TableDetails, 'columns' | 'primary_key' | 'unique_keys' | 'foreign_keys'>;

/**
 * The columns of a new row that an error of the database is about, so that it can stand beside them; none where the
 * error names neither a column nor a key, in words or by its fields.
 */
export function blamedColumns(error: StatementError, table: Table): string[] {
  const names = new Set(table.columns.map(({ name }) => name));
  const named = [...byFields(error, table), ...byWords(error)];
  return [...new Set(named)].filter((name) => names.has(name));
}

function byFields({ column, constraint, detail }: StatementError, table: Table): string[] {
  const bound = BOUND_VALUE.exec(detail ?? '')?.[1];
  if (bound !== undefined) return [bound];
  if (column) return [column];
  if (!constraint) return [];
  const keys = [table.primary_key, ...table.unique_keys, ...table.foreign_keys];
  return keys.find((key) => key?.name === constraint)?.columns ?? [];
}

function byWords({ message }: StatementError): string[] {
  const [, list] = SQLITE_FAILED.exec(message) ?? SQLITE_STRICT.exec(message) ?? DUCKDB_NOT_NULL.exec(message) ?? [];
  if (list !== undefined) return list.split(', ').map((name) => name.slice(name.indexOf('.') + 1));
  const [, key] = DUCKDB_KEY.exec(message) ?? [];
  return key === undefined ? [] : key.split(', ').map((part) => part.slice(0, part.indexOf(':')));
}
