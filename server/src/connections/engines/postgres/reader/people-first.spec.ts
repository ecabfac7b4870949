import { describe, expect, it } from '@jest/globals';
import { PeopleFirst } from './people-first.js';

/** What happens: a statement begins or ends, or so many milliseconds pass. */
type Step = 'begun' | 'ended' | number;

describe('PeopleFirst', () => {
  it.each<[string, readonly Step[], boolean]>([
    ['nobody', [], false],
    ['somebody who asks', ['begun'], true],
    ['somebody who has just had an answer', ['begun', 'ended'], true],
    ['somebody who had one a while ago', ['begun', 'ended', 250], false],
    ['somebody whose statement takes long', ['begun', 5_000], false],
    ['the second of two', ['begun', 'begun', 'ended', 1_000], true],
    ['somebody who asks beside a long statement', ['begun', 60_000, 'begun', 'ended'], true],
    ['nobody, after a long statement has ended', ['begun', 60_000, 'ended'], false],
  ])('knows of %s', (_, steps, expected) => {
    let now = 1_000_000;
    const people = new PeopleFirst(() => now);
    for (const step of steps) {
      if (typeof step === 'number') now += step;
      else people[step]();
    }
    expect(people.isWaited).toBe(expected);
  });
});
