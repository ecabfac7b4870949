import { describe, expect, it } from '@jest/globals';
import { numberType, type NumberFacts } from './number-type.js';

const small: NumberFacts = {
  texts: 0,
  respelled: 0,
  floats: 0,
  decimals: 0,
  integerDigits: 3,
  scale: 0,
  isBeyondDouble: false,
  fitsBigint: true,
  fitsHugeint: true,
};
const huge: NumberFacts = { ...small, integerDigits: 30, isBeyondDouble: true, fitsBigint: false };

describe('numberType', () => {
  it.each<[string, 'BIGINT' | 'DOUBLE', NumberFacts, string]>([
    ['integers', 'BIGINT', small, 'BIGINT'],
    ['integers that the sample takes for floats', 'DOUBLE', small, 'BIGINT'],
    ['integers beyond 2^53', 'BIGINT', { ...small, integerDigits: 18, isBeyondDouble: true }, 'BIGINT'],
    ['integers beyond 2^63', 'DOUBLE', huge, 'HUGEINT'],
    ['integers beyond 2^127', 'DOUBLE', { ...huge, integerDigits: 60, fitsHugeint: false }, 'VARCHAR'],
    ['a decimal behind integers', 'BIGINT', { ...small, decimals: 1, scale: 2 }, 'DOUBLE'],
    ['decimals beside a large integer', 'DOUBLE', { ...huge, decimals: 1, scale: 8 }, 'DECIMAL(38,8)'],
    ['decimals that need 39 digits', 'DOUBLE', { ...huge, decimals: 1, scale: 9 }, 'VARCHAR'],
    [
      'decimals below one with many digits',
      'DOUBLE',
      { ...small, decimals: 1, integerDigits: 0, scale: 20, isBeyondDouble: true },
      'DECIMAL(21,20)',
    ],
    ['floats', 'DOUBLE', { ...small, floats: 1 }, 'DOUBLE'],
    ['a float beyond the range of DOUBLE', 'DOUBLE', { ...small, floats: 1, isBeyondDouble: true }, 'VARCHAR'],
    ['floats beside a large integer', 'DOUBLE', { ...huge, floats: 1 }, 'VARCHAR'],
    ['a text behind integers', 'BIGINT', { ...small, texts: 1 }, 'BIGINT'],
    ['a code behind integers', 'BIGINT', { ...small, texts: 1, respelled: 1 }, 'VARCHAR'],
    ['a code behind floats', 'DOUBLE', { ...small, texts: 1, floats: 1, respelled: 1 }, 'DOUBLE'],
    ['a text and a decimal behind integers', 'BIGINT', { ...small, texts: 1, decimals: 1 }, 'VARCHAR'],
    ['a text and a large integer behind integers', 'BIGINT', { ...huge, texts: 1 }, 'VARCHAR'],
    ['a text behind floats', 'DOUBLE', { ...small, texts: 1, floats: 1 }, 'DOUBLE'],
    ['a text and a large integer behind floats', 'DOUBLE', { ...huge, texts: 1, floats: 1 }, 'VARCHAR'],
  ])('of %s', (_, sniffed, facts, expected) => {
    expect(numberType(sniffed, facts)).toBe(expected);
  });
});
