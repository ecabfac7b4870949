import type { NodeDraft } from './plan-draft.js';

/** Postgres' own defaults: `seq_page_cost`, and `cpu_tuple_cost` with one `cpu_operator_cost` for the filter. */
const COST_OF_PAGE = 1;
const COST_OF_ROW = 0.0125;
const PAGE_BYTES = 8168;
/** Tuple header and item pointer, with padding. */
const ROW_OVERHEAD_BYTES = 28;
/** Plan width counts only the columns that are asked for, so a narrow width says nothing about the rows on disk. */
const LEAST_ROW_BYTES = 72;

/** How many rows a sequential scan reads, and who says so. */
export interface ScannedRows {
  /** In all its runs; null where the plan does not say. */
  readonly rows: number | null;
  /** `counted` in a run, from the statistics of the `table`, or the `node`'s own estimate. */
  readonly source: 'counted' | 'table' | 'node';
}

/**
 * How many rows a sequential scan reads in all its runs, filtered ones included; null for every other node.
 *
 * After a run that is a count. Before a run the planner prints only the rows that pass the filter: without a filter they
 * are the rows that are read, and with one only the table's statistics say how many there are. `runs` is a fraction
 * below a Limit, which expects to stop early. `tableRows` are the rows of whole tables, by the plan's names for them.
 */
export function rowsScanned(
  node: NodeDraft,
  runs: number,
  tableRows: Readonly<Record<string, number>>,
): ScannedRows | null {
  if (!node.isSequentialScan) return null;
  if (node.isNeverExecuted) return { rows: 0, source: 'counted' };
  if (node.countedRows !== null) return { rows: node.countedRows, source: 'counted' };
  const isFiltered = node.conditions.some(({ kind }) => kind === 'Filter');
  if (!isFiltered) return { rows: Math.round((node.estimatedRows ?? 0) * runs), source: 'node' };
  const known =
    node.relation !== null && Object.hasOwn(tableRows, node.relation) ? tableRows[node.relation] : undefined;
  return { rows: known ?? null, source: 'table' };
}

/** Whether a scan costs as much as reading so many rows by the server's default cost constants. */
export function costsAsMuchAs(rows: number, node: NodeDraft, ownCost: number | null): boolean {
  return ownCost !== null && ownCost >= rows * costOfScannedRow(node);
}

/** What reading and filtering one row of a table costs by the server's default cost constants, in planner units. */
export function costOfScannedRow(node: NodeDraft): number {
  const rowBytes = Math.max(node.widthBytes ?? 0, LEAST_ROW_BYTES) + ROW_OVERHEAD_BYTES;
  return COST_OF_ROW + (COST_OF_PAGE * rowBytes) / PAGE_BYTES;
}
