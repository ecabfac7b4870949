import type { PlanNode } from './plan.js';

/** What nodes are weighed by: the time that was measured, or the cost that was estimated. */
export type PlanMeasure = 'time' | 'cost';

/** The measures by which the nodes of a plan differ, measured time first; none where the engine printed neither. */
export function measuresOf(nodes: readonly PlanNode[]): readonly PlanMeasure[] {
  const measures: readonly PlanMeasure[] = ['time', 'cost'];
  return measures.filter((measure) => nodes.some((node) => (shareBy(node, measure) ?? 0) > 0));
}

/** The part of a node, or of a sum of nodes, in the whole plan, 0 to 1; null where the plan does not have the measure. */
export function shareBy(
  { ownCost, share, timeShare }: Pick<PlanNode, 'ownCost' | 'share' | 'timeShare'>,
  measure: PlanMeasure,
): number | null {
  if (measure === 'time') return timeShare;
  return ownCost === null ? null : share;
}

/** The node with the largest share by a measure, the first one among equals; null where no node has any. */
export function heaviestBy(nodes: readonly PlanNode[], measure: PlanMeasure): PlanNode | null {
  let found: PlanNode | null = null;
  let most = 0;
  for (const node of nodes) {
    const share = shareBy(node, measure) ?? 0;
    if (share > most) [found, most] = [node, share];
  }
  return found;
}
