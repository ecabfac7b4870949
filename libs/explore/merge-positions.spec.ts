import { expect, it } from '@jest/globals';
import { MOST_POSITIONS, mergePositions } from './merge-positions.js';

const at = (table: string, x: number, schema = 'public') => ({ schema, table, x, y: 0 });

it.each([
  ['nothing known', [], [at('a', 1)], [at('a', 1)]],
  ['another table', [at('a', 1)], [at('b', 2)], [at('a', 1), at('b', 2)]],
  ['the same table', [at('a', 1), at('b', 2)], [at('a', 3)], [at('b', 2), at('a', 3)]],
  ['a table twice', [], [at('a', 1), at('a', 2)], [at('a', 2)]],
  ['names that join alike', [at('c', 1, 'a.b')], [at('b.c', 2, 'a')], [at('c', 1, 'a.b'), at('b.c', 2, 'a')]],
])('takes %s', (_, known, changed, expected) => {
  expect(mergePositions(known, changed)).toEqual(expected);
});

it('forgets the oldest of too many', () => {
  const known = Array.from({ length: MOST_POSITIONS }, (_, index) => at(`t${index}`, index));
  const merged = mergePositions(known, [at('new', 5)]);
  expect([merged.length, merged[0], merged.at(-1)]).toEqual([MOST_POSITIONS, at('t1', 1), at('new', 5)]);
});
