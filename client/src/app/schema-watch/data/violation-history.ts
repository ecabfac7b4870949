import type { ContractViolation, ViolationSet } from '#libs/api';
import { counted } from './watch-words';

/** One moment in the life of a contract. */
export interface HistoryStep {
  readonly key: string;
  readonly isBroken: boolean;
  readonly text: string;
  /** ISO 8601. */
  readonly at: string;
  /** What was broken; empty for an end, and for the open set, which the panel shows in full. */
  readonly detail: string;
}

/**
 * When the contract was broken, or more of it, in milliseconds: where a violation began, and where a later set has a
 * breakage that the one before has not. Of old sets only the number may be known.
 */
export function breakingTimes(violations: readonly BrokenSets[]): ReadonlySet<number> {
  const times = violations.flatMap(({ opened_at: openedAt, sets }) => [
    Date.parse(openedAt),
    ...sets.flatMap((set, index) => (isWorse(sets[index - 1], set) ? [Date.parse(set.since)] : [])),
  ]);
  return new Set(times);
}

/** What says when a violation became worse. */
export type BrokenSets = Pick<ContractViolation, 'opened_at' | 'sets'>;

function isWorse(before: ViolationSet | undefined, set: ViolationSet): boolean {
  if (before === undefined) return false;
  if (set.item_count > before.item_count) return true;
  const known = new Set(before.items.map(({ summary }) => summary));
  return before.items.length === before.item_count && set.items.some(({ summary }) => !known.has(summary));
}

/** Every set of each violation and their ends, newest first. */
export function historyOf(violations: readonly ContractViolation[]): HistoryStep[] {
  return violations.flatMap(({ id, opened_at: openedAt, resolved_at: resolvedAt, sets }) => {
    const steps = sets.map(({ since, summary, item_count: count }, index): HistoryStep => {
      const isCurrent = resolvedAt === null && index === sets.length - 1;
      const text = `${index === 0 ? 'Violated' : 'Changed'}, ${counted(count, 'breakage')}`;
      const at = index === 0 ? openedAt : since;
      return { key: `${id}-${index}`, isBroken: true, text, at, detail: isCurrent ? '' : summary };
    });
    const ended = { key: `${id}-ended`, isBroken: false, text: 'Ended', at: resolvedAt ?? '', detail: '' };
    return [...(resolvedAt === null ? [] : [ended]), ...steps.reverse()];
  });
}
