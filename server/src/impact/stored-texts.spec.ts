import { afterAll, describe, expect, it } from '@jest/globals';
import type { CatalogChange } from '#libs/catalog';
import { TextThreads } from '../platform/index.js';
import { StoredTexts } from './stored-texts.js';

const MEBIBYTE = 1024 ** 2;
const dropped: CatalogChange = {
  ...{ schema: 'public', name: 'orders', table: 'orders', summary: '', kind: 'table_removed' },
  before: { schema: 'public', name: 'orders', columns: [], primary_key: [], foreign_keys: [], indexes: [] },
};

const threads = new TextThreads();
const stored = new StoredTexts(threads);
afterAll(() => threads.onModuleDestroy());

/** What is found of the texts, and how many of them were in memory at once. */
async function impact(texts: readonly string[], changes: readonly CatalogChange[] = [dropped]) {
  const batches: number[] = [];
  const items = await stored.impact(changes, {
    ...{ kind: 'query', many: 'saved queries' },
    stored: texts.map((sql, at) => ({ id: String(at), name: `Query ${at}`, bytes: sql.length })),
    read: (ids) => {
      batches.push(ids.length);
      return Promise.resolve(new Map(ids.map((id) => [id, texts[Number(id)] ?? ''])));
    },
  });
  return { items: items.map(({ id, name, detail }) => [id, name, detail]), batches };
}

describe('stored texts', () => {
  it('are found in their order, and long ones by the name alone', async () => {
    const long = `${'x'.repeat(12 * MEBIBYTE - 20)} -- orders`;
    const { items, batches } = await impact([
      long,
      'select 1 -- orders',
      `table orders${' '.repeat(30_000)}`,
      'table orders',
    ]);
    expect(items).toEqual([
      ['0', 'Query 0', 'contains orders; too long to be checked'],
      ['2', 'Query 2', 'names orders'],
      ['3', 'Query 3', 'names orders'],
    ]);
    expect(batches).toEqual([3, 1]);
  });

  it('are not read where nothing was changed that they can name', async () => {
    expect(await impact(['table orders'], [])).toEqual({ items: [], batches: [] });
  });

  it('are counted as not checked where they are too much', async () => {
    const long = 'x'.repeat(12 * MEBIBYTE);
    const { items, batches } = await impact(['table orders', ...Array<string>(25).fill(long)]);
    expect(items).toEqual([
      ['0', 'Query 0', 'names orders'],
      [null, '3 other saved queries', 'not checked: too much text'],
    ]);
    expect(batches).toEqual([1, ...Array<number>(22).fill(1)]);
  });
});
