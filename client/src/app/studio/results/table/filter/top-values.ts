import type { Cell, ResultRow, ValueCount } from '#libs/api';

/** The most frequent values of a column, the most frequent first; of equally frequent ones the one that came first. */
export function topValues(rows: readonly ResultRow[], column: number, limit: number): ValueCount[] {
  const counts = new Map<Cell, number>();
  for (const row of rows) {
    const value = row[column] ?? null;
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([, a], [, b]) => b - a).slice(0, limit);
  return sorted.map(([value, count]) => ({ value, count }));
}
