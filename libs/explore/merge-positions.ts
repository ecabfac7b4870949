import type { TablePosition } from '../api/index.js';

/** Positions that are kept for a diagram: as many tables as it shows. */
export const MOST_POSITIONS = 1_000;

/** The positions with others in place of or behind those that are known; of too many, the oldest go. */
export function mergePositions(known: readonly TablePosition[], changed: readonly TablePosition[]): TablePosition[] {
  const merged = new Map(known.map((position) => [keyOf(position), position]));
  for (const { schema, table, x, y } of changed) {
    // Behind the others, since it is the newest.
    merged.delete(keyOf({ schema, table }));
    merged.set(keyOf({ schema, table }), { schema, table, x, y });
  }
  return [...merged.values()].slice(-MOST_POSITIONS);
}

function keyOf({ schema, table }: Pick<TablePosition, 'schema' | 'table'>): string {
  return JSON.stringify([schema, table]);
}
