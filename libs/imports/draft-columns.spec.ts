import { describe, expect, it } from '@jest/globals';
import type { ImportColumn } from '../api/index.js';
import { existingTableDraft, mappingOf, newTableDraft, withMapping } from './draft-columns.js';

const COLUMNS: ImportColumn[] = [
  { name: 'Order ID', type: 'BIGINT', kind: 'integer' },
  { name: 'note', type: 'VARCHAR', kind: 'text' },
];

describe('newTableDraft', () => {
  it.each([
    ['postgres', ['bigint', 'text']],
    ['duckdb', ['BIGINT', 'VARCHAR']],
    ['sqlite', ['INTEGER', 'TEXT']],
  ] as const)('has the types of %s', (dialect, types) => {
    const draft = newTableDraft(COLUMNS, dialect);
    expect(draft.map(({ type }) => type)).toEqual(types);
    expect(draft.map(({ target }) => target)).toEqual(['Order ID', 'note']);
    expect(draft.every(({ isIncluded, isNullable }) => isIncluded && isNullable)).toBe(true);
  });
});

describe('existingTableDraft', () => {
  it('leaves out what the table does not have', () => {
    const target = { nullable: true, default: null, is_generated: false, identity: null };
    expect(existingTableDraft(COLUMNS, [{ name: 'order_id', ...target }])).toMatchObject([
      { source: 'Order ID', target: 'order_id', isIncluded: true },
      { source: 'note', target: '', isIncluded: false },
    ]);
  });
});

describe('a rejects file', () => {
  const names = ['reject_row', 'reject_column', 'reject_reason', 'id', 'reason'];
  const columns = names.map((name): ImportColumn => ({ name, type: 'VARCHAR', kind: 'text' }));

  it('fills the columns of the table with the values of its rows', () => {
    const target = { nullable: true, default: null, is_generated: false, identity: null };
    const targets = ['id', 'reason', 'reject_reason'].map((name) => ({ name, ...target }));
    expect(mappingOf(existingTableDraft(columns, targets), false)).toEqual([
      { source: 'id', target: 'id' },
      { source: 'reason', target: 'reason' },
    ]);
  });

  it('becomes a table of its rows', () => {
    const mapped = mappingOf(newTableDraft(columns, 'postgres'), true);
    expect(mapped.map(({ source }) => source)).toEqual(['id', 'reason']);
  });
});

describe('withMapping', () => {
  const draft = [
    { source: 'a', isIncluded: true, target: 'a', type: 'text', isNullable: true },
    { source: 'b', isIncluded: true, target: 'b', type: 'text', isNullable: true },
  ];
  const targets = [{ name: 'x', nullable: true, default: null, is_generated: false, identity: null }];

  it('has what was sent for a new table, and leaves out the rest', () => {
    expect(withMapping(draft, [{ source: 'a', target: 'x', type: 'bigint', nullable: false }], null)).toEqual([
      { source: 'a', isIncluded: true, target: 'x', type: 'bigint', isNullable: false },
      { source: 'b', isIncluded: false, target: 'b', type: 'text', isNullable: true },
    ]);
  });

  it.each([
    ['a', 'x', ['x', 'b'], [true, false]],
    ['a', 'gone', ['a', 'b'], [true, true]],
    ['gone', 'x', ['a', 'b'], [true, true]],
  ])('of %s to %s in a table is %j', (source, target, names, included) => {
    const columns = withMapping(draft, [{ source, target }], targets);
    expect(columns.map((column) => column.target)).toEqual(names);
    expect(columns.map(({ isIncluded }) => isIncluded)).toEqual(included);
  });
});

describe('mappingOf', () => {
  const draft = [
    { source: 'a', isIncluded: true, target: 'x', type: 'text', isNullable: false },
    { source: 'b', isIncluded: false, target: 'b', type: 'text', isNullable: true },
  ];
  it('has types and nullability for a new table', () => {
    expect(mappingOf(draft, true)).toEqual([{ source: 'a', target: 'x', type: 'text', nullable: false }]);
  });
  it('has names for an existing table', () => {
    expect(mappingOf(draft, false)).toEqual([{ source: 'a', target: 'x' }]);
  });
});
