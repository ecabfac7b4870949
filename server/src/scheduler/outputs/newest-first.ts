/** Clocks of several processes may differ by so much. */
const CLOCKS_DIFFER_MS = 60_000;

/** What was written down at a time of the clock as it was then, in milliseconds since 1970. */
export interface Dated {
  readonly createdAt: number;
}

/**
 * The newest first, by a clock that may have been wrong: a time that lies ahead of now is none, so that what has one comes
 * behind all others. A clock that was a year ahead for a day would otherwise make its files the newest for a year.
 */
export function newestFirst<T extends Dated>(items: readonly T[], nowMs: number): T[] {
  const isAhead = ({ createdAt }: Dated): number => (createdAt > nowMs + CLOCKS_DIFFER_MS ? 1 : 0);
  return [...items].sort((a, b) => isAhead(a) - isAhead(b) || b.createdAt - a.createdAt);
}
