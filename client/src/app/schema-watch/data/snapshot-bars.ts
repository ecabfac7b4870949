import type { KeptSnapshot } from '#libs/api';
import { breakingTimes } from './violation-history';
import type { BrokenSets } from './violation-history';
import { counted } from './watch-words';

/** One snapshot of the strip: how high it stands and what it says. */
export interface SnapshotBar {
  readonly id: string;
  readonly takenAt: string;
  readonly changeCount: number;
  /** In pixels. */
  readonly height: number;
  readonly tone: 'quiet' | 'changed' | 'broken' | 'held';
  /** What it brought: `6 changes, broke the contract`. */
  readonly words: string;
}

const QUIET_HEIGHT = 4;
const LEAST_HEIGHT = 9;
const MOST_HEIGHT = 32;

/**
 * The snapshots that are kept, oldest first. The height follows the number of changes, slower and slower, so that one
 * large migration does not flatten all others. A snapshot broke the contract when a violation began or grew with it.
 */
export function snapshotBars(snapshots: readonly KeptSnapshot[], violations: readonly BrokenSets[]): SnapshotBar[] {
  const inOrder = [...snapshots].reverse();
  const broken = new Set([...breakingTimes(violations)].map((at) => newestUntil(inOrder, at)));
  const most = Math.max(1, ...inOrder.map(({ change_count: count }) => count));
  return inOrder.map((snapshot) => barOf(snapshot, broken.has(snapshot.id), most));
}

function barOf(snapshot: KeptSnapshot, isBroken: boolean, most: number): SnapshotBar {
  const { id, taken_at: takenAt, change_count: changeCount } = snapshot;
  const isHeldBack = !snapshot.is_stable;
  const share = Math.log2(1 + changeCount) / Math.log2(1 + most);
  const height = changeCount === 0 ? QUIET_HEIGHT : Math.round(LEAST_HEIGHT + (MOST_HEIGHT - LEAST_HEIGHT) * share);
  const tone = isBroken ? 'broken' : isHeldBack ? 'held' : changeCount > 0 ? 'changed' : 'quiet';
  const found = isHeldBack ? 'held back' : changeCount === 0 ? 'no change' : counted(changeCount, 'change');
  return { id, takenAt, changeCount, height, tone, words: isBroken ? `${found}, broke the contract` : found };
}

/** The snapshot by which something was noticed then. */
function newestUntil(inOrder: readonly KeptSnapshot[], at: number): string | null {
  return inOrder.filter(({ taken_at: takenAt }) => Date.parse(takenAt) <= at).at(-1)?.id ?? null;
}
