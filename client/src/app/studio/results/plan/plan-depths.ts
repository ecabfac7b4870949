import type { PlanNode } from '#libs/plan';

/** Deeper nodes are not indented further, so that their names stay on screen. */
const DEEPEST = 24;

/** How far the name of each node is indented, in levels, by the node's id. */
export function indentsOf(root: PlanNode): ReadonlyMap<number, number> {
  const indents = new Map([[root.id, 0]]);
  const waiting = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const below = Math.min(DEEPEST, (indents.get(next.id) ?? 0) + 1);
    for (const child of next.children) {
      indents.set(child.id, below);
      waiting.push(child);
    }
  }
  return indents;
}
