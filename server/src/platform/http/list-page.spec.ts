import { expect, it } from '@jest/globals';
import { listPage, readPlace } from './list-page.js';

const item = (id: string) => ({ at: '2026-05-19T06:00:00Z', id });

it.each<[number, string[], string | null]>([
  [1, ['a'], 'a'],
  [2, ['a', 'b'], 'b'],
  [3, ['a', 'b', 'c'], null],
  [4, ['a', 'b', 'c'], null],
])('cuts a page of %i items and says where it ended', (limit, ids, last) => {
  const { page, nextCursor } = listPage(['a', 'b', 'c'].map(item), limit, (one) => one);
  expect(page.map(({ id }) => id)).toEqual(ids);
  expect(nextCursor === null ? null : readPlace(nextCursor)).toEqual(last === null ? null : item(last));
});

it.each(['', 'x', 'W10', 'WyJhIl0', 'bnVsbA'])('refuses the cursor %j, which was made up', (cursor) => {
  expect(() => readPlace(cursor)).toThrow(expect.objectContaining({ code: 'validation-failed' }));
});

it.each([
  ['NUL in its time', ['2026-05-19T06:00:00\0', 'a']],
  ['NUL in its id', ['2026-05-19T06:00:00Z', 'a\0']],
  ['half a surrogate pair', ['2026-05-19T06:00:00Z', '\ud800']],
])('refuses a cursor with %s, which a state in Postgres does not take', (_, place) => {
  const cursor = Buffer.from(JSON.stringify(place)).toString('base64url');
  expect(() => readPlace(cursor)).toThrow(expect.objectContaining({ code: 'validation-failed' }));
});
