import type { StatementTree } from '../sql/index.js';

/**
 * How often a statement of Postgres names each table, by its name without its schema, as its parser's tree has it. A name
 * of a WITH query counts as well: too many are safe, too few are not.
 */
export function tableReads(tree: StatementTree): Map<string, number> {
  const reads = new Map<string, number>();
  const open: unknown[] = [tree];
  // A stack and no recursion: a chain of operators is as deep as it is long.
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, inner] of Object.entries(value)) {
      open.push(inner);
      const table = isRange(name, inner) ? inner.relname : undefined;
      if (typeof table === 'string') reads.set(table, (reads.get(table) ?? 0) + 1);
    }
  }
  return reads;
}

function isRange(name: string, value: unknown): value is { readonly relname?: unknown } {
  return (name === 'RangeVar' || name === 'relation') && typeof value === 'object' && value !== null;
}
