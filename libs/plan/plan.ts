/** What wrote a plan. */
export type PlanEngine = 'postgres' | 'duckdb';

/** What is noteworthy about a node. */
export type PlanFlagKind =
  'costliest' | 'slowest' | 'sequential-scan' | 'misestimate' | 'spill' | 'discards-rows' | 'lossy-bitmap';

/** One noteworthy fact about a node, with a reason of one line. */
export interface PlanFlag {
  readonly kind: PlanFlagKind;
  readonly reason: string;
  /** Rows that a large scan reads; null where the plan does not say, and absent from other flags. */
  readonly rows?: number | null;
}

/** A condition as the engine printed it; `kind` is the engine's own word, such as `Filter` or `Hash Cond`. */
export interface PlanCondition {
  readonly kind: string;
  readonly text: string;
}

/** How far an estimate was off: `factor` ≥ 1, and whether the planner expected too few or too many rows. */
export interface Misestimate {
  readonly factor: number;
  readonly direction: 'under' | 'over' | 'exact';
}

/** Blocks (8 KiB each unless the server was built otherwise) that were touched, by where they were found. */
export interface PlanBuffers {
  readonly sharedHit: number;
  readonly sharedRead: number;
  readonly sharedDirtied: number;
  readonly sharedWritten: number;
  readonly localHit: number;
  readonly localRead: number;
  readonly tempRead: number;
  readonly tempWritten: number;
}

/** What the engine printed about one node, in one vocabulary for every engine and version. */
export interface PlanNodeFacts {
  /** The engine's own word, such as `Seq Scan` or `HASH_JOIN`. */
  readonly nodeType: string;
  /** The node type as the engine's text format would say it, such as `Parallel Seq Scan` or `Hash Left Join`. */
  readonly label: string;
  /** `Outer`, `Inner`, `InitPlan`, `SubPlan`, `Member`, `Subquery`; null for the root and for DuckDB. */
  readonly relationship: string | null;
  readonly subplanName: string | null;
  /** The table, view, function or CTE that is read, qualified when the engine reports its schema. */
  readonly relation: string | null;
  readonly alias: string | null;
  readonly index: string | null;
  readonly conditions: readonly PlanCondition[];
  /** Rows that one run of the node was expected to give; null when the engine does not say. */
  readonly estimatedRows: number | null;
  /** Planner units, children included, for one run, as printed; null without costs. */
  readonly totalCost: number | null;
  readonly startupCost: number | null;
  /** Rows that one run gave on average; null unless the query was run, and for nodes that never ran. */
  readonly actualRows: number | null;
  /** How often the node ran, over all processes; null unless the query was run. */
  readonly loops: number | null;
  readonly isNeverExecuted: boolean;
  /** Rows that filters threw away, over all runs; null when the engine did not count. */
  readonly rowsRemoved: number | null;
  readonly workersPlanned: number | null;
  readonly workersLaunched: number | null;
}

/** A node of a plan, with what it costs by itself. */
export interface PlanNode extends PlanNodeFacts {
  /** Position in a walk from the root downwards, first child first; the root is 0. */
  readonly id: number;
  /** Planner units of this node alone, for all the runs that the planner expected; null without costs. */
  readonly ownCost: number | null;
  /** Part of the whole, 0 to 1: of the cost, or of the time where the engine prints no costs; null without either. */
  readonly share: number | null;
  /** Milliseconds of this node alone, over all runs, as the clock on the wall saw it; null without times. */
  readonly ownTimeMs: number | null;
  /** Part of all nodes' time, 0 to 1; null without times. */
  readonly timeShare: number | null;
  readonly misestimate: Misestimate | null;
  /** Blocks of this node alone; null without buffers. */
  readonly buffers: PlanBuffers | null;
  readonly flags: readonly PlanFlag[];
  readonly children: readonly PlanNode[];
}

/** What all nodes of one table or of one node type come to. */
export interface PlanTotal {
  readonly name: string;
  readonly nodeCount: number;
  readonly ownCost: number | null;
  readonly share: number | null;
  readonly ownTimeMs: number | null;
  readonly timeShare: number | null;
}

/** A whole plan, ready to be drawn. */
export interface Plan {
  readonly engine: PlanEngine;
  readonly root: PlanNode;
  readonly nodeCount: number;
  readonly totalCost: number | null;
  /** Whether the query was run, so that there are actual rows. */
  readonly isAnalyzed: boolean;
  readonly planningTimeMs: number | null;
  readonly executionTimeMs: number | null;
  /** Settings that differ from the defaults and bear on the plan, by name. */
  readonly settings: Readonly<Record<string, string>>;
  readonly byRelation: readonly PlanTotal[];
  readonly byNodeType: readonly PlanTotal[];
}
