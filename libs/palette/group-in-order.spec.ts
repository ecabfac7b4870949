import { describe, expect, it } from '@jest/globals';
import { groupInOrder } from './group-in-order.js';

describe('groupInOrder', () => {
  it.each<[string[], string]>([
    [[], ''],
    [['a1'], 'a: a1'],
    [['a1', 'b1', 'a2', 'c1', 'b2'], 'a: a1 a2, b: b1 b2, c: c1'],
    [['b1', 'a1', 'b2'], 'b: b1 b2, a: a1'],
  ])('groups %j as "%s"', (items, expected) => {
    const groups = groupInOrder(items, (item) => item.charAt(0));
    expect(groups.map(({ key, items: members }) => `${key}: ${members.join(' ')}`).join(', ')).toBe(expected);
  });
});
