import { describe, expect, it } from '@jest/globals';
import type { SchemaChange } from '#libs/api';
import type { ForeignKey, TracedChange } from '#libs/catalog';
import { countText, diffTables } from './diff-tables';
import { matchingTables, periodOf, periodReaching } from './watch-filter';

const orders = { schema: 'public', name: 'orders', table: 'orders', summary: '' };
const toProducts: ForeignKey = {
  columns: ['product_id'],
  references: { schema: 'public', name: 'products', columns: ['id'] },
};
const table = { schema: 'public', name: 'orders', columns: [], primary_key: [], foreign_keys: [], indexes: [] };
const text = { name: 'code', type: 'text', nullable: true, position: 1 };

function record(changes: TracedChange[], recreated: string[] = []): SchemaChange {
  return {
    id: 'c1',
    connection_id: 'shop',
    detected_at: '2026-05-19T06:00:00Z',
    summary: '',
    changes,
    recreated,
    from_snapshot_id: 's1',
    to_snapshot_id: 's2',
  };
}

const never = () => false;

describe('the diff of a change', () => {
  it.each<[TracedChange, string]>([
    [{ ...orders, kind: 'table_added', after: table }, '+ table with 0 columns'],
    [{ ...orders, kind: 'table_removed', before: { ...table, columns: [text] } }, '− table with 1 column'],
    [{ ...orders, kind: 'column_added', column: 'code', after: text }, '+ column code text'],
    [
      { ...orders, kind: 'column_removed', column: 'co.de', before: { ...text, nullable: false } },
      '− column "co.de" text NOT NULL',
    ],
    [
      { ...orders, kind: 'type_changed', column: 'total', before: 'integer', after: 'bigint' },
      '~ total: type integer → bigint',
    ],
    [{ ...orders, kind: 'nullability_changed', column: 'total', before: false, after: true }, '~ total: now nullable'],
    [
      { ...orders, kind: 'nullability_changed', column: 'total', before: true, after: false },
      '~ total: NOT NULL added',
    ],
    [{ ...orders, kind: 'primary_key_changed', before: ['id'], after: [] }, '~ primary key [id] → []'],
    [{ ...orders, kind: 'foreign_key_added', after: toProducts }, '+ FK product_id → products.id'],
    [{ ...orders, kind: 'foreign_key_removed', before: toProducts }, '− FK product_id → products.id'],
    [{ ...orders, kind: 'index_added', after: { name: 'by_day', definition: '' } }, '+ index by_day'],
    [{ ...orders, kind: 'index_removed', before: { name: 'by_day', definition: '' } }, '− index by_day'],
  ])('says %j', (change, expected) => {
    const [line] = diffTables(record([change]), never)[0]?.lines ?? [];
    expect(`${line?.sign} ${line?.text}`).toBe(expected);
  });

  const added: TracedChange = { ...orders, kind: 'column_added', column: 'code', after: text, renamed_from: 'a.b' };
  const removed: TracedChange = { ...orders, kind: 'column_removed', column: 'a.b', before: text, renamed_to: 'code' };
  const other: TracedChange = {
    ...orders,
    table: 'crm.people',
    schema: 'crm',
    name: 'people',
    kind: 'table_added',
    after: table,
    renamed_from: 'crm.persons',
  };

  it('is grouped by table, with counts and what is known of names', () => {
    const tables = diffTables(record([added, other, removed], ['returns']), never);
    expect(tables.map((group) => [group.table, group.isRecreated, countText(group.lines)])).toEqual([
      ['returns', true, ''],
      ['orders', false, '1 added, 1 removed'],
      ['crm.people', false, '1 added'],
    ]);
    expect(tables.flatMap(({ lines }) => lines.map(({ note }) => note))).toEqual([
      'renamed from "a.b"',
      'renamed to code',
      'renamed from crm.persons',
    ]);
  });

  it('marks the lines that broke the contract, and no others', () => {
    const [group] = diffTables(record([removed, added]), (change) => change.kind === 'column_removed');
    expect(group?.lines.map(({ breaksContract }) => breaksContract)).toEqual([true, false]);
  });

  it.each([
    ['', ['orders', 'crm.people']],
    [' PEOPLE ', ['crm.people']],
    ['column code', ['orders']],
    ['persons', ['crm.people']],
    ['spans; several', ['orders', 'crm.people']],
  ])('is searched for %j', (needle, expected) => {
    const tables = diffTables(record([added, other]), never);
    expect(matchingTables(tables, needle).map(({ table: name }) => name)).toEqual(expected);
  });
});

describe('the period', () => {
  it.each([
    ['30', '2026-05-18T06:00:00Z', '30'],
    ['7', '2026-05-18T06:00:00Z', '7'],
    ['7', '2026-05-01T06:00:00Z', '30'],
    ['30', '2026-03-01T06:00:00Z', '90'],
    ['7', '2024-05-18T06:00:00Z', '365'],
  ] as const)('of %s days becomes one that reaches %s: %s', (present, at, expected) => {
    expect(periodReaching(present, at, new Date('2026-05-19T06:00:00Z'))).toBe(expected);
  });

  it.each([
    ['7', '7'],
    ['365', '365'],
    ['8', '30'],
    [null, '30'],
  ])('of %j in the address is %j', (given, expected) => {
    expect(periodOf(given)).toBe(expected);
  });
});
