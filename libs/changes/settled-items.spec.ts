import { describe, expect, it } from '@jest/globals';
import type { ChangeConflict, ChangeItem, ConflictChoice } from '../api/index.js';
import { settledItems } from './index.js';

const ORDERS = { schema: 'public', table: 'orders' } as const;
const STATEMENT: ChangeItem = { kind: 'statement', sql: 'SELECT 1' };
const MINE: ChangeItem = {
  ...{ kind: 'update', ...ORDERS, key: { id: '7' } },
  ...{ before: { status: 'open', note: null }, values: { status: 'late' } },
};
const REMOVED: ChangeItem = { kind: 'delete', ...ORDERS, key: { id: '8' }, before: { status: 'open' } };
const ITEMS = [STATEMENT, MINE, REMOVED];
const CONFLICTS: readonly ChangeConflict[] = [
  {
    ...{ item: 1, ...ORDERS, key: { id: '7' }, yours: { status: 'late' } },
    ...{ theirs: { id: '7', status: 'paid', note: '' }, before: { status: 'open', note: null } },
  },
  { item: 2, ...ORDERS, key: { id: '8' }, yours: null, theirs: null, before: { status: 'open' } },
];
const ON_TOP = { ...MINE, before: { status: 'paid', note: '' } };

describe('items after conflicts were settled', () => {
  it.each<[string, [number, ConflictChoice][], ChangeItem[] | null]>([
    ['without a choice are the same', [], ITEMS],
    ['by theirs have no edit of the row', [[1, 'theirs']], [STATEMENT, REMOVED]],
    ['by yours compare with the row as it is now', [[1, 'yours']], [STATEMENT, ON_TOP, REMOVED]],
    ['have no edit of a row that is gone, whatever is chosen', [[2, 'yours']], [STATEMENT, MINE]],
    [
      'settle several by their places before',
      [
        [2, 'theirs'],
        [1, 'yours'],
      ],
      [STATEMENT, ON_TOP],
    ],
    ['are none where an item has no conflict', [[0, 'theirs']], null],
    ['are none where there is no such item', [[3, 'theirs']], null],
  ])('%s', (_, choices, expected) => {
    expect(settledItems(ITEMS, CONFLICTS, new Map(choices))).toEqual(expected);
  });
});
