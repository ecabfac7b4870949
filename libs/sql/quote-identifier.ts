import type { SqlDialect } from './dialect.js';
import { MUST_QUOTE } from './reserved-words.js';

/** Postgres folds unquoted names to lower case; DuckDB and SQLite compare names without regard to case. */
const PLAIN: Record<SqlDialect, RegExp> = {
  postgres: /^[a-z_][a-z0-9_]*$/,
  duckdb: /^[A-Za-z_][A-Za-z0-9_]*$/,
  sqlite: /^[A-Za-z_][A-Za-z0-9_]*$/,
};

/** Writes a name so that the dialect reads exactly this name: bare where that is safe, in double quotes otherwise. */
export function quoteIdentifier(name: string, dialect: SqlDialect): string {
  const isBare = PLAIN[dialect].test(name) && !MUST_QUOTE[dialect].has(name.toLowerCase());
  return isBare ? name : `"${name.replaceAll('"', '""')}"`;
}

/**
 * Writes the name of a table. The schema is left out when it is the default one, because an unqualified name finds it
 * there; not so for names that begin like a system catalog's, which Postgres looks up in its own catalog first.
 */
export function qualifiedName(schema: string, table: string, dialect: SqlDialect, isDefaultSchema: boolean): string {
  const isShadowed = dialect === 'postgres' && table.startsWith('pg_');
  const name = quoteIdentifier(table, dialect);
  return isDefaultSchema && !isShadowed ? name : `${quoteIdentifier(schema, dialect)}.${name}`;
}
