import { describe, expect, it } from '@jest/globals';
import { headerFault, previewQuery, previewRows, previewSize, previewText } from './preview-query.js';

it('reads the texts that are imported, up to one character more than is shown', () => {
  const columns = [
    { name: 'n', type: 'BIGINT' },
    { name: 'a "b"', type: 'VARCHAR' },
  ];
  expect(previewQuery('t', columns)).toBe(
    'SELECT left(CAST("n" AS VARCHAR), 1001), left("a ""b""", 1001) FROM t LIMIT 100',
  );
});

it.each([
  ['NULL', null, null],
  ['an empty text', '', ''],
  ['1,000 characters', 'a'.repeat(1000), 'a'.repeat(1000)],
  ['more than 1,000 characters', 'a'.repeat(1001), `${'a'.repeat(1000)}…`],
  ['1,000 characters of two units', '😀'.repeat(1000), '😀'.repeat(1000)],
  ['more than 1,000 characters of two units', '😀'.repeat(1001), `${'😀'.repeat(1000)}…`],
])('shows %s', (_what, read, shown) => {
  expect(previewRows([[read]])).toEqual([[shown]]);
});

describe('the size of a preview', () => {
  it.each([
    [0, 100, 1000],
    [1, 100, 1000],
    [40, 100, 1000],
    [100, 100, 400],
    [1000, 100, 40],
    [2000, 50, 40],
    [16_384, 10, 24],
    [30_000, 10, 16],
  ])('of %d columns', (columns, rows, characters) => {
    expect(previewSize(columns)).toEqual({ rows, characters });
  });

  it('stays within 4,000,000 characters for every file that can be read', () => {
    for (let columns = 1; columns <= 16_384; columns += 1) {
      const { rows, characters } = previewSize(columns);
      expect(rows * columns * characters).toBeLessThanOrEqual(4_000_000);
    }
  });
});

it('cuts texts beside the rows', () => {
  expect(previewText('a'.repeat(1000))).toBe('a'.repeat(1000));
  expect(previewText('a'.repeat(1001))).toBe(`${'a'.repeat(1000)}…`);
});

it('is not made of more columns than a workbook has', () => {
  const columns = Array.from({ length: 16_384 }, (_, index) => ({ name: `c${index}`, type: 'VARCHAR' }));
  expect(headerFault(columns, [])).toBeNull();
  expect(headerFault([...columns, { name: 'more', type: 'VARCHAR' }], [])).toBe('It has more than 16,384 columns.');
});

it.each([
  ['names', [{ name: 'n'.repeat(2_000_001), type: 'VARCHAR' }], []],
  ['types', [{ name: 'n', type: 't'.repeat(2_000_001) }], []],
  ['sheets', [], ['s'.repeat(2_000_001)]],
])('is not made of %s beyond 2,000,000 characters', (_what, columns, sheets) => {
  expect(headerFault(columns, sheets)).toContain('more than 2,000,000 characters');
  expect(headerFault([{ name: 'n', type: 'VARCHAR' }], ['Sheet1'])).toBeNull();
});
