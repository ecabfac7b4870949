import { commandTag } from '#libs/sql';

/** First words of statements that keep nothing. */
const READS: ReadonlySet<string | null> = new Set([
  ...['SELECT', 'FROM', 'VALUES', 'TABLE', 'SHOW', 'DESCRIBE', 'DESC', 'SUMMARIZE', 'PIVOT', 'UNPIVOT'],
  ...['SET', 'RESET', 'PREPARE', 'DEALLOCATE', 'BEGIN', 'START', 'ROLLBACK', 'ABORT', null],
]);

/** True for a statement of DuckDB that surely keeps nothing in the database; false where its first word leaves it open. */
export function isPlainRead(sql: string): boolean {
  return READS.has(commandTag(sql, 'duckdb'));
}
