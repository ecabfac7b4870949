import type { SqlDialect } from '#libs/dialects';

/** A dialect's name inside Monaco; its own, so that Monaco's Transact-SQL grammar is never loaded. */
export function sqlLanguage(dialect: SqlDialect): string {
  return `workbench-${dialect}`;
}
