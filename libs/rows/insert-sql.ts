import { quoteIdentifier } from '../sql/index.js';
import type { SqlDialect } from '../sql/index.js';

/** A table by its two names, as they are (not quoted). */
export interface TablePlace {
  readonly schema: string;
  readonly table: string;
}

/**
 * The statement that adds one row and answers with it as it then is. The value of the first column is `$1`, and so on;
 * without columns every value is a default.
 */
export function insertSql({ schema, table }: TablePlace, columns: readonly string[], dialect: SqlDialect): string {
  const name = (part: string): string => quoteIdentifier(part, dialect);
  const target = `INSERT INTO ${name(schema)}.${name(table)}`;
  if (columns.length === 0) return `${target} DEFAULT VALUES RETURNING *`;
  const places = columns.map((_, index) => `$${index + 1}`);
  return `${target} (${columns.map(name).join(', ')}) VALUES (${places.join(', ')}) RETURNING *`;
}
