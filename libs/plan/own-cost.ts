import type { NodeDraft } from './plan-draft.js';
import { costOfOneCall, expectedCalls } from './subplan-calls.js';

/** `cost_recursive_union` in the planner assumes ten rounds of the recursive term. */
const ASSUMED_RECURSIONS = 10;

/** Kept results are read again for next to nothing (`cost_rescan`), so their making is paid once. */
const KEEPS_ITS_RESULT = new Set(['Materialize', 'Sort']);
/** A second run of these skips what their start-up cost paid for (`cost_rescan`). */
const KEEPS_ITS_START = new Set(['Function Scan', 'Hash Join', 'Table Function Scan']);

/** Children are served in this order when a parent's cost cannot pay for all of them. */
const enum Turn {
  InitPlan,
  Once,
  Repeated,
}

/** What a node costs by itself over all its runs, and how many whole runs its cost with its children pays for. */
export interface OwnCost {
  readonly cost: number | null;
  readonly runs: number;
}

/**
 * Splits the root's total cost among the nodes, in planner units; null for each node when the plan has no costs.
 *
 * A child is paid for the runs that the planner expects of it: the inner side of a nested loop for each outer row, a
 * correlated SubPlan for each row of its parent, everything else once. InitPlans and CTEs are charged where they are
 * attached, never where they are read. A parent that is cheaper than its children (a Limit, a semi join, a parallel
 * append) expects not to run them to their end, so they share what it costs and its own part is zero. What a parent pays
 * is exactly what its children get, so the sum over all nodes is the root's total cost.
 */
export function ownCosts(nodes: readonly NodeDraft[]): OwnCost[] {
  const total = nodes[0]?.totalCost ?? null;
  if (total === null) return nodes.map(() => ({ cost: null, runs: 1 }));
  const budgets = new Array<number>(nodes.length).fill(0);
  budgets[0] = total;
  return nodes.map((node, id) => pay(nodes, node, budgets[id] ?? 0, budgets));
}

/** Hands a node's budget down to its children and gives what is left to the node itself. */
function pay(nodes: readonly NodeDraft[], node: NodeDraft, budget: number, budgets: number[]): OwnCost {
  const runs = node.totalCost !== null && node.totalCost > 0 ? budget / node.totalCost : 0;
  const wishes = node.children.map((id) => ({ id, ...wishOf(nodes, node, id) }));
  let left = budget;
  for (const turn of [Turn.InitPlan, Turn.Once, Turn.Repeated]) {
    const served = wishes.filter((wish) => wish.turn === turn);
    const wanted = served.reduce((sum, wish) => sum + wish.cost, 0) * runs;
    const part = wanted > left ? left / wanted : 1;
    for (const { id, cost } of served) budgets[id] = cost * runs * part;
    left = Math.max(0, left - wanted * part);
  }
  return { cost: left, runs };
}

/** What one run of the parent wants to spend on a child, and when the child's turn is. */
function wishOf(nodes: readonly NodeDraft[], parent: NodeDraft, id: number): { cost: number; turn: Turn } {
  const child = nodes[id];
  if (child === undefined) return { cost: 0, turn: Turn.Once };
  const cost = costOfOneCall(child);
  if (child.relationship === 'InitPlan') return { cost, turn: Turn.InitPlan };
  const times = expectedRuns(nodes, parent, child);
  if (times <= 1) return { cost, turn: Turn.Once };
  return { cost: cost + (times - 1) * costOfAnotherRun(child, cost), turn: Turn.Repeated };
}

function expectedRuns(nodes: readonly NodeDraft[], parent: NodeDraft, child: NodeDraft): number {
  if (child.relationship === 'SubPlan') return expectedCalls(parent, child);
  if (child.relationship !== 'Inner') return 1;
  if (parent.nodeType === 'Recursive Union') return ASSUMED_RECURSIONS;
  if (parent.nodeType !== 'Nested Loop') return 1;
  const outer = parent.children.find((id) => nodes[id]?.relationship === 'Outer');
  return (outer === undefined ? null : nodes[outer]?.estimatedRows) ?? 1;
}

function costOfAnotherRun(child: NodeDraft, cost: number): number {
  if (KEEPS_ITS_RESULT.has(child.nodeType)) return 0;
  return KEEPS_ITS_START.has(child.nodeType) ? Math.max(0, cost - (child.startupCost ?? 0)) : cost;
}
