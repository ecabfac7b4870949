import { type PlanNode, everyNode, inputsOf, isIndexAsked, ownPart } from './plan-node.js';

/** What reads everything for each tile, and what may be done about it. */
export interface ScanHint {
  /** The table that is read as a whole; null where it is no table. */
  readonly table: string | null;
  readonly text: string;
}

/** Cost of a scan, in the planner's units, from which it is worth a word: some 50,000 short rows. */
const DEAR_COST = 1_500;

/**
 * Finds out from the plan of one closely zoomed tile whether every tile reads a whole table: no index is asked for the
 * tile's box, and reading is dear. Null where an index answers, or where there is so little that reading it all is right.
 */
export function scanHint(plan: PlanNode): ScanHint | null {
  if (isIndexAsked(plan)) return null;
  const nodes = [...everyNode(ownPart(plan))];
  const scans = nodes.filter((node) => node['Node Type']?.endsWith('Scan') === true && inputsOf(node).length === 0);
  const dearest = scans.toSorted((a, b) => readingCost(b) - readingCost(a))[0];
  if (!dearest || readingCost(dearest) < DEAR_COST) return null;
  const table = dearest['Relation Name'] ?? null;
  const what = table === null ? 'everything that the query computes' : `all of ${table}`;
  const shape = nodes.map((node) => SHAPES[node['Node Type'] ?? '']).find((words) => words !== undefined);
  const advice = shape
    ? `${shape} keeps the tile's bounding box from reaching the table: remove it from the saved query.`
    : 'Give the geometry column a GiST index and ANALYZE the table, and leave the column as it is in the query: a geometry that is computed (ST_Transform, ST_Buffer, ST_MakePoint) has no index.';
  return { table, text: `Each tile reads ${what}. ${advice}` };
}

/** Steps that a condition cannot be moved through. */
const SHAPES: Readonly<Record<string, string>> = {
  Limit: 'A LIMIT',
  WindowAgg: 'A window function',
  Aggregate: 'Grouping',
  'CTE Scan': 'A WITH query that is used twice or is MATERIALIZED',
};

/** What it costs to read, without what is then computed for the rows that are left. */
function readingCost(node: PlanNode): number {
  const computed = (node.Plans ?? []).filter((child) => child['Parent Relationship'] === 'SubPlan');
  const perRow = computed.reduce((sum, child) => sum + (child['Total Cost'] ?? 0), 0);
  return (node['Total Cost'] ?? 0) - (node['Plan Rows'] ?? 0) * perRow;
}
