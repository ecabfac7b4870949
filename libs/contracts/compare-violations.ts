import { violationKey } from './breakage.js';
import type { Violation } from './violation.js';

/** The comparison of two evaluations of one contract. */
export interface ComparedViolations {
  /** Broken after and not before, or in another way than before. */
  readonly broken: Violation[];
  /** Broken before and after alike. */
  readonly alreadyBroken: Violation[];
  /** Broken before and not after, or not in that way any more. */
  readonly mended: Violation[];
}

/** Reports what came to be broken, stayed broken and was mended between two evaluations, each in its own order. */
export function compareViolations(before: readonly Violation[], after: readonly Violation[]): ComparedViolations {
  const [old, current] = [new Set(before.map(violationKey)), new Set(after.map(violationKey))];
  return {
    broken: after.filter((violation) => !old.has(violationKey(violation))),
    alreadyBroken: after.filter((violation) => old.has(violationKey(violation))),
    mended: before.filter((violation) => !current.has(violationKey(violation))),
  };
}
