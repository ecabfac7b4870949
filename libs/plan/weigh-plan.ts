import { flagsOf } from './flags.js';
import type { PlanThresholds } from './flags.js';
import { mayStopEarly, misestimateOf } from './misestimate.js';
import { ownCosts } from './own-cost.js';
import type { NodeDraft, PlanDraft } from './plan-draft.js';
import type { Plan, PlanNode } from './plan.js';
import { sum, totalsBy } from './totals.js';

/** Weighs the nodes of a plan against each other, raises their flags and builds the tree. */
export function weighPlan(draft: PlanDraft, thresholds: PlanThresholds): Plan | null {
  const nodes = weighedNodes(draft.nodes, thresholds);
  const root = nodes[0];
  if (root === undefined) return null;
  return {
    engine: draft.engine,
    root,
    nodeCount: nodes.length,
    totalCost: root.totalCost,
    isAnalyzed: nodes.some(({ loops }) => loops !== null),
    planningTimeMs: draft.planningTimeMs,
    executionTimeMs: draft.executionTimeMs,
    settings: draft.settings,
    byRelation: totalsBy(nodes, ({ relation }) => relation),
    byNodeType: totalsBy(nodes, ({ nodeType }) => nodeType),
  };
}

function weighedNodes(drafts: readonly NodeDraft[], thresholds: PlanThresholds): PlanNode[] {
  const costs = ownCosts(drafts);
  const timeShares = sharesOf(drafts.map(({ ownTimeMs }) => ownTimeMs));
  const shares = costs[0] === null ? timeShares : sharesOf(costs);
  const [costliest, slowest, stops] = [greatest(shares), greatest(timeShares), mayStopEarly(drafts)];
  const built: PlanNode[] = [];
  for (let id = drafts.length - 1; id >= 0; id -= 1) {
    const node = drafts[id];
    if (node === undefined) continue;
    const weights = { share: shares[id] ?? null, timeShare: timeShares[id] ?? null, misestimate: misestimateOf(node) };
    const marks = { mayStopEarly: stops[id] === true, isCostliest: id === costliest, isSlowest: id === slowest };
    const flags = flagsOf({ node, ...weights, ...marks }, thresholds);
    const children = node.children.map((child) => built[child]).filter((child) => child !== undefined);
    built[id] = { ...factsOf(node), id, ownCost: costs[id] ?? null, ...weights, flags, children };
  }
  return built;
}

/** Leaves out what a draft carries only for the weighing. */
function factsOf(node: NodeDraft): Omit<NodeDraft, 'parent' | 'texts' | 'scannedRows' | 'spill' | 'lossyBlocks'> {
  const { parent: _parent, texts: _texts, scannedRows: _rows, spill: _spill, lossyBlocks: _blocks, ...facts } = node;
  return facts;
}

/** The parts of a sum; all null when nothing is known, all zero when everything is zero. */
function sharesOf(weights: readonly (number | null)[]): (number | null)[] {
  const total = sum(weights);
  if (total === null) return weights.map(() => null);
  return weights.map((weight) => (total > 0 ? (weight ?? 0) / total : 0));
}

/** The index of the greatest share, the first one among equals; -1 when nothing weighs anything. */
function greatest(shares: readonly (number | null)[]): number {
  let [best, at] = [0, -1];
  for (const [id, share] of shares.entries()) if ((share ?? 0) > best) [best, at] = [share ?? 0, id];
  return at;
}
