import { describe, expect, it } from '@jest/globals';
import { topValues } from './top-values';

describe('topValues', () => {
  it('counts values, NULL and the empty string included', () => {
    const rows = [['b'], [null], ['a'], ['b'], [''], [null], ['b']];
    expect(topValues(rows, 0, 3)).toEqual([
      { value: 'b', count: 3 },
      { value: null, count: 2 },
      { value: 'a', count: 1 },
    ]);
  });
});
