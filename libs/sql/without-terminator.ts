import type { SqlDialect } from './dialect.js';
import { sqlTokens } from './sql-tokens.js';

/** A statement without what stands behind it: semicolons, space and comments. A query can be put around it. */
export function withoutTerminator(sql: string, dialect: SqlDialect): string {
  let end = 0;
  for (const token of sqlTokens(sql, dialect)) if (token.text !== ';') ({ end } = token);
  return sql.slice(0, end);
}
