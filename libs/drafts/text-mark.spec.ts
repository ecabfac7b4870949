import { describe, expect, it } from '@jest/globals';
import { hasMark, textMark } from './text-mark.js';

describe('textMark', () => {
  it('distinguishes texts that differ by one character, by order or by length', () => {
    const texts = [
      '',
      ' ',
      'a',
      'b',
      'ab',
      'ba',
      'SELECT 1',
      'SELECT 2',
      'SELECT 1 ',
      'SELECT\u00a01',
      '\u0000',
      '\ud800',
    ];
    expect(new Set(texts.map(textMark)).size).toBe(texts.length);
  });

  it('meets no equal mark among many similar texts', () => {
    const marks = new Set<string>();
    for (let number = 0; number < 20_000; number += 1)
      marks.add(textMark(`SELECT ${number.toString().padStart(6, '0')}`));
    expect(marks.size).toBe(20_000);
  });

  it.each([
    ['SELECT 1', 'SELECT 1', true],
    ['SELECT 1', 'SELECT 2', false],
    ['SELECT 1', 'SELECT 10', false],
    ['', '', true],
  ])('of %j fits %j: %s', (marked, text, fits) => {
    expect(hasMark(text, textMark(marked))).toBe(fits);
  });
});
