import { isDeepStrictEqual } from 'node:util';
import { Problem } from './problem.js';

/** A change of what several people may change at a time. */
interface GuardedChange<T> {
  readonly current: T;
  /** What the change began with, where that is known. */
  readonly expected: T | undefined;
  readonly wanted: T;
}

/**
 * Throws `changed-meanwhile` where another change came between. What is there already, as where the answer to the request
 * before was lost, is no other change. `subject` names what is changed, as `channel`.
 */
export function refuseChangedMeanwhile<T>(subject: string, { current, expected, wanted }: GuardedChange<T>): void {
  if (expected === undefined || areSame(current, expected) || areSame(current, wanted)) return;
  throw new Problem('changed-meanwhile', `The ${subject} was changed meanwhile. Load it again, then repeat this.`);
}

/** Bodies of requests are of classes and may have members that are undefined. */
function areSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(asJson(one), asJson(other));
}

function asJson(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
