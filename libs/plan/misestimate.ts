import type { NodeDraft } from './plan-draft.js';
import type { Misestimate } from './plan.js';
import { isHashed } from './subplan-calls.js';

/** These read everything below them before they give a row, so a Limit above does not stop what is below. */
const READS_TO_THE_END = new Set(['Sort', 'Aggregate', 'Hash', 'ModifyTable', 'SetOp', 'Bitmap Heap Scan', 'TOP_N']);
/** These count no rows that could be compared: the planner expects rows from them, the executor reports none. */
const COUNTS_NO_ROWS = new Set([
  ...['BitmapAnd', 'BitmapOr', 'Hash', 'ModifyTable'],
  ...['CTE', 'DELIM_SCAN', 'LEFT_DELIM_JOIN', 'RIGHT_DELIM_JOIN', 'REC_CTE_SCAN'],
]);
const STOPS_BELOW = new Set(['Limit', 'Merge Join', 'LIMIT', 'STREAMING_LIMIT']);

/**
 * Compares expected and real rows of one run. Both count as at least one row, because the server rounds small averages to
 * zero; null when the node never ran or counts no rows.
 */
export function misestimateOf(node: NodeDraft): Misestimate | null {
  if (node.estimatedRows === null || node.actualRows === null || COUNTS_NO_ROWS.has(node.nodeType)) return null;
  const expected = Math.max(1, node.estimatedRows);
  const real = Math.max(1, node.actualRows);
  if (expected === real) return { factor: 1, direction: 'exact' };
  return expected < real
    ? { factor: real / expected, direction: 'under' }
    : { factor: expected / real, direction: 'over' };
}

/**
 * Reports for each node whether something above may stop it before its last row: a Limit, a merge join, the inner side of a
 * semi or anti join, a hash join that found nothing to look for, an EXISTS,
 * a window function that is only wanted up to some value. Fewer rows than expected are no wrong estimate there.
 */
export function mayStopEarly(nodes: readonly NodeDraft[]): boolean[] {
  const stops: boolean[] = [];
  for (const [id, node] of nodes.entries()) {
    const parent = nodes[node.parent];
    const isInherited = parent !== undefined && !READS_TO_THE_END.has(parent.nodeType) && stops[node.parent] === true;
    stops[id] = parent !== undefined && (isInherited || isStoppedBy(nodes, parent, node));
  }
  return stops;
}

function isStoppedBy(nodes: readonly NodeDraft[], parent: NodeDraft, node: NodeDraft): boolean {
  if (node.relationship === 'InitPlan') return true;
  if (node.relationship === 'SubPlan') return !isHashed(parent, node);
  if (STOPS_BELOW.has(parent.nodeType) || parent.conditions.some(({ kind }) => kind === 'Run Condition')) return true;
  if (parent.nodeType === 'Hash Join' && node.relationship === 'Outer') return isHashEmpty(nodes, parent);
  return parent.nodeType === 'Nested Loop' && node.relationship === 'Inner' && / (Semi|Anti) Join$/.test(parent.label);
}

function isHashEmpty(nodes: readonly NodeDraft[], join: NodeDraft): boolean {
  return join.children.some((id) => nodes[id]?.nodeType === 'Hash' && nodes[id].actualRows === 0);
}
