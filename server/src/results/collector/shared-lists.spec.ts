import { describe, expect, it } from '@jest/globals';
import { SharedLists } from './shared-lists.js';

interface Named {
  readonly name: string;
}
const listOf = (...names: string[]): Named[] => names.map((name) => ({ name }));

describe('SharedLists', () => {
  let held = 0;
  const shared = () => {
    held = 0;
    return new SharedLists<Named>(
      ({ name }) => name,
      (chars) => (held += chars),
    );
  };

  it('keeps equal lists once, also where others came between them', () => {
    const lists = shared();
    const first = lists.shared(listOf('a', 'b'));
    const other = lists.shared(listOf('b', 'a'));
    const heldChars = held;
    expect([lists.shared(listOf('b', 'a')), lists.shared(listOf('a', 'b'))]).toEqual([other, first]);
    expect(lists.shared(listOf('a', 'b'))).toBe(first);
    expect([other, held]).toEqual([listOf('b', 'a'), heldChars]);
  });

  it('keeps equal items of different lists once', () => {
    const lists = shared();
    const [a, b] = [lists.shared(listOf('x', 'y')), lists.shared(listOf('x', 'y', 'z'))];
    expect(a[0]).toBe(b[0]);
  });

  it('keeps lists apart that differ in length, order or one item', () => {
    const lists = shared();
    const given = [[], ['a'], ['a', 'a'], ['a', 'b'], ['ab'], ['a,b']];
    expect(given.map((names) => lists.shared(listOf(...names)))).toEqual(given.map((names) => listOf(...names)));
    expect(new Set(given.map((names) => lists.shared(listOf(...names)))).size).toBe(given.length);
  });
});
