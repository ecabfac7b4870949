import type { SqlDialect } from '#libs/sql';

/** Every SQL that the editor colours. */
export const SQL_DIALECTS: readonly SqlDialect[] = ['postgres', 'duckdb', 'sqlite'];

/** A dialect's name inside Monaco; its own, so that Monaco's Transact-SQL grammar is never loaded. */
export function sqlLanguage(dialect: SqlDialect): string {
  return `workbench-${dialect}`;
}
