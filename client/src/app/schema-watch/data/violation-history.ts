import type { ContractViolation } from '#libs/api';
import { counted } from './watch-words';

/** One moment in the life of a contract. */
export interface HistoryStep {
  readonly key: string;
  readonly isBroken: boolean;
  readonly text: string;
  /** ISO 8601. */
  readonly at: string;
  /** What was broken; empty for an end, and for what is broken now, which is told in full elsewhere. */
  readonly detail: string;
}

/** The beginnings and ends of violations, newest first as they come. */
export function historyOf(violations: readonly ContractViolation[]): HistoryStep[] {
  return violations.flatMap(({ id, opened_at: openedAt, resolved_at: resolvedAt, items, summary }) => {
    const text = `Violated, ${counted(items.length, 'breakage')}`;
    const begun = { key: `${id}-begun`, isBroken: true, text, at: openedAt };
    if (resolvedAt === null) return [{ ...begun, detail: '' }];
    const ended = { key: `${id}-ended`, isBroken: false, text: 'Ended', at: resolvedAt, detail: '' };
    return [ended, { ...begun, detail: summary }];
  });
}
