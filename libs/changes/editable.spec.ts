import { describe, expect, it } from '@jest/globals';
import type { ColumnDetails } from '../api/index.js';
import { editability, tableReads, unexpectedRows } from './index.js';
import type { ResultSources, SourceTable } from './index.js';

const COLUMN: ColumnDetails = {
  ...{ name: 'id', type: 'integer', kind: 'integer', nullable: false, default: null },
  ...{ is_generated: false, identity: null, comment: null },
};
const ORDERS: SourceTable = {
  ...{ schema: 'public', table: 'orders', obstacle: null, keys: [['id'], ['code', 'day']] },
  columns: ['id', 'code', 'day', 'note'].map((name, index) => ({
    ...{ attribute: String(index + 1), name, canRead: true, canWrite: name !== 'note' },
  })),
  ...{ canInsert: true, canUpdate: true, canDelete: false },
};
const at = (attribute: string, relation = '7') => ({ relation, attribute });
const sources = (columns: ResultSources['columns'], table: Partial<SourceTable> = {}, reads = 1): ResultSources => ({
  columns,
  tables: new Map([['7', { ...ORDERS, ...table }]]),
  details: new Map([['7', ['id', 'code', 'day', 'note'].map((name) => ({ ...COLUMN, name }))]]),
  reads: new Map([['orders', reads]]),
  ownSettings: [],
});
/** The orders with a day that is a date, in a session with settings of its own. */
const ownWay = (columns: ResultSources['columns'], ownSettings: string[]): ResultSources => {
  const found = sources(columns);
  const kindOf = (name: string) => (name === 'day' ? 'date' : COLUMN.kind);
  const details = found.details.get('7')?.map((column) => ({ ...column, kind: kindOf(column.name) })) ?? [];
  return { ...found, details: new Map([['7', details]]), ownSettings };
};

describe('a result', () => {
  it.each<[string, ResultSources, string[]]>([
    ['with the primary key', sources([at('1'), at('4')]), ['id']],
    ['with another key', sources([at('3'), null, at('2')]), ['code', 'day']],
    ['with a column twice', sources([at('1'), at('1')]), ['id']],
    ['with a table that is gone beside', sources([at('1', '8'), at('1')]), ['id']],
    ['with dates as every session shows them', ownWay([at('1'), at('3')], []), ['id']],
    ['without dates, which its session shows in another way', ownWay([at('1'), at('4')], ['DateStyle']), ['id']],
  ])('%s can be edited', (_, given, key) => {
    const { editable } = editability(given);
    expect('key' in editable && editable.key).toEqual(key);
  });

  it.each<[string, ResultSources, RegExp]>([
    ['without a table', sources([null]), /No column/],
    ['of a table that is gone', sources([at('1', '8')]), /is gone/],
    ['of a view', sources([at('1')], { obstacle: 'public.orders is a view.' }), /is a view/],
    ['with half a key', sources([at('2')]), /no key of public\.orders\. Add id\./],
    ['of a table without a key', sources([at('1')], { keys: [] }), /has no primary key/],
    ['of a table that is read twice', sources([at('1')], {}, 2), /more than once/],
    ['of a table of others', sources([at('1')], { canInsert: false, canUpdate: false }), /may not change/],
    [
      'with dates that its session shows in another way',
      ownWay([at('1'), at('3')], ['DateStyle', 'TimeZone']),
      /its own DateStyle, TimeZone\. To edit rows, run RESET DateStyle; RESET TimeZone and then/,
    ],
    [
      'of a table with a hidden column',
      sources([at('1')], { columns: ORDERS.columns.map((one) => ({ ...one, canRead: false })) }),
      /may not read every column/,
    ],
  ])('%s cannot, and says why', (_, given, reason) => {
    const { editable } = editability(given);
    expect('reason' in editable && editable.reason).toMatch(reason);
  });

  it('names the origin of each column, and why one is not written', () => {
    const { origins, editable } = editability(sources([at('4'), null, at('1')]));
    expect(origins).toEqual([
      { schema: 'public', table: 'orders', column: 'note', is_key: false },
      null,
      { schema: 'public', table: 'orders', column: 'id', is_key: true },
    ]);
    expect('columns' in editable && editable.columns.map(({ index, reason }) => [index, reason])).toEqual([
      [0, 'The role may not change this column.'],
      [2, null],
    ]);
  });
});

it('counts how often a statement names a table, however deep', () => {
  const range = (relname: string) => ({ RangeVar: { relname } });
  const tree = { SelectStmt: { fromClause: [range('a'), { sub: { fromClause: [range('a'), range('b')] } }] } };
  expect([...tableReads(tree)].sort()).toEqual([
    ['a', 2],
    ['b', 1],
  ]);
  expect([...tableReads({ UpdateStmt: { relation: { relname: 'a' } } })]).toEqual([['a', 1]]);
});

describe('rows that were written beside the edits', () => {
  const place = { schema: 'public', table: 'orders' };
  const row = (kind: 'insert' | 'update' | 'delete', item = 0) => ({
    ...{ ...place, item, kind, columns: [], before: null, after: null },
  });
  it.each<[string, number[], ('insert' | 'update' | 'delete')[], number[] | null]>([
    ['nothing more', [1, 1, 1], ['insert', 'update', 'delete'], null],
    ['a row that moved to another partition', [1, 0, 1], ['update'], null],
    ['a trigger that updates', [0, 3, 0], ['update'], [0, 2, 0]],
    ['a trigger that removes', [0, 1, 2], ['update'], [0, 0, 2]],
    ['a row that moved, and one that was added', [2, 0, 1], ['update'], [1, 0, 0]],
    ['no edit of this table', [1, 0, 0], [], [1, 0, 0]],
  ])('are those of %s', (_, [inserted = 0, updated = 0, deleted = 0], kinds, expected) => {
    const found = unexpectedRows(
      [{ ...place, inserted, updated, deleted }],
      kinds.map((kind, item) => row(kind, item)),
    );
    expect(found.map((one) => [one.inserted, one.updated, one.deleted])).toEqual(expected === null ? [] : [expected]);
  });
});
