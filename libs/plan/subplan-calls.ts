import type { NodeDraft } from './plan-draft.js';
import { costOfScannedRow } from './rows-scanned.js';

/** An `= ANY` is charged for half of its rows (`cost_subplan`), so calls may cost twice what the parent does. */
const CREDIBLE_MULTIPLE = 2.2;

/**
 * What one call of a node costs its parent. An EXISTS asks its subplan for one row only (`cost_subplan`). Its subplan is known by its rows, which have no columns:
 * the planner drops what an EXISTS selects.
 */
export function costOfOneCall(child: NodeDraft): number {
  const total = child.totalCost ?? 0;
  const isExists = child.subplanName !== null && child.widthBytes === 0 && !child.subplanName.startsWith('CTE ');
  if (!isExists) return total;
  const start = Math.min(child.startupCost ?? 0, total);
  return start + (total - start) / Math.max(1, child.estimatedRows ?? 1);
}

/**
 * How often the planner expects a SubPlan to be called for one run of its parent: once when it is hashed, otherwise
 * for each row. A filter of a sequential scan calls it for the rows that are read, which the planner does not print: they
 * are worked back from the scan's cost. A SubPlan in the select list does not say whether it is hashed, so it counts as
 * called once when the parent costs too little for more, or when it ran no more often than the parent.
 */
export function expectedCalls(parent: NodeDraft, child: NodeDraft): number {
  if (isHashed(parent, child)) return 1;
  const cost = costOfOneCall(child);
  const rows = parent.estimatedRows ?? 1;
  const total = parent.totalCost ?? 0;
  if (rows * cost > total * CREDIBLE_MULTIPLE) return 1;
  if (!parent.isSequentialScan || !isCalledByFilter(parent, child)) return rows;
  return Math.max(rows, total / (cost + costOfScannedRow(parent)));
}

function isCalledByFilter(parent: NodeDraft, child: NodeDraft): boolean {
  return parent.conditions.some(({ kind, text }) => kind === 'Filter' && text.includes(child.subplanName ?? '\0'));
}

/** A hashed SubPlan is read into a hash table once and then only looked up. */
export function isHashed(parent: NodeDraft, child: NodeDraft): boolean {
  const name = child.subplanName;
  if (name !== null && parent.texts.some((text) => text.includes(`hashed ${name}`))) return true;
  const isRun = child.loops !== null && child.loops > 0 && parent.loops !== null;
  return isRun && (parent.actualRows ?? 0) > 1 && child.loops <= parent.loops;
}
