import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CHANGE_STATES } from '../api/index.js';
import type { ChangeItem, RowUpdate } from '../api/index.js';
import { canonicalJson } from '../audit/index.js';
import {
  countItems,
  editedRow,
  effectPieces,
  emptyHash,
  findConflict,
  hashChain,
  inverseEdits,
  markVarying,
  readItems,
  resolveConflict,
  rowKey,
  tablesOfItems,
  undoLimits,
  varyingColumns,
} from './index.js';
import type { ChangeEffect, RowEffect } from './index.js';
import { PLACE, applyEdits, memoryTable, rowEdits } from './testing/memory-table.js';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const EMPTY = emptyHash('shop', sha256);
const hashOf = (former: string, items: readonly ChangeItem[]): string =>
  [...hashChain(former, items, sha256)].at(-1) ?? former;
const textOf = (...of: Parameters<typeof effectPieces>): string => [...effectPieces(...of)].join('');
const UPDATE: RowUpdate = {
  kind: 'update',
  ...PLACE,
  key: { id: '1' },
  before: { id: '1', name: 'Ann' },
  values: { name: 'Anna' },
};

it('marks the statements of a large change set whose second run wrote other rows', () => {
  const effect = (varying: number): ChangeEffect => ({
    ...{ rows: [], touched: [] },
    statements: Array.from({ length: 100_000 }, (_, item) => {
      return { item, command: 'UPDATE', affectedRows: 1, checksum: item === varying ? 'other' : 'same' };
    }),
  });
  const startedAt = process.cpuUsage();
  const marked = markVarying(effect(-1), effect(99_999));
  expect(process.cpuUsage(startedAt).user / 1000).toBeLessThan(2_000);
  expect(marked.filter(({ isVarying }) => isVarying).map(({ item }) => item)).toEqual([99_999]);
});

describe('the items of a change set', () => {
  it.each<[string, unknown]>([
    ['an added row', { kind: 'insert', ...PLACE, values: { id: '1', name: null, note: { default: true } } }],
    ['a changed row', UPDATE],
    ['a removed row', { kind: 'delete', ...PLACE, key: { id: '1' }, before: {} }],
    ['a row of odd names', { kind: 'insert', schema: 'My Schema', table: 'Weird "Table"', values: { 'a~b/c': '' } }],
    ['a table without a schema', { kind: 'insert', schema: '', table: 'a', values: {} }],
    ['a statement', { kind: 'statement', sql: 'DELETE FROM a' }],
  ])('are read: %s', (_, item) => {
    expect(readItems([item])).toEqual({ kind: 'valid', items: [item] });
  });

  it.each<[string, unknown, string]>([
    ['no list', 'items', '/items'],
    ['an unknown kind', [{ kind: 'upsert' }], '/items/0/kind'],
    ['a kind that every object has', [{ kind: 'constructor' }], '/items/0/kind'],
    ['nothing', [null], '/items/0/kind'],
    ['an unknown member', [{ kind: 'statement', sql: 'SELECT 1', run: true }], '/items/0/run'],
    ['an empty statement', [{ kind: 'statement', sql: ' ' }], '/items/0/sql'],
    ['no table', [{ kind: 'insert', schema: '', table: '', values: {} }], '/items/0/table'],
    ['NUL in a name', [{ kind: 'insert', schema: 'a\0', table: 'a', values: {} }], '/items/0/schema'],
    ['half a surrogate pair', [{ kind: 'insert', ...PLACE, values: { a: '\ud800' } }], '/items/0/values/a'],
    ['a number', [{ kind: 'insert', ...PLACE, values: { a: 1 } }], '/items/0/values/a'],
    ['another default', [{ kind: 'insert', ...PLACE, values: { a: { default: false } } }], '/items/0/values/a'],
    ['a key of NULL', [{ ...UPDATE, key: { id: null } }], '/items/0/key/id'],
    ['no key', [{ ...UPDATE, key: {} }], '/items/0/key'],
    ['no values', [{ ...UPDATE, values: {} }], '/items/0/values'],
    ['no former value', [{ ...UPDATE, before: { id: '1' } }], '/items/0/before/name'],
    ['two edits of a row', [UPDATE, { kind: 'delete', ...PLACE, key: UPDATE.key, before: {} }], '/items/1/key'],
    ['two updates of a row', [UPDATE, UPDATE], '/items/1/key'],
    ['too many', Array.from({ length: 100_001 }, () => UPDATE), '/items'],
  ])('are refused for %s', (_, items, pointer) => {
    const read = readItems(items);
    expect(read.kind === 'faulty' && read.faults[0]?.pointer).toBe(pointer);
  });

  it('are refused beside those that are there', () => {
    const read = (count: number, row: string) => readItems([UPDATE], { count, isEdited: (one) => one === row });
    expect(read(99_999, 'none').kind).toBe('valid');
    expect(read(100_000, 'none')).toMatchObject({ faults: [{ pointer: '/items' }] });
    expect(read(1, editedRow(UPDATE) ?? '')).toMatchObject({ faults: [{ pointer: '/items/0/key' }] });
  });

  it('are counted by kind, and their tables listed once', () => {
    const items: ChangeItem[] = [UPDATE, { ...UPDATE, key: { id: '2' } }, { kind: 'statement', sql: 'SELECT 1' }];
    expect(countItems(items)).toEqual({ inserts: 0, updates: 2, deletes: 0, statements: 1 });
    expect(tablesOfItems(items)).toEqual([PLACE]);
  });

  it('have one key for a row, in whatever order its columns stand', () => {
    expect(rowKey({ a: '1', b: '2' })).toBe(rowKey({ b: '2', a: '1' }));
    expect(rowKey({ a: '1,2' })).not.toBe(rowKey({ a: '1', b: '2' }));
  });
});

describe('the rows that one change set takes back', () => {
  const row = (id: number, place: Partial<RowEffect> = {}): RowEffect => ({
    ...{ item: 0, kind: 'update', ...PLACE, columns: ['id'], before: [String(id)], after: [String(id)], ...place },
  });
  const limitsOf = (rows: RowEffect[]): string[] => undoLimits({ rows, statements: [], touched: [] }, () => ['id']);

  it.each<[string, RowEffect[], string]>([
    ['a name of 1,001 characters', [row(1, { table: 'n'.repeat(1_001) })], 'is not undone'],
    ['2,001 columns', [row(1, { columns: Array.from({ length: 2_001 }, (_, place) => `c${place}`) })], 'is not undone'],
    ['100,001 rows', Array.from({ length: 100_001 }, (_, id) => row(id)), 'up to 100,000 rows'],
  ])('do not include %s', (_, rows, words) => {
    expect(limitsOf(rows)).toEqual([expect.stringContaining(words)]);
  });

  it('include a column without a name, and each row once', () => {
    expect(limitsOf([row(1, { columns: ['id', ''] })])).toEqual([]);
    expect(limitsOf(Array.from({ length: 100_001 }, (_, id) => row(id % 10)))).toEqual([]);
  });
});

describe('the hash of a change set', () => {
  it('is the same whatever the order of members, and another for any other item, order or connection', () => {
    const hash = (items: ChangeItem[], connection = 'shop'): string => hashOf(emptyHash(connection, sha256), items);
    const { kind, values, ...others } = UPDATE;
    const turned: RowUpdate = { values, ...others, before: { name: 'Ann', id: '1' }, kind };
    expect(hash([turned])).toBe(hash([UPDATE]));
    const other: RowUpdate = { ...UPDATE, key: { id: '2' } };
    const hashes = [
      hash([UPDATE]),
      hash([UPDATE], 'lake'),
      hash([UPDATE, other]),
      hash([other, UPDATE]),
      hash([{ ...UPDATE, values: { name: null } }]),
      hash([{ ...UPDATE, values: { name: '' } }]),
      hash([{ ...UPDATE, values: { name: { default: true } } }]),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('is the same for items that come in parts, however they are split', () => {
    const item = fc.integer({ min: 0, max: 9 }).map((id): ChangeItem => ({ ...UPDATE, key: { id: String(id) } }));
    fc.assert(
      fc.property(fc.array(fc.array(item, { maxLength: 4 }), { minLength: 1 }), ([first = [], ...parts]) => {
        const whole = hashOf(EMPTY, [first, ...parts].flat());
        const start = hashOf(EMPTY, first);
        expect(parts.reduce(hashOf, start)).toBe(whole);
      }),
    );
  });

  it('of the effect leaves out what varies, and nothing else', () => {
    const row = (after: string[]): RowEffect => ({
      ...{ item: 0, kind: 'insert', ...PLACE, columns: ['id', 'name'], before: null, after },
    });
    const effect = (after: string[]): ChangeEffect => ({ rows: [row(after)], statements: [], touched: [] });
    const [first, second] = [effect(['1', 'Ann']), effect(['2', 'Ann'])];
    const varying = varyingColumns(first, second);
    expect([...varying]).toEqual([[0, ['id']]]);
    expect(textOf('h', first, varying)).toBe(textOf('h', second, varying));
    expect(textOf('h', first, new Map())).not.toBe(textOf('h', second, new Map()));
    expect(textOf('h', effect(['3', 'Bob']), varying)).not.toBe(textOf('h', first, varying));
    const touched = { ...first, touched: [{ schema: 'a', table: 'b', inserted: 1, updated: 0, deleted: 0 }] };
    expect(textOf('h', touched, varying)).not.toBe(textOf('h', first, varying));
  });

  it('of the effect is over canonical JSON, in pieces of a bounded length', () => {
    const columns = ['id', 'name'];
    const rows = Array.from({ length: 3_000 }, (_, item): RowEffect => {
      const after = [String(item), 'ä"\\'.repeat(20)];
      return { item, kind: 'update', ...PLACE, columns, before: item % 2 === 0 ? null : ['0', null], after };
    });
    const statement = { item: 3_000, command: 'DO', affectedRows: 1, checksum: 'a' };
    const touched = [
      { schema: 'b', table: 'a', inserted: 1, updated: 2, deleted: 3 },
      { schema: 'a', table: 'b', inserted: 0, updated: 0, deleted: 1 },
    ];
    const pieces = [...effectPieces('h', { rows, statements: [statement], touched }, new Map())];
    expect(pieces.length).toBeGreaterThan(3);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(70_000);
    const whole = canonicalJson({
      ...{ format: 2, hash: 'h', tables: [canonicalJson([PLACE.schema, PLACE.table, columns])] },
      rows: rows.map(({ item, before, after }) => [item, before && [...before], after && [...after]]),
      statements: [[3_000, 1, 'a']],
      touched: [
        ['a', 'b', 0, 0, 1],
        ['b', 'a', 1, 2, 3],
      ],
    });
    expect(sha256(pieces.join(''))).toBe(sha256(whole));
  });

  it('is another one where the rows of a statement that varies are not all known', () => {
    const ofStatement = (checksum: string, canUndo: boolean): string => {
      const statement = { item: 0, command: 'DO', affectedRows: null, checksum, canUndo };
      return textOf('h', { rows: [], statements: [statement], touched: [] }, new Map([[0, []]]));
    };
    expect(ofStatement('a', true)).toBe(ofStatement('b', true));
    expect(ofStatement('a', true)).not.toBe(ofStatement('a', false));
  });
});

describe('a conflict', () => {
  it.each<[string, Record<string, string | null> | null, boolean]>([
    ['the same row', { id: '1', name: 'Ann', note: 'new' }, false],
    ['another value', { id: '1', name: 'Bob', note: null }, true],
    ['NULL for an empty text', { id: '1', name: null, note: null }, true],
    ['a row that is gone', null, true],
    ['a column that is gone', { id: '1' }, true],
  ])('is found for %s: %j is %s', (_, current, isConflict) => {
    expect(findConflict(3, UPDATE, current) !== null).toBe(isConflict);
  });

  it('shows the three values of the cells that the edit knows', () => {
    expect(findConflict(3, UPDATE, { id: '1', name: 'Bob', note: 'other' })).toEqual({
      ...{ item: 3, ...PLACE, key: { id: '1' } },
      yours: { name: 'Anna' },
      theirs: { id: '1', name: 'Bob' },
      before: { id: '1', name: 'Ann' },
    });
  });

  it('is resolved by keeping yours or theirs', () => {
    const conflict = findConflict(0, UPDATE, { id: '1', name: 'Bob' });
    if (conflict === null) throw new Error('no conflict');
    expect(resolveConflict(UPDATE, conflict, 'yours')).toEqual({ ...UPDATE, before: { id: '1', name: 'Bob' } });
    expect(resolveConflict(UPDATE, conflict, 'theirs')).toBeNull();
    expect(resolveConflict(UPDATE, { ...conflict, theirs: null }, 'yours')).toBeNull();
  });
});

describe('the inverse of an applied change set', () => {
  it('gives every row back, whatever was done', () => {
    fc.assert(
      fc.property(memoryTable, rowEdits, (table, edits) => {
        const applied = applyEdits(table, edits);
        const inverse = inverseEdits(applied.effects, () => ({ key: ['id'], generated: [] }));
        const undone = applyEdits(applied.table, inverse).table;
        expect(new Map([...undone].sort())).toEqual(new Map([...table].sort()));
      }),
    );
  });

  it('expects rows as they were left, and gives no value to what is computed', () => {
    const columns = ['id', 'name', 'size'];
    const effects: RowEffect[] = [
      { item: 0, kind: 'update', ...PLACE, columns, before: ['1', 'a', '1'], after: ['2', 'ab', '2'] },
      { item: 1, kind: 'delete', ...PLACE, columns, before: ['3', null, '0'], after: null },
    ];
    expect(inverseEdits(effects, () => ({ key: ['id'], generated: ['size'] }))).toEqual([
      { kind: 'insert', ...PLACE, values: { id: '3', name: null } },
      {
        ...{ kind: 'update', ...PLACE, key: { id: '2' } },
        before: { id: '2', name: 'ab', size: '2' },
        values: { id: '1', name: 'a' },
      },
    ]);
  });
});

it('has its states in the order in which they follow', () => {
  expect(CHANGE_STATES).toEqual(['draft', 'proposed', 'approved', 'applied', 'undone', 'refused', 'conflicted']);
});
