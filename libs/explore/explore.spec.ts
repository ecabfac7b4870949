import { describe, expect, it } from '@jest/globals';
import type { CompletionCatalog, CompletionTable } from '../api/index.js';
import { indexStatement, mapStatement, neighbourhood, searchCatalogs, searchIndex, wholeCatalog } from './index.js';

const table = (name: string, columns: string[], references?: string): CompletionTable => ({
  ...{ name, kind: 'table', columns, types: columns.map(() => 0) },
  ...(references === undefined
    ? {}
    : { foreign_keys: [{ columns: ['ref'], references: { schema: 'public', table: references, columns: ['id'] } }] }),
});
const catalogOf = (tables: CompletionTable[]): CompletionCatalog => ({
  ...{ dialect: 'postgres', search_path: ['public'], column_types: ['bigint'], types: [], keywords: [] },
  schemas: [
    { name: 'public', is_system: false, tables, functions: [] },
    { name: 'pg_catalog', is_system: true, tables: [table('pg_orders', ['id'])], functions: [] },
  ],
});
const SHOP = catalogOf([
  table('orders', ['id', 'total']),
  table('order_items', ['id', 'Order_Id', 'ref'], 'orders'),
  table('reorders', ['id', 'ref'], 'order_items'),
  table('people', ['order']),
]);

describe('searchCatalogs', () => {
  const found = (words: string, limit = 50) =>
    searchCatalogs([searchIndex('shop', SHOP)], words, limit).items.map(({ table: name, column }) =>
      column === null ? name : `${name}.${column}`,
    );
  it.each([
    ['orders', ['orders', 'reorders']],
    ['ORDER', ['order_items', 'orders', 'reorders', 'people.order', 'order_items.Order_Id']],
    ['items', ['order_items']],
    ['public.ord', ['order_items', 'orders']],
    ['orders.to', ['orders.total', 'reorders.to'].slice(0, 1)],
    ['  ', ['order_items', 'orders', 'people', 'reorders']],
    ['nothing', []],
    ['%', []],
  ])('finds for %s', (words, expected) => {
    expect(found(words)).toEqual(expected);
  });

  it('counts all and answers the first', () => {
    const { items, total } = searchCatalogs([searchIndex('a', SHOP), searchIndex('b', SHOP)], 'id', 3);
    expect([items.length, total, items[0]]).toEqual([3, 8, expect.objectContaining({ column: 'id', type: 'bigint' })]);
  });

  it('searches 10,000 tables of ten columns within a blink', () => {
    const tables = Array.from({ length: 10_000 }, (_, n) =>
      table(
        `table_${n}`,
        Array.from({ length: 10 }, (_unused, c) => `column_${n}_${c}`),
      ),
    );
    const index = searchIndex('big', catalogOf(tables));
    const startedAt = performance.now();
    expect(searchCatalogs([index], 'column_9999_9', 20).items[0]).toMatchObject({
      table: 'table_9999',
      column: 'column_9999_9',
    });
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});

describe('neighbourhood', () => {
  const names = (depth: number, most?: number) => {
    const around = neighbourhood(SHOP, { schema: 'public', table: 'orders' }, depth, most);
    return [around?.tables.map(({ name }) => name), around?.relations.length, around?.truncated];
  };
  it('goes along foreign keys both ways, so far as is asked', () => {
    expect(names(0)).toEqual([['orders'], 0, false]);
    expect(names(1)).toEqual([['orders', 'order_items'], 1, false]);
    expect(names(5)).toEqual([['orders', 'order_items', 'reorders'], 2, false]);
    expect(names(5, 2)).toEqual([['orders', 'order_items'], 1, true]);
  });

  it('marks the columns that relate, and knows what is not there', () => {
    const around = neighbourhood(SHOP, { schema: 'public', table: 'orders' }, 1);
    expect(around?.tables[0]?.columns).toEqual([
      { name: 'id', type: 'bigint', is_key: true, key: null },
      { name: 'total', type: 'bigint', is_key: false, key: null },
    ]);
    expect(neighbourhood(SHOP, { schema: 'public', table: 'gone' }, 1)).toBeNull();
  });
});

describe('the marks of keys', () => {
  it('show a foreign key also where it belongs to the primary key', () => {
    const items = { ...table('items', ['ref', 'line', 'note'], 'orders'), primary_key: ['ref', 'line'] };
    const orders = { ...table('orders', ['id']), primary_key: ['id'] };
    const marks = wholeCatalog(catalogOf([orders, items])).tables.map(({ columns }) => columns.map(({ key }) => key));
    expect(marks).toEqual([['primary'], ['foreign', 'primary', null]]);
  });
});

describe('the statements of the Spatial card', () => {
  it('name tables so that nothing in a name is read as SQL', () => {
    expect(mapStatement('public', 'places')).toBe('SELECT * FROM public.places LIMIT 5000');
    expect(mapStatement('My "x"', 'user')).toBe('SELECT * FROM "My ""x"""."user" LIMIT 5000');
    expect(indexStatement('a', 'b', 'Geom')).toBe('CREATE INDEX CONCURRENTLY ON a.b USING gist ("Geom")');
  });
});

describe('wholeCatalog', () => {
  it('has the tables of people, and keys that lead to tables which cannot be seen', () => {
    const catalog = catalogOf([table('orders', ['id']), table('items', ['id', 'ref'], 'secret')]);
    const { tables, relations, truncated } = wholeCatalog(catalog);
    expect(tables.map(({ name }) => name)).toEqual(['orders', 'items']);
    expect(tables[1]?.columns.map(({ is_key: isKey }) => isKey)).toEqual([false, true]);
    expect([relations[0]?.to.table, truncated]).toEqual(['secret', false]);
  });

  it('shows partitions as their table, which has their keys, and leaves out what an extension owns', () => {
    const parts = ['a', 'b'].flatMap((half) => [
      { ...table(`sales_${half}`, ['id', 'ref']), partition_of: { schema: 'public', table: 'sales' } },
      {
        ...table(`sales_${half}_1`, ['id', 'ref'], 'orders'),
        partition_of: { schema: 'public', table: `sales_${half}` },
      },
    ]);
    const owned = { ...table('spatial_ref_sys', ['srid']), is_extension: true as const };
    const notes = table('notes', ['id', 'ref'], 'sales_a_1');
    const catalog = catalogOf([owned, table('orders', ['id']), ...parts, table('sales', ['id', 'ref']), notes]);
    const { tables, relations, truncated } = wholeCatalog(catalog, 3);
    expect([tables.map(({ name }) => name), truncated]).toEqual([['orders', 'sales', 'notes'], false]);
    expect(relations.map(({ from, to }) => [from.table, to.table])).toEqual([
      ['sales', 'orders'],
      ['notes', 'sales'],
    ]);
    expect(tables[1]?.columns.map(({ is_key: isKey }) => isKey)).toEqual([true, true]);
  });

  it('reports that there are more', () => {
    expect(wholeCatalog(SHOP, 2)).toMatchObject({
      truncated: true,
      tables: [{ name: 'orders' }, { name: 'order_items' }],
    });
  });
});
