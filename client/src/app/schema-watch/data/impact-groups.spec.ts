import { describe, expect, it } from '@jest/globals';
import type { SchemaChange } from '#libs/api';
import type { ImpactItem } from '#libs/impact';
import { canBreak, impactGroups } from './impact-groups';

const changes = [
  { kind: 'column_removed', summary: 'orders: - column total' },
  { kind: 'column_added', summary: 'orders: + column note text' },
  { kind: 'table_removed', summary: '- table carts' },
] as unknown as SchemaChange['changes'];
const item = (change: number, name: string): ImpactItem => ({ change, kind: 'view', id: null, name, detail: 'view' });

describe('impactGroups', () => {
  it('lists dependents of each change, in the order of the record', () => {
    const items = [item(0, 'totals'), item(0, 'report'), item(2, 'baskets')];
    expect(impactGroups({ changes }, { connection_id: 'shop', change_id: 'c', items })).toEqual([
      { sentence: 'orders: - column total', items: [item(0, 'totals'), item(0, 'report')] },
      { sentence: '- table carts', items: [item(2, 'baskets')] },
    ]);
  });
});

it('looks at each dependent a few times, however many changes there are', () => {
  const count = 500;
  let reads = 0;
  const many = Array.from({ length: count }, () => changes[0]).flatMap((change) => change ?? []);
  const items = many.map((_, place) => ({
    ...item(place, 'totals'),
    get change() {
      reads += 1;
      return place;
    },
  }));
  expect(impactGroups({ changes: many }, { connection_id: 'shop', change_id: 'c', items })).toHaveLength(count);
  expect(reads).toBeLessThan(10 * count);
});

describe('canBreak', () => {
  it.each([
    [[0], true],
    [[1], false],
    [[1, 2], true],
    [[], false],
  ])('of the changes %j is %s', (places, expected) => {
    expect(canBreak({ changes: places.flatMap((place) => changes[place] ?? []) })).toBe(expected);
  });
});
