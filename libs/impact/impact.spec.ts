import { describe, expect, it } from '@jest/globals';
import type { ImpactKind } from '../api/index.js';
import type { CatalogChange, Dependent } from '../catalog/index.js';
import { inOrder } from './in-order.js';
import { placedParts, textImpacts } from './text-impact.js';
import type { PlacedPart, TextImpact } from './text-impact.js';
import { viewImpact } from './view-impact.js';

const column = (name: string, type = 'text') => ({ name, type, nullable: true, position: 1 });
const removed = (name: string, of: string, schema = 'public'): CatalogChange => ({
  ...{ schema, name: of, table: of, summary: '', kind: 'column_removed', column: name, before: column(name) },
});
const retyped = (name: string, of: string): CatalogChange => ({
  ...{ schema: 'public', name: of, table: of, summary: '', kind: 'type_changed', column: name },
  ...{ before: 'text', after: 'integer' },
});
const dropped = (name: string, schema = 'public'): CatalogChange => ({
  ...{ schema, name, table: name, summary: '', kind: 'table_removed' },
  before: { schema, name, columns: [], primary_key: [], foreign_keys: [], indexes: [] },
});
const added: CatalogChange = {
  ...{ schema: 'public', name: 'orders', table: 'orders', summary: '', kind: 'column_added' },
  ...{ column: 'total', after: column('total') },
};

function textImpact(sql: string, parts: readonly PlacedPart[], isSearched: boolean): TextImpact[] {
  return textImpacts([{ sql, isSearched }], parts)[0] ?? [];
}

describe('textImpacts', () => {
  it('looks through the parts once, however many texts there are', () => {
    let looks = 0;
    const part = {
      ...{ schema: 'public', column: null, isGone: true },
      get name() {
        looks += 1;
        return 'orders';
      },
    };
    const parts = Array.from({ length: 100 }, (_, change) => ({ change, part }));
    const texts = Array<{ sql: string; isSearched: boolean }>(1000).fill({ sql: 'table customers', isSearched: false });
    expect(textImpacts(texts, parts).flat()).toEqual([]);
    expect(looks).toBe(100);
  });

  const details = (change: CatalogChange, sql: string) =>
    textImpact(sql, placedParts([change]), false).map(({ detail }) => detail);

  it.each<[string, CatalogChange, string, string[]]>([
    ['a column', removed('total', 'orders'), 'select total from orders', ['names orders.total']],
    ['a column by an alias', removed('total', 'orders'), 'select o.TOTAL from Orders o', ['names orders.total']],
    ['a quoted column', removed('To"tal', 'orders'), 'select "To""tal" from orders', ['names orders."To""tal"']],
    ['a column of another case', removed('Total', 'orders'), 'select total from orders', []],
    ['all columns', removed('total', 'orders'), 'select * from orders', ['reads all columns of orders']],
    ['all columns of one', removed('total', 'orders'), 'select o.* from orders o', ['reads all columns of orders']],
    ['all columns, of which one is another now', retyped('total', 'orders'), 'select * from orders', []],
    ['a count', removed('total', 'orders'), 'select count(*) from orders', []],
    ['a product', removed('total', 'orders'), 'select 2 * 3 from orders', []],
    ['a column of another table', removed('total', 'orders'), 'select total from carts', []],
    ['a table in a string', removed('total', 'orders'), `select total from carts where x = 'orders'`, []],
    ['a table in a comment', removed('total', 'orders'), 'select total from carts -- orders', []],
    ['a table in a longer name', removed('total', 'orders'), 'select total from orders_old', []],
    ['a table of another schema', removed('total', 'orders'), 'select total from old.orders', []],
    ['a table with its schema', dropped('orders', 'crm'), 'table crm.orders', ['names crm.orders']],
    ['a table without its schema', dropped('orders', 'crm'), 'table orders', ['names crm.orders, without its schema']],
    ['what came', added, 'select total from orders', []],
  ])('of a text with %s', (_, change, sql, expected) => {
    expect(details(change, sql)).toEqual(expected);
  });

  it('says which change', () => {
    const parts = placedParts([added, dropped('orders'), removed('total', 'orders')]);
    expect(textImpact('select total from orders', parts, false)).toEqual([
      { change: 1, detail: 'names orders' },
      { change: 2, detail: 'names orders.total' },
    ]);
  });

  it.each<[string, CatalogChange, string, string[]]>([
    ['a table', dropped('orders'), 'TABLE ORDERS', ['contains orders; too long to be checked']],
    ['a table in a comment', dropped('orders'), '-- orders', ['contains orders; too long to be checked']],
    [
      'a quoted table',
      dropped('Or"der items'),
      'table "Or""der items"',
      ['contains "Or""der items"; too long to be checked'],
    ],
    ['a table of no letters', dropped('-'), 'table "-"', ['contains -; too long to be checked']],
    ['another table', dropped('orders'), 'table orders_old', []],
    ['a part of the name', dropped('order items'), 'table "order"', []],
  ])('of a long text finds %s', (_, change, sql, expected) => {
    expect(textImpact(sql, placedParts([change]), true).map(({ detail }) => detail)).toEqual(expected);
  });
});

describe('viewImpact', () => {
  const reads = (view: string, on: string, name: string | null, isMaterialized = false): Dependent => ({
    view: { schema: 'public', name: view },
    is_materialized: isMaterialized,
    on: { schema: 'public', name: on },
    column: name,
  });
  const dependents = [
    reads('totals', 'orders', 'total'),
    reads('counts', 'orders', null),
    reads('report', 'totals', 'sum', true),
    reads('a_report', 'report', 'sum'),
    reads('loop', 'loop', 'x'),
  ];
  const found = (change: CatalogChange) =>
    viewImpact([added, change], dependents).map(({ change: place, kind, name, detail }) => [place, kind, name, detail]);

  it('finds the views that read a column, and those that read them', () => {
    expect(found(removed('total', 'orders'))).toEqual([
      [1, 'view', 'a_report', 'view through report'],
      [1, 'view', 'report', 'materialized view through totals'],
      [1, 'view', 'totals', 'view'],
    ]);
  });

  it('finds every view of a table that is gone, each once', () => {
    expect(found(dropped('orders')).map(([, , name]) => name)).toEqual(['a_report', 'counts', 'report', 'totals']);
    expect(found(dropped('loop'))).toHaveLength(1);
  });

  it('finds none for another column, table or schema', () => {
    expect(found(removed('note', 'orders'))).toEqual([]);
    expect(found(removed('total', 'orders', 'crm'))).toEqual([]);
  });
});

describe('inOrder', () => {
  it.each<[string, [number, ImpactKind, string][], string]>([
    ['nothing', [], ''],
    [
      'kinds within a change',
      [
        [0, 'view', 'v'],
        [0, 'job', 'j'],
        [0, 'query', 'q'],
        [0, 'contract', 'c'],
      ],
      'c q j v',
    ],
    [
      'changes before kinds',
      [
        [1, 'contract', 'c'],
        [0, 'view', 'v'],
      ],
      'v c',
    ],
    [
      'one kind as it came',
      [
        [0, 'query', 'b'],
        [0, 'query', 'a'],
        [0, 'contract', 'c'],
      ],
      'c b a',
    ],
  ])('puts %s in order', (_, given, expected) => {
    const items = given.map(([change, kind, name]) => ({ change, kind, id: null, name, detail: '' }));
    expect(
      inOrder(items)
        .map(({ name }) => name)
        .join(' '),
    ).toBe(expected);
  });
});
