import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Catalog, isDefaultTable, shownTable } from '../catalog/index.js';
import { anyCatalog } from '../catalog/testing/any-catalog.js';
import { foreignKeyOf, tableOf } from '../catalog/testing/table-of.js';
import { type FreezeOutcome, freezeContract } from './index.js';

const CATALOG: Catalog = {
  tables: [
    { ...tableOf('orders', ['id bigint not null']), indexes: [{ name: 'i', definition: '(id)' }] },
    tableOf('geo.areas', ['id integer']),
    { ...tableOf('x', []), schema: 'a', name: 'b.c' },
    { ...tableOf('x', []), schema: 'a.b', name: 'c' },
    { ...tableOf('x', []), schema: 'public', name: 'geo.areas' },
    { ...tableOf('x', []), schema: 'public', name: 'only.dots' },
  ],
};

function freeze(tables?: readonly string[], catalog = CATALOG): FreezeOutcome {
  const order = { name: 'For reports', connectionId: 'shop', frozenAt: '2026-11-20T10:00:00+01:00', catalog };
  return freezeContract(tables ? { ...order, tables } : order);
}

function frozenNames(outcome: FreezeOutcome): unknown {
  return outcome.kind === 'frozen' ? outcome.contract.tables.map(({ schema, name }) => [schema, name]) : outcome;
}

describe('freezeContract', () => {
  it.each<[string[], string[][]]>([
    [['orders'], [['public', 'orders']]],
    [['public.orders', 'orders', 'orders'], [['public', 'orders']]],
    [['geo.areas'], [['geo', 'areas']]],
    [['"geo.areas"'], [['public', 'geo.areas']]],
    [['public.geo.areas'], [['public', 'geo.areas']]],
    [['only.dots'], [['public', 'only.dots']]],
    [
      ['a."b.c"', '"a.b".c'],
      [
        ['a.b', 'c'],
        ['a', 'b.c'],
      ],
    ],
    [['"orders"', 'public."orders"'], [['public', 'orders']]],
    [['"geo"."areas"', 'geo."areas"'], [['geo', 'areas']]],
    [[], []],
  ])('understands %j', (typed, names) => {
    expect(frozenNames(freeze(typed))).toEqual(names);
  });

  it('understands names in the quotes of SQL, and a table whose name has them first', () => {
    const weird = { ...tableOf('x', []), schema: 'My Schema', name: 'Weird "Table"' };
    const catalog = { tables: [weird, tableOf('orders', []), { ...tableOf('x', []), name: '"orders"' }] };
    const names = ['"My Schema"."Weird ""Table"""', '"orders"'];
    expect(frozenNames(freeze(names, catalog))).toEqual([
      ['public', '"orders"'],
      ['My Schema', 'Weird "Table"'],
    ]);
  });

  it('freezes every table when none is named, sorted as they are shown', () => {
    expect(frozenNames(freeze())).toEqual([
      ['a.b', 'c'],
      ['public', 'geo.areas'],
      ['public', 'only.dots'],
      ['a', 'b.c'],
      ['geo', 'areas'],
      ['public', 'orders'],
    ]);
  });

  it('reports all names that it cannot understand together and freezes nothing', () => {
    expect(freeze(['orders', 'Orders', 'areas', ' orders', 'a.b.c', 'areas', 'geo.orders', ''])).toEqual({
      kind: 'unresolved',
      unknown: ['Orders', 'areas', ' orders', 'geo.orders', ''],
      ambiguous: ['a.b.c'],
    });
  });

  it('keeps who, when and what, without indexes and with columns numbered', () => {
    const columns = [{ name: 'id', type: 'bigint', nullable: false, position: 7 }];
    const keys = [foreignKeyOf(['id'], 'geo.areas', ['id'])];
    const table = { ...tableOf('t', []), columns, primary_key: ['id'], foreign_keys: keys };
    expect(freeze(['t'], { tables: [table] })).toEqual({
      kind: 'frozen',
      contract: {
        name: 'For reports',
        connection_id: 'shop',
        frozen_at: '2026-11-20T10:00:00+01:00',
        tables: [
          {
            ...{ schema: 'public', name: 't', primary_key: ['id'], foreign_keys: keys },
            columns: [{ name: 'id', type: 'bigint', nullable: false, position: 1 }],
          },
        ],
      },
    });
  });

  it('finds every table by the name that it is shown by', () => {
    fc.assert(
      fc.property(anyCatalog, (catalog) => {
        const ordinary = catalog.tables.filter(isDefaultTable);
        expect(freeze(ordinary.map(shownTable), catalog)).toEqual(freeze(undefined, catalog));
        const all = freeze(catalog.tables.map(shownTable), catalog);
        expect(all.kind === 'frozen' && all.contract.tables).toHaveLength(catalog.tables.length);
      }),
    );
  });
});
