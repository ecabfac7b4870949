import { describe, expect, it } from '@jest/globals';
import { areSameItems, NO_STAGING, stageDeletes, stagedItems, withoutItems } from './index.js';
import type { KnownRow } from './index.js';

const rowsOf = (count: number, text = 'x'): KnownRow[] =>
  Array.from({ length: count }, (_, id) => ({
    ...{ schema: 'public', table: 'orders', key: { id: String(id) } },
    cells: { id: String(id), text, a: '1', b: '2' },
  }));

describe('deleted rows', () => {
  it.each<[string, number, string, boolean]>([
    ['a few', 3, 'x', true],
    ['as many as a request takes', 9_000, 'x', true],
    ['more values than it takes', 9_500, 'x', false],
    ['more characters than it takes', 60, 'x'.repeat(100_000), false],
  ])('are compared with what was seen where a request has room for it: %s', (_, count, text, isCompared) => {
    const [item] = stagedItems(stageDeletes(NO_STAGING, rowsOf(count, text)));
    expect(item).toMatchObject({ before: isCompared ? { text } : {} });
    expect(Object.keys(item?.kind === 'delete' ? item.before : {}).length > 0).toBe(isCompared);
  });

  it('are no longer staged once they are deleted, however much of them was compared', () => {
    const [few, many] = [rowsOf(3), rowsOf(9_500)].map((rows) => stageDeletes(NO_STAGING, rows));
    if (few === undefined || many === undefined) throw new Error('Nothing is staged.');
    expect(withoutItems(many, stagedItems(few)).rows.size).toBe(9_497);
    expect(withoutItems(few, stagedItems(many)).rows.size).toBe(0);
  });

  it('are other items where another row is compared, as after a conflict', () => {
    const of = (text: string) => stagedItems(stageDeletes(NO_STAGING, rowsOf(1, text)));
    expect([areSameItems(of('x'), of('x')), areSameItems(of('x'), of('y'))]).toEqual([true, false]);
  });
});
