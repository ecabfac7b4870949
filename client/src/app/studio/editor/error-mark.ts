import type { TabRun } from '../run/run-state';
import { errorOffset, wordEnd } from './text-position';

/** A stretch of a tab's text that the database found wrong, and what it said. Offsets count from 0. */
export interface ErrorMark {
  readonly start: number;
  readonly end: number;
  readonly message: string;
}

/** Where the last run failed in the tab's text; null when it did not, or when the database named no place. */
export function errorMark(text: string, run: TabRun): ErrorMark | null {
  const error = run.run?.statements.find((statement) => statement.error !== null)?.error ?? run.run?.error ?? null;
  const start = error ? errorOffset(error, run.sent) : null;
  if (!error || start === null || start > text.length) return null;
  const { sql, offset } = run.sent;
  return { start, end: offset + wordEnd(sql, start - offset), message: error.message };
}
