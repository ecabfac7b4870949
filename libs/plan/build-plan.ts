import { flagsOf } from './flags.js';
import type { PlanThresholds } from './flags.js';
import { mayStopEarly, misestimateOf } from './misestimate.js';
import { ownCosts } from './own-cost.js';
import type { NodeDraft, PlanDraft } from './plan-draft.js';
import type { Plan, PlanNode, PlanNodeFacts } from './plan.js';
import { costsAsMuchAs, rowsScanned } from './rows-scanned.js';
import { sum, totalsBy } from './totals.js';

/** Weighs the nodes of a plan against each other, raises their flags and builds the tree. */
export function buildPlan(draft: PlanDraft, thresholds: PlanThresholds): Plan | null {
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
  const hasCosts = drafts[0]?.totalCost !== null;
  const shares = hasCosts ? sharesOf(costs.map(({ cost }) => cost)) : timeShares;
  const [costliest, slowest] = [greatest(shares), hasCosts ? greatest(timeShares) : -1];
  const stops = mayStopEarly(drafts);
  const built: PlanNode[] = [];
  for (let id = drafts.length - 1; id >= 0; id -= 1) {
    const [node, own] = [drafts[id], costs[id]];
    if (node === undefined || own === undefined) continue;
    const weights = { share: shares[id] ?? null, timeShare: timeShares[id] ?? null, misestimate: misestimateOf(node) };
    const marks = { mayStopEarly: stops[id] === true, isCostliest: id === costliest, isSlowest: id === slowest };
    const flags = flagsOf(
      {
        ...{ node, scanned: rowsScanned(node, own.runs, thresholds.tableRows), ...weights, ...marks },
        isDearScan: costsAsMuchAs(thresholds.sequentialScanRows, node, own.cost),
      },
      thresholds,
    );
    const children = node.children.map((child) => built[child]).filter((child) => child !== undefined);
    built[id] = {
      ...factsOf(node),
      id,
      ownCost: own.cost,
      ownTimeMs: node.ownTimeMs,
      buffers: node.buffers,
      ...weights,
      flags,
      children,
    };
  }
  return built;
}

/** Takes what the engine printed and leaves what a draft carries only for the weighing. */
function factsOf(draft: NodeDraft): PlanNodeFacts {
  return {
    nodeType: draft.nodeType,
    label: draft.label,
    relationship: draft.relationship,
    subplanName: draft.subplanName,
    relation: draft.relation,
    alias: draft.alias,
    index: draft.index,
    conditions: draft.conditions,
    estimatedRows: draft.estimatedRows,
    totalCost: draft.totalCost,
    startupCost: draft.startupCost,
    actualRows: draft.actualRows,
    loops: draft.loops,
    isNeverExecuted: draft.isNeverExecuted,
    rowsRemoved: draft.rowsRemoved,
    workersPlanned: draft.workersPlanned,
    workersLaunched: draft.workersLaunched,
  };
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
