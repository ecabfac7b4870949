import { describe, expect, it } from '@jest/globals';
import { booleanChoices, booleanWord } from './boolean-choices';

describe('booleanWord', () => {
  it.each([
    ['t', 'true'],
    ['TRUE', 'true'],
    ['yes', 'true'],
    ['1', 'true'],
    ['f', 'false'],
    ['False', 'false'],
    ['off', 'false'],
    ['0', 'false'],
    ['maybe', 'maybe'],
    [null, null],
  ])('of %j is %j', (value, word) => {
    expect(booleanWord(value)).toBe(word);
  });
});

describe('booleanChoices', () => {
  it('has true, false and NULL, with their counts', () => {
    const counted = [
      { value: 'f', count: 7 },
      { value: 't', count: 3 },
    ];
    expect(booleanChoices(counted)).toEqual([
      { value: 'true', count: 3 },
      { value: 'false', count: 7 },
      { value: null, count: null },
    ]);
  });
});
