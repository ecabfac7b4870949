import { describe, expect, it } from '@jest/globals';
import type { RowEffect } from './effect.js';
import type { ReferringTable } from './entangled-references.js';
import { inWritingOrder, writingOrder } from './row-order.js';

const effect = (kind: RowEffect['kind'], table: string): RowEffect => ({
  ...{ item: 0, kind, schema: 's', table, columns: [], before: null, after: null },
});
const table = (name: string, ...parents: string[]): ReferringTable => ({
  ...{ schema: 's', name },
  foreign_keys: parents.map((parent) => ({
    columns: ['ref'],
    references: { schema: 's', table: parent, columns: ['id'] },
  })),
});

it('removes children first, then changes, then adds parents first', () => {
  const kinds = ['insert', 'update', 'delete'] as const;
  const effects = ['a', 'b', 'c'].flatMap((name) => kinds.map((kind) => effect(kind, name)));
  const order = inWritingOrder(effects, [table('c', 'b'), table('a'), table('b', 'a')]);
  const words = order.map((one) => `${one.kind} ${one.table}`);
  expect(words.slice(0, 3)).toEqual(['delete c', 'delete b', 'delete a']);
  expect(words.slice(3, 6)).toEqual(['update a', 'update b', 'update c']);
  expect(words.slice(6)).toEqual(['insert a', 'insert b', 'insert c']);
});

it('ends where tables refer to each other or to themselves', () => {
  const order = inWritingOrder([effect('insert', 'b'), effect('insert', 'a')], [table('a', 'b', 'a'), table('b', 'a')]);
  expect(order).toHaveLength(2);
});

/** A row by its texts before and after: `1` or `1>2`, its key and what it refers to; `-` for no row. */
const row = (name: string, before: string, after: string): RowEffect => {
  const cells = (text: string) =>
    text === '-'
      ? null
      : text
          .split('>')
          .concat('')
          .slice(0, 2)
          .map((cell) => cell || null);
  const [was, is] = [cells(before), cells(after)];
  const kind = was === null ? 'insert' : is === null ? 'delete' : 'update';
  return { item: 0, kind, schema: 's', table: name, columns: ['id', 'ref'], before: was, after: is };
};
const wordsOf = ({ table: name, before, after }: RowEffect) =>
  `${name} ${before?.join('>') ?? '-'} ${after?.join('>') ?? '-'}`;

describe('rows that refer to each other', () => {
  const TREE = [table('t', 't')];
  const TWO = [table('a'), table('b', 'a')];

  it.each([
    {
      what: 'a tree that is removed: leaves first, so that its root comes back first',
      tables: TREE,
      rows: [row('t', '1', '-'), row('t', '2>1', '-'), row('t', '3>2', '-'), row('t', '4>1', '-')],
      order: ['t 4>1 -', 't 3>2 -', 't 2>1 -', 't 1> -'],
    },
    {
      what: 'a tree that is added: its root first',
      tables: TREE,
      rows: [row('t', '-', '3>2'), row('t', '-', '2>1'), row('t', '-', '1')],
      order: ['t - 1>', 't - 2>1', 't - 3>2'],
    },
    {
      what: 'a reference that is set to a default before its row is removed',
      tables: TWO,
      rows: [row('a', '1', '-'), row('b', '5>1', '5>0')],
      order: ['b 5>1 5>0', 'a 1> -'],
    },
    {
      what: 'a reference that is set to a row which is added',
      tables: TWO,
      rows: [row('b', '5>1', '5>2'), row('a', '-', '2')],
      order: ['a - 2>', 'b 5>1 5>2'],
    },
    {
      what: 'a key that takes its references along: it is changed back first',
      tables: TWO,
      rows: [row('a', '1', '9'), row('b', '5>1', '5>9')],
      order: ['b 5>1 5>9', 'a 1> 9>'],
    },
    {
      what: 'a row that refers to itself',
      tables: TREE,
      rows: [row('t', '1>1', '-'), row('t', '2>1', '-')],
      order: ['t 2>1 -', 't 1>1 -'],
    },
  ])('$what', ({ tables, rows, order }) => {
    const found = writingOrder(rows, tables);
    expect(found.rows.map(wordsOf)).toEqual(order);
    expect(found.circle).toBeNull();
  });

  it('names a table whose rows are in a circle, and leaves out none', () => {
    const rows = [row('t', '1>2', '-'), row('t', '2>1', '-'), row('t', '3>1', '-')];
    const found = writingOrder(rows, TREE);
    expect(found.circle).toBe('s.t');
    expect(found.rows.map(wordsOf).sort()).toEqual(rows.map(wordsOf).sort());
  });

  it('takes time in proportion to the rows', () => {
    const rows = Array.from({ length: 10_000 }, (_, place) => row('t', `${place}>${place - 1}`, '-'));
    const children = Array.from({ length: 10_000 }, (_, place) => row('t', `c${place}>0`, '-'));
    const found = writingOrder([...rows, ...children], TREE);
    expect(found.rows.at(-1)).toBe(rows[0]);
    expect(found.rows).toHaveLength(20_000);
  });

  it('takes as many references as a change set may have', () => {
    const children = Array.from({ length: 100_000 }, (_, place) => row('b', `${place}>1`, `${place}>2`));
    const found = writingOrder([row('a', '1', '-'), ...children, row('a', '-', '2')], TWO);
    expect([found.rows.at(0), found.rows.at(-1)].map((one) => one && wordsOf(one))).toEqual(['a - 2>', 'a 1> -']);
  });
});
