import { ownStatement } from '#libs/dialects';

/** The workbench's own frame around a statement: `prefixBytes` is how far it moved the statement's text. */
export interface TextQuery {
  readonly sql: string;
  readonly prefixBytes: number;
}

/**
 * Frames a query so that DuckDB itself turns every value into its own text, and marks the end of the rows: the driver
 * reports an error in the middle of a streamed result as if it were the end, so a result is whole only when the row
 * arrives whose last column is not NULL. The order of rows is kept by UNION ALL.
 */
export function textQuery(sql: string, columnCount: number): TextQuery {
  const prefix = `SELECT ${casts(columnCount)}, CAST(NULL AS VARCHAR) FROM (\n`;
  const nulls = 'NULL, '.repeat(columnCount);
  return frame(prefix, sql, `\n) UNION ALL SELECT ${nulls}'end'`);
}

/** Frames a query so that it computes the same texts but returns one row: it finds the error that a stream kept back. */
export function errorQuery(sql: string, columnCount: number): TextQuery {
  const hashed = ownStatement`max(hash(${references(columnCount).join(', ')}))`;
  const prefix = `SELECT ${hashed} FROM (SELECT ${casts(columnCount)} FROM (\n`;
  return frame(prefix, sql, '\n))');
}

function frame(prefix: string, sql: string, suffix: string): TextQuery {
  return { sql: `${prefix}${withoutTerminator(sql)}${suffix}`, prefixBytes: prefix.length };
}

/** A statement without semicolons and space behind it. By hand, since a pattern that ends at the end of the text takes quadratic time on long stretches of space. */
export function withoutTerminator(sql: string): string {
  let end = sql.length;
  while (end > 0 && /[;\s]/.test(sql[end - 1] ?? '')) end--;
  return sql.slice(0, end);
}

function casts(columnCount: number): string {
  return references(columnCount)
    .map((reference) => `CAST(${reference} AS VARCHAR)`)
    .join(', ');
}

/** Columns by position: their names may repeat. */
function references(columnCount: number): string[] {
  return Array.from({ length: columnCount }, (_, index) => `#${index + 1}`);
}
