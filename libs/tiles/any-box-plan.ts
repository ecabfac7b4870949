import { type PlanNode, inputsOf, isIndexAsked, ownPart } from './plan-node.js';

/**
 * Cost, in the planner's units, of what may be read again for each row although no index leads to it: a table of some
 * dozen rows.
 */
const CHEAP_COST = 2;

/** What finds rows for a scan of a heap. */
const BITMAPS: ReadonlySet<string> = new Set(['Bitmap Index Scan', 'BitmapAnd', 'BitmapOr']);
/** Scans whose work does not grow with a table. */
const TABLELESS: ReadonlySet<string> = new Set(['Function Scan', 'Result', 'Values Scan']);

/** The box as a plan spells it that knows no values. */
const BOX = /\bst_makeenvelope\b/i;

/**
 * Whether the plan that the server would keep for every box of a layer does for tiles like the one whose own plan is
 * given: both read the same tables in the same order and by the same indexes, one of which finds the box, and nothing in
 * it grows dear where a tile holds more rows than the planner expects of any box. Both as `EXPLAIN (FORMAT JSON)` reports
 * them.
 */
export function isBoxIndependent(kept: PlanNode, own: PlanNode): boolean {
  const plan = ownPart(kept);
  return isIndexAsked(kept) && outline(plan) === outline(ownPart(own)) && repeatsLittle(plan);
}

/** A plan without what changes from box to box: estimates, conditions, and whether an index's rows are sorted first. */
function outline(node: PlanNode): string {
  const inputs = (node.Plans ?? []).filter((input) => !isBitmap(input));
  const indexes = indexesOf(node).sort().join(' ');
  const kind = indexes === '' ? node['Node Type'] : 'by index';
  const own = [kind, node['Join Type'], node['Relation Name'], node.Alias, indexes];
  return JSON.stringify([...own, ...inputs.map(outline)]);
}

/** The indexes by which a scan finds its rows, itself or by bitmaps. */
function indexesOf(node: PlanNode): string[] {
  const below = (node.Plans ?? []).filter(isBitmap).flatMap(indexesOf);
  return node['Index Name'] === undefined ? below : [node['Index Name'], ...below];
}

function isBitmap(node: PlanNode): boolean {
  return BITMAPS.has(node['Node Type'] ?? '');
}

/** Whatever is done for each row is cheap, or an index leads to it; without its values a box is made for each row. */
function repeatsLittle(node: PlanNode): boolean {
  if (BOX.test(node.Filter ?? '') || BOX.test(node['Join Filter'] ?? '')) return false;
  const inputs = node.Plans ?? [];
  const repeated = inputs.filter(
    ({ 'Parent Relationship': relation }) =>
      relation === 'SubPlan' || (relation === 'Inner' && node['Node Type'] === 'Nested Loop'),
  );
  const isCheap = repeated.every((input) => (input['Total Cost'] ?? Infinity) <= CHEAP_COST || isReached(input));
  return isCheap && inputs.every(repeatsLittle);
}

/** Every row in it is led to. */
function isReached(node: PlanNode): boolean {
  const inputs = inputsOf(node);
  if (inputs.length > 0) return inputs.every(isReached);
  return node['Index Cond'] !== undefined || TABLELESS.has(node['Node Type'] ?? '');
}
