import { listNodes } from './list-nodes.js';
import type { Plan, PlanNode } from './plan.js';

/** What became of a node: `same` place and work, `changed` figures, or only in one of the two plans. */
export type NodeChange = 'same' | 'changed' | 'added' | 'removed';

/** One line of a comparison. */
export interface ComparedNode {
  readonly change: NodeChange;
  readonly before: PlanNode | null;
  readonly after: PlanNode | null;
}

/** How a plan stands to an earlier one of the same query. */
export interface PlanComparison {
  readonly nodes: readonly ComparedNode[];
  readonly totalCost: { readonly before: number | null; readonly after: number | null };
  readonly executionTimeMs: { readonly before: number | null; readonly after: number | null };
}

/** Costs nearer to each other than this part count as the same: statistics are sampled anew each time. */
const SAME_WITHIN = 0.01;

/**
 * Matches the nodes of two plans by what they do (`Seq Scan` of `orders`), in the order in which they come, and lists the
 * later plan's nodes with those that are gone at the place where they were.
 */
export function comparePlans(before: Plan, after: Plan): PlanComparison {
  const [older, newer] = [listNodes(before.root), listNodes(after.root)];
  const pairs = longestPairs(older, newer);
  const nodes: ComparedNode[] = [];
  let at = 0;
  for (const [index, node] of newer.entries()) {
    const partner = pairs.get(index);
    if (partner !== undefined) {
      for (; at < partner; at += 1) nodes.push({ change: 'removed', before: older[at] ?? null, after: null });
      at = partner + 1;
    }
    const old = partner === undefined ? null : (older[partner] ?? null);
    nodes.push({ change: old === null ? 'added' : changeOf(old, node), before: old, after: node });
  }
  for (; at < older.length; at += 1) nodes.push({ change: 'removed', before: older[at] ?? null, after: null });
  return {
    nodes,
    totalCost: { before: before.totalCost, after: after.totalCost },
    executionTimeMs: { before: before.executionTimeMs, after: after.executionTimeMs },
  };
}

/** Whether two texts are the same query but for space and a semicolon at the end. */
export function isSameQuery(one: string, other: string): boolean {
  return bare(one) === bare(other);
}

function bare(sql: string): string {
  return sql
    .replaceAll(/\s+/g, ' ')
    .replace(/(?<![\s;])[\s;]+$/, '')
    .trim();
}

function keyOf({ label, relation, index, subplanName }: PlanNode): string {
  return JSON.stringify([label, relation, index, subplanName]);
}

function changeOf(before: PlanNode, after: PlanNode): NodeChange {
  const [old, now] = [before.ownCost, after.ownCost];
  const isNear =
    old === now || (old !== null && now !== null && Math.abs(now - old) <= SAME_WITHIN * Math.max(old, now));
  return isNear && before.estimatedRows === after.estimatedRows ? 'same' : 'changed';
}

/** Above this the exact match would take too long, and the first of each kind is taken instead. */
const MOST_CELLS = 4_000_000;

/** The longest list of nodes that both plans have in the same order: index in the later one to index in the earlier one. */
function longestPairs(older: readonly PlanNode[], newer: readonly PlanNode[]): Map<number, number> {
  const [a, b] = [older.map(keyOf), newer.map(keyOf)];
  if (a.length * b.length > MOST_CELLS) return greedyPairs(a, b);
  const width = b.length + 1;
  const length = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      length[i * width + j] =
        a[i] === b[j]
          ? (length[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(length[(i + 1) * width + j] ?? 0, length[i * width + j + 1] ?? 0);
  const pairs = new Map<number, number>();
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) pairs.set(j++, i++);
    else if ((length[(i + 1) * width + j] ?? 0) >= (length[i * width + j + 1] ?? 0)) i += 1;
    else j += 1;
  }
  return pairs;
}

function greedyPairs(a: readonly string[], b: readonly string[]): Map<number, number> {
  const pairs = new Map<number, number>();
  let from = 0;
  for (const [j, key] of b.entries()) {
    const i = a.indexOf(key, from);
    if (i === -1) continue;
    pairs.set(j, i);
    from = i + 1;
  }
  return pairs;
}
