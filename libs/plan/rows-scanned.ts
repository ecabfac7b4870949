import type { NodeDraft } from './plan-draft.js';

/** Postgres' own defaults: `seq_page_cost`, and `cpu_tuple_cost` with one `cpu_operator_cost` for the filter. */
const COST_OF_PAGE = 1;
const COST_OF_ROW = 0.0125;
const PAGE_BYTES = 8168;
/** Tuple header and item pointer, with padding. */
const ROW_OVERHEAD_BYTES = 28;
/** Plan width counts only the columns that are asked for, so a narrow width says nothing about the rows on disk. */
const LEAST_ROW_BYTES = 72;

/**
 * Tells how many rows a sequential scan reads in all its runs, filtered ones included; null for every other node.
 *
 * After a run that is a count. Before a run it is an estimate: the planner prints only the rows that pass the filter, so
 * the read ones are worked back from the scan's own cost by the server's default cost constants, with at least the rows
 * that pass. `runs` is a fraction below a Limit, which expects to stop early.
 */
export function rowsScanned(node: NodeDraft, ownCost: number | null, runs: number): number | null {
  if (!node.isSequentialScan) return null;
  if (node.isNeverExecuted) return 0;
  if (node.countedRows !== null) return node.countedRows;
  const passing = (node.estimatedRows ?? 0) * runs;
  const isFiltered = node.conditions.some(({ kind }) => kind === 'Filter');
  if (!isFiltered || ownCost === null) return Math.round(passing);
  return Math.round(Math.max(passing, ownCost / costOfScannedRow(node)));
}

/** Tells what reading and filtering one row of a table costs by the server's default cost constants, in planner units. */
export function costOfScannedRow(node: NodeDraft): number {
  const rowBytes = Math.max(node.widthBytes ?? 0, LEAST_ROW_BYTES) + ROW_OVERHEAD_BYTES;
  return COST_OF_ROW + (COST_OF_PAGE * rowBytes) / PAGE_BYTES;
}
