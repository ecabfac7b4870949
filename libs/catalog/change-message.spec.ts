import { expect, it } from '@jest/globals';
import { changeLead, changeMessage, diffCatalogs } from './index.js';
import type { Table } from './index.js';

const table = (name: string, columns: readonly string[], indexes: readonly string[]): Table => ({
  ...{ schema: 'public', name, primary_key: [], foreign_keys: [] },
  columns: columns.map((column, at) => ({ name: column, type: 'text', nullable: true, position: at + 1 })),
  indexes: indexes.map((index) => ({ name: index, definition: '(a)' })),
});

it.each<[string, Table[], Table[], string, string]>([
  ['no change', [], [], '', ''],
  [
    'columns and one index',
    [table('orders', ['a'], ['old'])],
    [table('orders', ['a', 'b'], [])],
    'orders: + column b text; orders: - index old',
    'orders: + column b text; 1 index change',
  ],
  [
    'indexes before other tables',
    [table('a', ['a'], []), table('b', ['a'], [])],
    [table('a', ['a'], ['i', 'j']), table('b', ['a', 'c'], ['k'])],
    'b: + column c text; a: + index i; a: + index j; b: + index k',
    'b: + column c text; 3 index changes',
  ],
  [
    'indexes alone',
    [table('a', ['a'], [])],
    [table('a', ['a'], ['i', 'j'])],
    'a: + index i; a: + index j',
    'a: + index i; a: + index j',
  ],
])('the message about %s has indexes last, and its lead counts them', (_, before, after, message, lead) => {
  const changes = diffCatalogs({ tables: before }, { tables: after });
  expect([changeMessage(changes), changeLead(changes)]).toEqual([message, lead]);
});
