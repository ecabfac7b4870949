import { describe, expect, it } from '@jest/globals';
import { treeMove, typeAhead } from './tree-keys';
import type { KeyRow, TreeMove } from './tree-keys';

const row = (id: string, parentId: string | null, isExpanded: boolean | null = null): KeyRow => ({
  id,
  parentId,
  label: id,
  isExpandable: isExpanded !== null,
  isExpanded: isExpanded === true,
});
const rows = [
  row('public', null, true),
  row('orders', 'public', true),
  row('id', 'orders'),
  row('products', 'public', false),
  row('geo', null, false),
];

describe('treeMove', () => {
  it.each<[string, number, TreeMove | null]>([
    ['ArrowDown', 0, { do: 'move', to: 1 }],
    ['ArrowDown', 4, { do: 'move', to: 4 }],
    ['ArrowUp', 0, { do: 'move', to: 0 }],
    ['ArrowUp', 3, { do: 'move', to: 2 }],
    ['PageDown', 0, { do: 'move', to: 3 }],
    ['PageUp', 4, { do: 'move', to: 1 }],
    ['Home', 3, { do: 'move', to: 0 }],
    ['End', 1, { do: 'move', to: 4 }],
    ['ArrowRight', 4, { do: 'expand' }],
    ['ArrowRight', 1, { do: 'move', to: 2 }],
    ['ArrowRight', 2, null],
    ['ArrowLeft', 1, { do: 'collapse' }],
    ['ArrowLeft', 2, { do: 'move', to: 1 }],
    ['ArrowLeft', 3, { do: 'move', to: 0 }],
    ['ArrowLeft', 4, null],
    ['x', 0, null],
  ])('%s on row %d gives %j', (key, at, move) => {
    expect(treeMove(rows, at, key, 3)).toEqual(move);
  });

  it('finds the first row from nowhere, and none in an empty tree', () => {
    expect(treeMove(rows, -1, 'ArrowDown', 3)).toEqual({ do: 'move', to: 0 });
    expect(treeMove([], 0, 'ArrowDown', 3)).toBeNull();
  });
});

describe('typeAhead', () => {
  it.each([
    [0, 'p', 3],
    [3, 'p', 0],
    [0, 'pr', 3],
    [3, 'pr', 3],
    [2, 'O', 1],
    [0, 'z', -1],
  ])('from row %d finds %j at %d', (at, typed, found) => {
    expect(typeAhead(rows, at, typed)).toBe(found);
  });
});
