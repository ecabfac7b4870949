import { dialectOf } from '../dialects/index.js';
import type { SqlDialect } from '../dialects/index.js';

/** Writes a name so that the dialect reads exactly this name: bare where that is safe, in double quotes otherwise. */
export function quoteIdentifier(name: string, dialect: SqlDialect): string {
  const { plain, reserved } = dialectOf(dialect).names;
  const isBare = plain.test(name) && !reserved.has(name.toLowerCase());
  return isBare ? name : `"${name.replaceAll('"', '""')}"`;
}

/**
 * Writes the name of a table. The schema is left out when it is the default one, because an unqualified name finds it
 * there; not so for names that begin like those of system tables, which are found first.
 */
export function qualifiedName(schema: string, table: string, dialect: SqlDialect, isDefaultSchema: boolean): string {
  const { systemPrefix } = dialectOf(dialect).names;
  const isShadowed = systemPrefix !== null && table.startsWith(systemPrefix);
  const name = quoteIdentifier(table, dialect);
  return isDefaultSchema && !isShadowed ? name : `${quoteIdentifier(schema, dialect)}.${name}`;
}
