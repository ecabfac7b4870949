import { describe, expect, it } from '@jest/globals';
import { BatchSize } from './batch-size.js';

const statements = (count: number, text = 'x') =>
  Array.from({ length: count }, () => ({ sql: 'UPDATE', values: [{ name: '1', text, type: null }] }));

/** The sizes of the batches in which an engine does so many statements at once. */
function sizes(count: number, atOnce: number, text?: string): number[] {
  const size = new BatchSize();
  const all = statements(count, text);
  const sent: number[] = [];
  for (let done = 0; done < count;) {
    const batch = size.next(all, done);
    sent.push(batch.length);
    const did = Math.min(batch.length, atOnce);
    size.done(did, batch.length);
    done += did;
  }
  return sent;
}

describe('the size of a batch', () => {
  it.each([
    ['grows with an engine that does all of it', 1_000, 1_000, [100, 400, 500]],
    ['has a limit', 3_000, 3_000, [100, 400, 1_000, 1_000, 500]],
    ['stays small for a slow engine', 250, 100, [100, 150, 50]],
    ['shrinks to what was done', 700, 150, [100, 400, 150, 300, 150]],
    ['does not grow with a few statements', 3, 3, [3]],
  ])('%s', (_, count, atOnce, expected) => {
    expect(sizes(count, atOnce)).toEqual(expected);
  });

  it('counts characters, and takes at least one statement', () => {
    expect(sizes(5, 1_000, 'x'.repeat(400_000))).toEqual([2, 2, 1]);
    expect(sizes(2, 1_000, 'x'.repeat(2_000_000))).toEqual([1, 1]);
  });
});
