import { describe, expect, it } from '@jest/globals';
import { groupedBy } from './index.js';

describe('items by a key', () => {
  it.each([
    [[], []],
    [[['a1']], ['a1']],
    [
      [
        ['b1', 'b2'],
        ['a1', 'a2'],
      ],
      ['b1', 'a1', 'b2', 'a2'],
    ],
  ])('are %j of %j', (groups, items) => {
    const found = groupedBy<string, string | undefined>(items, (item) => item[0]);
    expect([...found.values()]).toEqual(groups);
    expect([...found.keys()]).toEqual(groups.map(([first]) => first?.[0]));
  });
});
