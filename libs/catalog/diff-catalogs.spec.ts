import { describe, expect, it } from '@jest/globals';
import type { Table } from './catalog.js';
import { changeMessage, diffCatalogs } from './index.js';
import { foreignKeyOf, tableOf } from './testing/table-of.js';

const ORDERS = tableOf('orders', ['id bigint not null', 'total numeric(12,2)', 'tenant integer', 'no integer']);
const AREAS = tableOf('geo.areas', ['id integer not null', 'shape geometry(Polygon,4326)']);
const TO_CUSTOMERS = foreignKeyOf(['tenant'], 'customers', ['id']);
const TO_AREAS = foreignKeyOf(['tenant'], 'geo.areas', ['id']);
const TO_LINES = foreignKeyOf(['tenant', 'no'], 'geo.lines', ['tenant', 'line_no']);
const INDEX = { name: 'orders_total_idx', definition: 'btree (total)' };

const CASES: readonly { what: string; before: Table[]; after: Table[]; summaries: string[] }[] = [
  { what: 'a new table', before: [ORDERS], after: [ORDERS, AREAS], summaries: ['+ table geo.areas'] },
  { what: 'a dropped table', before: [ORDERS, AREAS], after: [AREAS], summaries: ['- table orders'] },
  {
    what: 'a table that moved to another schema',
    before: [tableOf('a.t', ['id integer'])],
    after: [tableOf('b.t', ['id integer'])],
    summaries: ['- table a.t', '+ table b.t'],
  },
  {
    what: 'a new column with its type',
    before: [AREAS],
    after: [tableOf('geo.areas', [...['id integer not null', 'shape geometry(Polygon,4326)'], 'label text not null'])],
    summaries: ['geo.areas: + column label text'],
  },
  {
    what: 'dropped columns in the order of the table',
    before: [ORDERS],
    after: [tableOf('orders', ['id bigint not null'])],
    summaries: ['orders: - column total', 'orders: - column tenant', 'orders: - column no'],
  },
  {
    what: 'a renamed column',
    before: [tableOf('t', ['a integer', 'b text'])],
    after: [tableOf('t', ['z integer', 'b text'])],
    summaries: ['t: - column a', 't: + column z integer'],
  },
  {
    what: 'a type',
    before: [tableOf('geo.t', ['at timestamp without time zone'])],
    after: [tableOf('geo.t', ['at timestamp with time zone'])],
    summaries: ['geo.t.at: type timestamp without time zone → timestamp with time zone'],
  },
  {
    what: 'NOT NULL added',
    before: [tableOf('t', ['a integer'])],
    after: [tableOf('t', ['a integer not null'])],
    summaries: ['t.a: NOT NULL added'],
  },
  {
    what: 'NOT NULL dropped',
    before: [tableOf('t', ['a integer not null'])],
    after: [tableOf('t', ['a integer'])],
    summaries: ['t.a: now nullable'],
  },
  {
    what: 'type and nullability of one column',
    before: [tableOf('t', ['a integer not null'])],
    after: [tableOf('t', ['a bigint'])],
    summaries: ['t.a: type integer → bigint', 't.a: now nullable'],
  },
  {
    what: 'the columns of a primary key',
    before: [{ ...ORDERS, primary_key: ['id'] }],
    after: [{ ...ORDERS, primary_key: ['tenant', 'id'] }],
    summaries: ['orders: primary key [id] → [tenant, id]'],
  },
  {
    what: 'the order of a primary key',
    before: [{ ...ORDERS, primary_key: ['id', 'tenant'] }],
    after: [{ ...ORDERS, primary_key: ['tenant', 'id'] }],
    summaries: ['orders: primary key [id, tenant] → [tenant, id]'],
  },
  {
    what: 'a primary key where there was none',
    before: [ORDERS],
    after: [{ ...ORDERS, primary_key: ['id'] }],
    summaries: ['orders: primary key [] → [id]'],
  },
  {
    what: 'a new foreign key',
    before: [ORDERS],
    after: [{ ...ORDERS, foreign_keys: [TO_CUSTOMERS] }],
    summaries: ['orders: + FK tenant → customers.id'],
  },
  {
    what: 'a foreign key that points elsewhere',
    before: [{ ...ORDERS, foreign_keys: [TO_CUSTOMERS] }],
    after: [{ ...ORDERS, foreign_keys: [TO_AREAS] }],
    summaries: ['orders: - FK tenant → customers.id', 'orders: + FK tenant → geo.areas.id'],
  },
  {
    what: 'a foreign key of two columns as one key, its pairs by the own column',
    before: [{ ...ORDERS, foreign_keys: [TO_LINES] }],
    after: [ORDERS],
    summaries: ['orders: - FK (no, tenant) → geo.lines.(line_no, tenant)'],
  },
  {
    what: 'two single foreign keys in place of one of two columns',
    before: [{ ...ORDERS, foreign_keys: [foreignKeyOf(['tenant', 'no'], 'l', ['t', 'n'])] }],
    after: [{ ...ORDERS, foreign_keys: [foreignKeyOf(['tenant'], 'l', ['t']), foreignKeyOf(['no'], 'l', ['n'])] }],
    summaries: ['orders: - FK (no, tenant) → l.(n, t)', 'orders: + FK no → l.n', 'orders: + FK tenant → l.t'],
  },
  {
    what: 'crossed pairs of a foreign key',
    before: [{ ...ORDERS, foreign_keys: [foreignKeyOf(['no', 'tenant'], 'l', ['n', 't'])] }],
    after: [{ ...ORDERS, foreign_keys: [foreignKeyOf(['no', 'tenant'], 'l', ['t', 'n'])] }],
    summaries: ['orders: - FK (no, tenant) → l.(n, t)', 'orders: + FK (no, tenant) → l.(t, n)'],
  },
  {
    what: 'a new index',
    before: [ORDERS],
    after: [{ ...ORDERS, indexes: [INDEX] }],
    summaries: ['orders: + index orders_total_idx'],
  },
  {
    what: 'an index rebuilt under its name with another definition',
    before: [{ ...ORDERS, indexes: [INDEX] }],
    after: [{ ...ORDERS, indexes: [{ ...INDEX, definition: 'btree (total) WHERE total > 0' }] }],
    summaries: ['orders: index orders_total_idx changed from btree (total) to btree (total) WHERE total > 0'],
  },
  {
    what: 'a dropped column with the key and index on it',
    before: [
      {
        ...tableOf('t', ['a integer not null', 'b integer']),
        primary_key: ['a'],
        foreign_keys: [foreignKeyOf(['a'], 'customers', ['id'])],
        indexes: [{ name: 't_a_idx', definition: 'hash (a)' }],
      },
    ],
    after: [{ ...tableOf('t', []), columns: [{ name: 'b', type: 'integer', nullable: true, position: 2 }] }],
    summaries: ['t: - column a', 't: primary key [a] → []', 't: - FK a → customers.id', 't: - index t_a_idx'],
  },
  {
    what: 'no change in another order of columns, foreign keys and pairs, or a second equal foreign key',
    before: [{ ...ORDERS, foreign_keys: [TO_LINES, TO_CUSTOMERS] }],
    after: [
      {
        ...ORDERS,
        columns: ORDERS.columns.toReversed().map((column, index) => ({ ...column, position: index })),
        foreign_keys: [TO_CUSTOMERS, TO_CUSTOMERS, foreignKeyOf(['no', 'tenant'], 'geo.lines', ['line_no', 'tenant'])],
      },
    ],
    summaries: [],
  },
  {
    what: 'tables of one name in two schemas apart',
    before: [tableOf('a.t', ['x integer']), tableOf('b.t', ['x integer'])],
    after: [tableOf('a.t', ['x integer']), tableOf('b.t', ['x bigint'])],
    summaries: ['b.t.x: type integer → bigint'],
  },
];

describe('diffCatalogs', () => {
  it.each(CASES)('describes $what', ({ before, after, summaries }) => {
    const changes = diffCatalogs({ tables: before }, { tables: after });
    expect(changes.map(({ summary }) => summary)).toEqual(summaries);
    expect(changeMessage(changes)).toBe(summaries.join('; '));
  });

  it('orders indexes of one name by their definitions', () => {
    const indexes = ['(b)', '(a)'].map((definition) => ({ name: 'i', definition }));
    const withIndexes = (list: Table['indexes']) => ({ tables: [{ ...ORDERS, indexes: list }] });
    const one = diffCatalogs(withIndexes([]), withIndexes(indexes));
    expect(diffCatalogs(withIndexes([]), withIndexes(indexes.toReversed()))).toEqual(one);
  });

  it('says in facts what changed, with schema and name apart', () => {
    const before = [tableOf('geo.t', ['a integer']), tableOf('old', [])];
    const after = [{ ...tableOf('geo.t', ['b text', 'a bigint']), foreign_keys: [foreignKeyOf(['a'], 'o', ['id'])] }];
    const at = { schema: 'geo', name: 't', table: 'geo.t' };
    expect(diffCatalogs({ tables: before }, { tables: after })).toEqual([
      {
        ...{ ...at, kind: 'column_added', column: 'b', summary: 'geo.t: + column b text' },
        after: { name: 'b', type: 'text', nullable: true, position: 1 },
      },
      {
        ...{ ...at, kind: 'type_changed', column: 'a', summary: 'geo.t.a: type integer → bigint' },
        ...{ before: 'integer', after: 'bigint' },
      },
      {
        ...{ ...at, kind: 'foreign_key_added', column: 'a', summary: 'geo.t: + FK a → o.id' },
        after: { columns: ['a'], references: { schema: 'public', name: 'o', columns: ['id'] } },
      },
      {
        ...{ schema: 'public', name: 'old', table: 'old', kind: 'table_removed', summary: '- table old' },
        before: tableOf('old', []),
      },
    ]);
  });
});
