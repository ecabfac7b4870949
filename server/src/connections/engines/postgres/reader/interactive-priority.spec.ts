import { describe, expect, it } from '@jest/globals';
import { InteractivePriority } from './interactive-priority.js';

/** What happens: a statement begins or ends, or so many milliseconds pass. */
type Step = 'begun' | 'ended' | number;

describe('InteractivePriority', () => {
  it.each<[string, readonly Step[], number]>([
    ['nobody', [], 4],
    ['somebody who asks', ['begun'], 0],
    ['somebody who asks and does not get an answer at once', ['begun', 100], 1],
    ['somebody who has just had an answer', ['begun', 'ended'], 1],
    ['somebody who had one a while ago', ['begun', 'ended', 250], 4],
    ['somebody whose statement takes long', ['begun', 5_000], 4],
    ['the second of two', ['begun', 'begun', 'ended', 1_000], 1],
    ['the second of two that are short', ['begun', 'begun', 'ended'], 0],
    ['somebody who asks beside a long statement', ['begun', 60_000, 'begun', 'ended', 100], 1],
    ['nobody, after a long statement has ended', ['begun', 60_000, 'ended'], 4],
  ])('leaves room for %s', (_, steps, expected) => {
    let now = 1_000_000;
    const priority = new InteractivePriority(() => now);
    for (const step of steps) {
      if (typeof step === 'number') now += step;
      else priority[step]();
    }
    expect(priority.lines(4, now)).toBe(expected);
  });

  it('holds nobody for long, however often people ask', () => {
    let now = 1_000_000;
    const priority = new InteractivePriority(() => now);
    const lines = [];
    for (; now <= 1_000_120; now += 40) {
      priority.begun();
      lines.push(priority.lines(4, 1_000_000));
      priority.ended();
    }
    expect(lines).toEqual([0, 0, 0, 1]);
  });
});
