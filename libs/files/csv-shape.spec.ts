import { describe, expect, it } from '@jest/globals';
import { isDoubtful, isRagged, type CsvShape } from './csv-shape.js';

const shape = (names: string, { type = 'VARCHAR', hasHeader = true, skippedLines = 0 } = {}): CsvShape => ({
  skippedLines,
  hasHeader,
  columns: names.split(' ').map((name) => ({ name, type })),
});

describe('isDoubtful', () => {
  it.each([
    ['two columns', shape('a b'), false],
    ['one column', shape('a'), true],
    ['lines that are skipped', shape('a b', { skippedLines: 1 }), true],
  ])('%s: %s', (_, strict, expected) => {
    expect(isDoubtful(strict)).toBe(expected);
  });
});

describe('isRagged', () => {
  it.each([
    ['short rows below a header', shape('a,b,c'), shape('a b c'), true],
    ['one column of text with commas', shape('text'), shape('text column1 column2'), false],
    ['one column', shape('text'), shape('text'), false],
    [
      'numbers without a header',
      shape('1,2', { hasHeader: false }),
      shape('column0 column1', { hasHeader: false, type: 'BIGINT' }),
      true,
    ],
    [
      'text with commas without a header',
      shape('column0', { hasHeader: false }),
      shape('column0 column1', { hasHeader: false }),
      false,
    ],
    [
      'a header shorter than its rows',
      shape('column0 column1 column2', { hasHeader: false, skippedLines: 1 }),
      shape('a b column2'),
      true,
    ],
    ['a title above the header', shape('a b', { skippedLines: 2 }), shape('title column1'), false],
  ])('%s: %s', (_, strict, lenient, expected) => {
    expect(isRagged(strict, lenient)).toBe(expected);
  });
});
