import { tableKey } from './change-items.js';
import type { RowEffect } from './effect.js';
import type { ReferringTable } from './entangled-references.js';

/**
 * The rows of a statement in an order in which edits could write them, and whose reverse takes them back: rows are removed
 * before those that they refer to, then changed, then added behind those that they refer to.
 */
export function inWritingOrder(effects: readonly RowEffect[], tables: readonly ReferringTable[]): RowEffect[] {
  const depths = depthsOf(tables);
  const rank = (effect: RowEffect): number => {
    const depth = depths.get(tableKey(effect)) ?? 0;
    if (effect.kind === 'update') return 0;
    return effect.kind === 'delete' ? -1 - depth : 1 + depth;
  };
  return [...effects].sort((a, b) => rank(a) - rank(b));
}

/** How many references lead from each table to others at most; a circle ends where it began. */
function depthsOf(tables: readonly ReferringTable[]): Map<string, number> {
  const parents = new Map(
    tables.map(({ schema, name, foreign_keys: references }) => {
      const own = tableKey({ schema, table: name });
      return [own, references.map(({ references: target }) => tableKey(target)).filter((key) => key !== own)];
    }),
  );
  const depths = new Map<string, number>();
  const depthOf = (key: string, path: ReadonlySet<string>): number => {
    const known = depths.get(key);
    if (known !== undefined) return known;
    const above = (parents.get(key) ?? []).filter((parent) => !path.has(parent));
    const depth = Math.max(0, ...above.map((parent) => 1 + depthOf(parent, new Set([...path, parent]))));
    depths.set(key, depth);
    return depth;
  };
  for (const key of parents.keys()) depthOf(key, new Set([key]));
  return depths;
}
