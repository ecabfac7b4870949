import type { PlanEngine } from '../plan/plan.js';
import type { RunParameters } from './parameters.js';

/** Body of `POST /api/studio/explain`. */
export interface ExplainRequest {
  connection_id: string;
  sql: string;
  /** Runs the statement, in a transaction that is rolled back, for real rows and times. */
  analyze?: boolean;
  /** An analyzed statement that changes data is meant to run; without it such a one is 409 `analyze-confirmation-needed`. */
  confirm?: boolean;
  /** Where in `sql` the cursor stands, in UTF-16 code units: of several statements the one there is explained. */
  cursor?: number;
  /** Seconds after which an analyzed statement is cancelled, 1 to 86400; 600 where it is left out. */
  timeout_s?: number;
  /** From how many rows on a sequential scan is flagged; 10,000 where it is left out. */
  sequential_scan_rows?: number;
  /** The session of a tab, as in a run. */
  session_id?: string;
  session_opened_at?: string;
  /** The database refuses every write of the statement; it is explained in a session of its own. */
  read_only?: boolean;
  parameters?: RunParameters;
}

/** One noteworthy fact about a node, with a reason of one line. */
export interface PlanFlagView {
  kind: string;
  reason: string;
  /** Rows that a large scan reads; null where they are not known, absent from other flags. */
  rows?: number | null;
}

/** A node of a plan. Costs are the planner's own units, without the children; null where the engine prints none. */
export interface PlanNodeView {
  id: number;
  node_type: string;
  /** The node type as the engine's text format says it. */
  label: string;
  relation: string | null;
  alias: string | null;
  index: string | null;
  /** The first condition that the engine prints, in its words. */
  condition: string | null;
  conditions: { kind: string; text: string }[];
  estimated_rows: number | null;
  own_cost: number | null;
  /** Part of the whole plan, 0 to 1. */
  share: number | null;
  /** These six only for a plan that was run. */
  actual_rows?: number | null;
  loops?: number | null;
  own_time_ms?: number | null;
  time_share?: number | null;
  misestimate?: { factor: number; direction: 'under' | 'over' | 'exact' } | null;
  is_never_executed?: boolean;
  rows_removed: number | null;
  flags: PlanFlagView[];
  children: PlanNodeView[];
}

/** What all nodes of one table or of one node type come to. */
export interface PlanTotalView {
  name: string;
  node_count: number;
  own_cost: number | null;
  share: number | null;
  own_time_ms: number | null;
  /** Part of all nodes' time, 0 to 1; null without times. */
  time_share: number | null;
}

/** Answer of `POST /api/studio/explain`. */
export interface ExplainedPlan {
  connection_id: string;
  engine: PlanEngine;
  /** The statement that was explained, without EXPLAIN, and where it begins in the text as sent. */
  sql: string;
  start: number;
  /** Whether it was run; what it changed is rolled back. */
  is_analyzed: boolean;
  explained_at: string;
  elapsed_ms: number;
  total_cost: number | null;
  node_count: number;
  planning_time_ms: number | null;
  execution_time_ms: number | null;
  settings: Record<string, string>;
  plan: PlanNodeView;
  by_relation: PlanTotalView[];
  by_node_type: PlanTotalView[];
  /** Rows by their statistics of the tables that a scan filters, by the plan's names for them; none where not known. */
  table_rows: Record<string, number>;
  /** The plan as the database printed it. */
  raw: string;
}
