import type { ExplainedPlan, PlanNodeView, PlanTotalView } from '#libs/api';
import { listNodes } from '#libs/plan';
import type { Plan, PlanNode, PlanTotal } from '#libs/plan';

/** What of a plan goes over the wire beside the circumstances in which it was made. */
export type PlanView = Pick<
  ExplainedPlan,
  | 'engine'
  | 'is_analyzed'
  | 'total_cost'
  | 'node_count'
  | 'planning_time_ms'
  | 'execution_time_ms'
  | 'settings'
  | 'plan'
  | 'by_relation'
  | 'by_node_type'
>;

/** A plan in the words of the API. */
export function planView(plan: Plan): PlanView {
  return {
    engine: plan.engine,
    is_analyzed: plan.isAnalyzed,
    total_cost: plan.totalCost,
    node_count: plan.nodeCount,
    planning_time_ms: plan.planningTimeMs,
    execution_time_ms: plan.executionTimeMs,
    settings: { ...plan.settings },
    plan: treeView(plan),
    by_relation: plan.byRelation.map(totalView),
    by_node_type: plan.byNodeType.map(totalView),
  };
}

/** Children first, so that a plan as deep as it is long does not exhaust the stack. */
function treeView(plan: Plan): PlanNodeView {
  const views = new Map<number, PlanNodeView>();
  for (const node of listNodes(plan.root).reverse()) {
    const children = node.children.map(({ id }) => views.get(id)).filter((view) => view !== undefined);
    views.set(node.id, { ...nodeView(node, plan.isAnalyzed), children });
  }
  return views.get(plan.root.id) ?? { ...nodeView(plan.root, plan.isAnalyzed), children: [] };
}

function nodeView(node: PlanNode, isAnalyzed: boolean): Omit<PlanNodeView, 'children'> {
  return {
    id: node.id,
    node_type: node.nodeType,
    label: node.label,
    relation: node.relation,
    alias: node.alias,
    index: node.index,
    condition: node.conditions[0]?.text ?? null,
    conditions: node.conditions.map(({ kind, text }) => ({ kind, text })),
    estimated_rows: node.estimatedRows,
    own_cost: node.ownCost,
    share: node.share,
    rows_removed: node.rowsRemoved,
    flags: node.flags.map((flag) => ({ ...flag })),
    ...(isAnalyzed ? realView(node) : {}),
  };
}

function realView(node: PlanNode): Partial<PlanNodeView> {
  return {
    actual_rows: node.actualRows,
    loops: node.loops,
    own_time_ms: node.ownTimeMs,
    time_share: node.timeShare,
    misestimate: node.misestimate,
    is_never_executed: node.isNeverExecuted,
  };
}

function totalView({ name, nodeCount, ownCost, share, ownTimeMs, timeShare }: PlanTotal): PlanTotalView {
  return { name, node_count: nodeCount, own_cost: ownCost, share, own_time_ms: ownTimeMs, time_share: timeShare };
}
