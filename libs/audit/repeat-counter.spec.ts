import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RepeatCounter } from './index.js';
import type { RepeatLimits } from './index.js';

const LIMITS: RepeatLimits = { windowMs: 100, keysPerGroup: 2, groups: 2 };

describe('RepeatCounter', () => {
  it('records the first fact of a key and counts the rest until the window ends', () => {
    const counter = new RepeatCounter<string>(LIMITS);
    expect(counter.note('g', 'a', 'a1', 0)).toEqual({ isNew: true, count: 1, endsInMs: 100 });
    expect(counter.note('g', 'a', 'a2', 40)).toEqual({ isNew: false, count: 2, endsInMs: 60 });
    expect(counter.note('g', 'b', 'b1', 50)).toMatchObject({ isNew: true });
    expect(counter.note('g', 'a', 'a3', 99)).toMatchObject({ isNew: false, count: 3 });
    expect(counter.takeDue(99)).toEqual([]);
    expect(counter.takeDue(100)).toEqual([{ fact: 'a3', count: 2, mixes: 'nothing' }]);
    expect(counter.note('g', 'a', 'a4', 101)).toMatchObject({ isNew: true, count: 1 });
  });

  it.each([
    ['before its end', 99, 0],
    ['at its end', 100, 1],
    ['after the clock was set back', -1, 1],
    ['at the stop of the process', null, 1],
  ])('closes a window %s: %s', (_, now, totals) => {
    const counter = new RepeatCounter<string>(LIMITS);
    counter.note('g', 'a', 'a1', 0);
    counter.note('g', 'a', 'a2', 0);
    expect(counter.takeDue(now)).toHaveLength(totals);
  });

  it('counts further keys of a group together, and further groups together', () => {
    const counter = new RepeatCounter<string>(LIMITS);
    for (const key of ['a', 'b', 'c', 'd']) counter.note('g', key, key, 0);
    for (const group of ['h', 'i', 'j', 'k', 'l']) counter.note(group, group, group, 0);
    expect(counter.takeDue(null)).toEqual([
      { fact: 'd', count: 2, mixes: 'keys' },
      { fact: 'l', count: 2, mixes: 'groups' },
    ]);
  });

  it('loses no fact and records no more than its limits allow, whatever arrives', () => {
    const fact = fc.record({ group: fc.nat(9), key: fc.nat(9) });
    fc.assert(
      fc.property(fc.array(fact, { maxLength: 200 }), (facts) => {
        const counter = new RepeatCounter<number>(LIMITS);
        const isNew = facts.filter(({ group, key }, at) => counter.note(`${group}`, `${key}`, at, 0).isNew).length;
        const totals = counter.takeDue(null);
        const counted = totals.reduce((sum, { count }) => sum + count, 0);
        const most = (LIMITS.groups + 1) * LIMITS.keysPerGroup;
        return isNew + counted === facts.length && isNew <= most && totals.length <= most + LIMITS.groups + 1;
      }),
    );
  });
});
