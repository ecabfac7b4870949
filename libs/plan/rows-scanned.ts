import type { PlanNodeFacts } from './plan.js';

/** Postgres' own defaults: `seq_page_cost`, and `cpu_tuple_cost` with one `cpu_operator_cost` for the filter. */
const COST_OF_PAGE = 1;
const COST_OF_ROW = 0.0125;
const PAGE_BYTES = 8168;
/** Tuple header and item pointer, with padding. */
const ROW_OVERHEAD_BYTES = 28;
/** Plan width counts only the columns that are asked for, so a narrow width says nothing about the rows on disk. */
const LEAST_ROW_BYTES = 72;

/**
 * Tells how many rows a sequential scan reads, filtered ones included. After a run that is a count. Before a run it is an
 * estimate: the planner prints only the rows that pass the filter, so the read ones are worked back from the scan's cost
 * by the server's default cost constants, with at least the rows that pass.
 */
export function rowsScanned(facts: PlanNodeFacts, widthBytes: number | null): number {
  if (facts.isNeverExecuted) return 0;
  if (facts.actualRows !== null) return facts.actualRows * (facts.loops ?? 1) + (facts.rowsRemoved ?? 0);
  const passing = facts.estimatedRows ?? 0;
  const isFiltered = facts.conditions.some(({ kind }) => kind === 'Filter');
  if (!isFiltered || facts.totalCost === null) return passing;
  const rowBytes = Math.max(widthBytes ?? 0, LEAST_ROW_BYTES) + ROW_OVERHEAD_BYTES;
  const costOfRow = COST_OF_ROW + (COST_OF_PAGE * rowBytes) / PAGE_BYTES;
  return Math.max(passing, Math.round((facts.totalCost - (facts.startupCost ?? 0)) / costOfRow));
}
