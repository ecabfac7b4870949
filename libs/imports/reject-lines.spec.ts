import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { csvCells, rejectHeader, rejectLine } from './reject-lines.js';

it('writes where, why and what', () => {
  expect(rejectHeader(['a', 'b "c"'])).toBe('"row","column","reason","a","b ""c"""\n');
  const row = { row: 7, column: null, reason: 'no', cells: ['', null] };
  expect(rejectLine(row)).toBe('"7",,"no","",\n');
});

it.each([
  ['1,"a ""b""",\n', ['1', 'a "b"', null]],
  ['"x\ny",""\n', ['x\ny', '']],
  [',\n', [null, null]],
  ['\n', [null]],
])('reads the cells of %j', (line, cells) => {
  expect(csvCells(line)).toEqual(cells);
});

it('reads what it writes', () => {
  const cells = fc.array(fc.option(fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r') })), { minLength: 1 });
  fc.assert(
    fc.property(cells, (given) => {
      const line = rejectLine({ row: 1, column: 'c', reason: 'r', cells: given });
      expect(csvCells(line)).toEqual(['1', 'c', 'r', ...given]);
    }),
  );
});

it('reads a cell of 20,000,000 characters', () => {
  const text = 'a'.repeat(20_000_000);
  expect(csvCells(`1,"${text}",2`)).toEqual(['1', text, '2']);
});
