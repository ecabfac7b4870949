import { describe, expect, it } from '@jest/globals';
import { isPinnedResults, nextResultName, typedResultName } from './pinned-result.js';

describe('nextResultName', () => {
  it.each([
    [[], 'Result 1'],
    [['Result 1'], 'Result 2'],
    [['Result 2', 'May'], 'Result 1'],
    [['Result 1', 'Result 3'], 'Result 2'],
  ])('beside %j is %s', (names, expected) => {
    expect(nextResultName(names)).toBe(expected);
  });
});

describe('typedResultName', () => {
  it.each([
    ['May', 'May'],
    ['  May\n 2026 ', 'May 2026'],
    ['', null],
    [' \t', null],
    ['😀'.repeat(61), '😀'.repeat(60)],
  ])('of %j is %j', (text, expected) => {
    expect(typedResultName(text)).toBe(expected);
  });
});

describe('isPinnedResults', () => {
  const pin = { id: 'p', name: 'Result 1', runId: 'r', statement: 0 };
  it.each([
    [[], true],
    [[pin], true],
    [null, false],
    [[null], false],
    [[{ ...pin, name: '' }], false],
    [[{ ...pin, statement: -1 }], false],
    [[{ ...pin, statement: '0' }], false],
  ])('of %j is %s', (value, expected) => {
    expect(isPinnedResults(value)).toBe(expected);
  });
});
