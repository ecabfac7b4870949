import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { csvCells, rejectHeader, rejectLine, rejectPlaces } from './reject-lines.js';

it('writes where, why and what', () => {
  expect(rejectHeader(['a', 'b "c"'])).toBe('"reject_row","reject_column","reject_reason","a","b ""c"""\n');
  const row = { row: 7, column: null, reason: 'no', cells: ['', null] };
  expect(rejectLine(row)).toBe('"7",,"no","",\n');
});

it.each([
  ['the names that rows have in tables', ['row', 'column', 'reason'], ''],
  ['one of the names', ['id', 'reject_reason'], '_2'],
  ['one of the names in other letters', ['Reject Row'], '_2'],
  ['the columns of a rejects file', ['reject_row', 'reject_column', 'reject_reason', 'id', 'RejectRow2'], '_3'],
])('has names that differ from %s', (_what, sources, suffix) => {
  const header = csvCells(rejectHeader(sources)).map(String);
  expect(header).toEqual([`reject_row${suffix}`, `reject_column${suffix}`, `reject_reason${suffix}`, ...sources]);
  expect([...rejectPlaces(header)]).toEqual(header.slice(0, 3));
});

it.each([
  [[]],
  [['reject_row', 'reject_column']],
  [['id', 'reject_row', 'reject_column', 'reject_reason']],
  [['reject_row', 'reject_column_2', 'reject_reason']],
  [['row', 'column', 'reason']],
])('takes %j for no rejects file', (columns) => {
  expect(rejectPlaces(columns)).toEqual(new Set());
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
