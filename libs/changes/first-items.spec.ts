import { expect, it } from '@jest/globals';
import type { ChangeItem } from '../api/index.js';
import { firstItems } from './first-items.js';

const row = (name: string): ChangeItem => ({ kind: 'insert', schema: 'public', table: 't', values: { name } });

it.each<[string, ChangeItem[], number]>([
  ['none', [], 0],
  ['few', [row('a'), row('b')], 2],
  ['more than a page needs', Array.from({ length: 1_001 }, () => row('a')), 1_000],
  ['long values', Array.from({ length: 30 }, () => row('x'.repeat(100_000))), 9],
  [
    'a statement with the rows of a file',
    [{ kind: 'statement', sql: 'x', values: [{ text: 'x'.repeat(8_000_000), type: null }] }],
    0,
  ],
])('sends the first items of %s', (_, items, count) => {
  expect(firstItems(items)).toEqual(items.slice(0, count));
});
