import { countText } from '../results/index.js';
import type { NodeDraft } from './plan-draft.js';
import type { ScannedRows } from './rows-scanned.js';
import type { Misestimate, PlanFlag } from './plan.js';

/** From where on something is worth a flag. */
export interface PlanThresholds {
  /** A sequential scan that reads at least so many rows is flagged. */
  readonly sequentialScanRows: number;
  /** An estimate that is off by at least this factor is flagged. */
  readonly misestimateFactor: number;
  /** A filter that throws away at least this part (0 to 1) of the rows it sees is flagged … */
  readonly discardedPart: number;
  /** … when it throws away at least so many. */
  readonly discardedRows: number;
  /** Rows of whole tables by their statistics, by the plan's names for them. */
  readonly tableRows: Readonly<Record<string, number>>;
}

/** Thresholds that leave small tables alone: reading ten thousand rows takes about a millisecond. */
export const DEFAULT_THRESHOLDS: PlanThresholds = {
  sequentialScanRows: 10_000,
  misestimateFactor: 10,
  discardedPart: 0.9,
  discardedRows: 1_000,
  tableRows: {},
};

/** What is known about a node when its flags are raised. */
export interface WeighedNode {
  readonly node: NodeDraft;
  /** What a sequential scan reads; null for every other node. */
  readonly scanned: ScannedRows | null;
  /** The node costs as much as a scan of the threshold's rows. */
  readonly isDearScan: boolean;
  readonly share: number | null;
  readonly timeShare: number | null;
  readonly misestimate: Misestimate | null;
  readonly mayStopEarly: boolean;
  readonly isCostliest: boolean;
  readonly isSlowest: boolean;
}

/** Raises the flags of a node, the heaviest reason first, each with one line that says why. */
export function flagsOf(weighed: WeighedNode, thresholds: PlanThresholds): PlanFlag[] {
  const { node } = weighed;
  const flags: (PlanFlag | null)[] = [
    weighed.isCostliest
      ? { kind: 'costliest', reason: `The costliest node: ${percent(weighed.share)} of the whole plan` }
      : null,
    weighed.isSlowest
      ? { kind: 'slowest', reason: `The slowest node: ${percent(weighed.timeShare)} of the time` }
      : null,
    sequentialScan(weighed, thresholds),
    misestimate(weighed, thresholds),
    node.spill === null ? null : { kind: 'spill', reason: node.spill },
    discardsRows(node, thresholds),
    lossyBitmap(node),
  ];
  return flags.filter((flag) => flag !== null);
}

function sequentialScan(weighed: WeighedNode, { sequentialScanRows }: PlanThresholds): PlanFlag | null {
  const { node, scanned, isDearScan } = weighed;
  if (scanned === null) return null;
  const { rows } = scanned;
  // A scan reads at least the rows that it keeps.
  const isLarge = (rows ?? node.estimatedRows ?? 0) >= sequentialScanRows || (rows === null && isDearScan);
  if (!isLarge) return null;
  return { kind: 'sequential-scan', reason: scanReason(node, scanned), rows };
}

function scanReason(node: NodeDraft, { rows, source }: ScannedRows): string {
  const table = node.relation ?? 'the table';
  const kept = `to keep about ${count(node.estimatedRows ?? 0)} in each run (the node's estimate)`;
  if (rows === null) return `Expected to read all rows of ${table} one by one, ${kept}`;
  if (source === 'counted') return `Read ${count(rows)} rows of ${table} one by one`;
  if (source === 'node')
    return `Expected to read about ${count(rows)} rows of ${table} one by one (the node's estimate)`;
  return `Expected to read about ${count(rows)} rows of ${table} one by one (the table's statistics), ${kept}`;
}

function misestimate({ node, misestimate: off, mayStopEarly }: WeighedNode, limits: PlanThresholds): PlanFlag | null {
  if (off === null || off.factor < limits.misestimateFactor || (off.direction === 'over' && mayStopEarly)) return null;
  const expected = node.estimatedRows ?? 0;
  const rows = `${count(expected)} ${expected === 1 ? 'row' : 'rows'} expected, ${count(node.actualRows ?? 0)} found`;
  return {
    kind: 'misestimate',
    reason: `${rows}: ${count(off.factor)} times too ${off.direction === 'under' ? 'few' : 'many'}`,
  };
}

function discardsRows(node: NodeDraft, { discardedPart, discardedRows }: PlanThresholds): PlanFlag | null {
  const removed = node.rowsRemoved ?? 0;
  const seen = removed + (node.actualRows ?? 0) * (node.loops ?? 0);
  if (removed === 0 || removed < discardedRows || removed / seen < discardedPart) return null;
  return { kind: 'discards-rows', reason: `The filter removed ${count(removed)} of ${count(seen)} rows` };
}

function lossyBitmap({ lossyBlocks }: NodeDraft): PlanFlag | null {
  if (lossyBlocks === 0) return null;
  const reason = `The bitmap did not fit into work_mem: ${count(lossyBlocks)} blocks were searched row by row`;
  return { kind: 'lossy-bitmap', reason };
}

function percent(part: number | null): string {
  return part === null ? 'a part' : `${Math.round(part * 100)} %`;
}

/** Writes a count with commas between the thousands, `12,345`, whatever the language of the machine. */
function count(value: number): string {
  return countText(Math.round(value));
}
