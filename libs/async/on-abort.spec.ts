import { expect, it } from '@jest/globals';
import { ABORTED } from './aborted.js';
import { onAbort } from './on-abort.js';

function acts(when: 'before' | 'after' | 'after it was taken off' | 'never'): number {
  const abort = new AbortController();
  let count = 0;
  if (when === 'before') abort.abort(ABORTED);
  const off = onAbort(abort.signal, () => (count += 1));
  if (when === 'after it was taken off') off();
  if (when !== 'never') abort.abort(ABORTED);
  off();
  return count;
}

it.each([
  ['before', 1],
  ['after', 1],
  ['after it was taken off', 0],
  ['never', 0],
] as const)('an abort %s acts %d times', (when, times) => {
  expect(acts(when)).toBe(times);
});

it('a signal that is left out never acts', () => {
  let count = 0;
  onAbort(undefined, () => (count += 1))();
  expect(count).toBe(0);
});
