import type { PlanNode } from './plan.js';

/** Lists a node and all below it in the order of their ids, without recursion. */
export function listNodes(root: PlanNode): PlanNode[] {
  const listed: PlanNode[] = [];
  const waiting = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    listed.push(next);
    waiting.push(...next.children.toReversed());
  }
  return listed;
}
