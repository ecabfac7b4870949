import type { ChangeFailure } from '#libs/api';
import { Problem } from '../platform/index.js';

/** The problem of an apply in which the database gave up waiting, as for a lock, or ended a statement. */
export function interruptedProblem(failures: readonly ChangeFailure[]): Problem {
  const { item = null, error } = failures.at(-1) ?? {};
  const place = item === null ? '' : `Item ${item + 1}: `;
  const why = (error?.message ?? 'It took too long').replace(/\.$/, '');
  return new Problem('database-error', `${place}${why}. Nothing was changed. Apply the change set again.`);
}
