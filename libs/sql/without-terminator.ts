import type { SqlDialect } from './dialect.js';
import { sqlTokens } from './sql-tokens.js';

/** White space as the parsers of databases know it. */
const SPACE = '\t\n\v\f\r ';

/**
 * A statement without its semicolon and what stands behind it, so that a query can be put around it, in lines of its own:
 * comments before the semicolon stay, and the database shows them.
 */
export function withoutTerminator(sql: string, dialect: SqlDialect): string {
  let end: number | null = null;
  for (const { text, start } of sqlTokens(sql, dialect)) end = text === ';' ? (end ?? start) : null;
  let length = end ?? sql.length;
  while (length > 0 && SPACE.includes(sql.charAt(length - 1))) length -= 1;
  return sql.slice(0, length);
}
