/** The part of a plan's node (`EXPLAIN (FORMAT JSON)`) that is looked at. */
export interface PlanNode {
  readonly 'Node Type'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Join Type'?: string;
  readonly Alias?: string;
  readonly 'Index Cond'?: string;
  readonly 'Recheck Cond'?: string;
  readonly Filter?: string;
  readonly 'Join Filter'?: string;
  readonly 'Total Cost'?: number;
  readonly 'Plan Rows'?: number;
  readonly 'Subplan Name'?: string;
  readonly 'Parent Relationship'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** The plan of the saved query itself, below the frame that numbers and encodes the rows of every tile. */
export function ownPart(plan: PlanNode): PlanNode {
  const drawn = [...everyNode(plan)].find((node) => node['Subplan Name'] === 'CTE drawn');
  return drawn?.Plans?.[0] ? { Plans: drawn.Plans } : plan;
}

/** A node and what is below it. What is computed for single values is left out: the frame has such parts of its own. */
export function* everyNode(node: PlanNode): Generator<PlanNode> {
  yield node;
  for (const input of inputsOf(node)) yield* everyNode(input);
}

/** Whether an index is asked for the tile's box somewhere in the plan of a tile. */
export function isIndexAsked(plan: PlanNode): boolean {
  const conditions = [...everyNode(ownPart(plan))].map((node) => node['Index Cond'] ?? node['Recheck Cond'] ?? '');
  return conditions.some((condition) => condition.includes('&&'));
}

/** What it reads from, without what is computed for single values. */
export function inputsOf(node: PlanNode): readonly PlanNode[] {
  return (node.Plans ?? []).filter((child) => child['Parent Relationship'] !== 'SubPlan');
}
