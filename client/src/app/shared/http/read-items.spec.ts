import { describe, expect, it } from '@jest/globals';
import { readItems } from './read-items';

/** A list of numbers whose pages have `most` items, with the limits that were asked for. */
function listOf(count: number, most: number) {
  const limits: number[] = [];
  const read = (cursor: string | null, limit: number) => {
    limits.push(limit);
    const from = Number(cursor ?? 0);
    const to = Math.min(count, from + Math.min(most, limit));
    const items = Array.from({ length: to - from }, (_, at) => from + at);
    return Promise.resolve({ items, next_cursor: to < count ? String(to) : null });
  };
  return { read, limits };
}

describe('reading items', () => {
  it.each<[string, number, number, number, string | null, number[]]>([
    ['a list of one page', 3, 200, 3, null, [200]],
    ['a longer list', 300, 200, 200, '200', [200]],
    ['short pages', 5, 2, 5, null, [200, 198, 196]],
    ['no more than ten pages', 30, 1, 10, '10', [200, 199, 198, 197, 196, 195, 194, 193, 192, 191]],
  ])('%s', async (_, count, most, found, next, limits) => {
    const list = listOf(count, most);
    const page = await readItems(list.read, 200);
    expect(page.items).toEqual(Array.from({ length: found }, (_item, at) => at));
    expect([page.next_cursor, list.limits]).toEqual([next, limits]);
  });
});
