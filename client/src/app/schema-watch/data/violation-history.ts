import type { ContractViolation } from '#libs/api';
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
