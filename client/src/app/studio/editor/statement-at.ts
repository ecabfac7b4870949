import type { SqlStatement } from '#libs/sql';

/**
 * The statement a cursor stands in. Right behind a semicolon, on its line, that is the statement the semicolon ended; on
 * blank ground between two statements it is the one before, and above the first one it is the first.
 */
export function statementAt(statements: readonly SqlStatement[], text: string, cursor: number): SqlStatement | null {
  const next = statements.find((statement) => statement.end >= cursor);
  const previous = statements.findLast((statement) => statement.end < cursor);
  if (!next || !previous) return next ?? previous ?? null;
  const isInNext = cursor > next.start || (cursor === next.start && text.slice(previous.end, cursor).includes('\n'));
  return isInNext ? next : previous;
}
