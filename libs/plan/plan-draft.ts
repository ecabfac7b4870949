import type { PlanBuffers, PlanEngine, PlanNodeFacts } from './plan.js';

/** A node on its way to a `PlanNode`: the tree is a list, root first and parents before children, so no walk recurses. */
export interface NodeDraft extends PlanNodeFacts {
  /** Index of the parent in the list, or -1. */
  readonly parent: number;
  readonly children: number[];
  /** Every text in which the engine may name a subplan's result, for finding out who waited for it. */
  readonly texts: readonly string[];
  readonly isSequentialScan: boolean;
  /** Rows that the engine counted before any filter, over all runs; null when it did not. */
  readonly countedRows: number | null;
  /** Bytes of a row as it is handed up, which is less than what is stored; null when the engine does not say. */
  readonly widthBytes: number | null;
  /** What was written to disk for want of memory, in words; null when nothing was. */
  readonly spill: string | null;
  readonly lossyBlocks: number;
  readonly ownTimeMs: number | null;
  readonly buffers: PlanBuffers | null;
}

/** A plan whose nodes are read and not yet weighed. */
export interface PlanDraft {
  readonly engine: PlanEngine;
  readonly nodes: readonly NodeDraft[];
  readonly planningTimeMs: number | null;
  readonly executionTimeMs: number | null;
  readonly settings: Readonly<Record<string, string>>;
}
