import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CsvScan } from './csv-scan.js';

/** Where the rows of a text with a header begin, given to the scan in pieces of `size` bytes. */
function bodyStart(text: string, { size = 1000, hasHeader = true, delimiter = ',' } = {}): number | null {
  const scan = new CsvScan(delimiter);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) scan.take(bytes.subarray(at, at + size));
  return scan.bodyStart(hasHeader);
}

it.each([
  ['a,b\n1,2\n', 4],
  ['a,b\n1,2', 4],
  ['a,b\r\n1,2\r\n', 5],
  ['"a","b"\n"1","2"\n', 8],
  ['a,"b\n2"\n1,"say ""no"""\n', 8],
  ['a,b\n1,"2\r\n3\r4"\n', 4],
  ['a,b\n"","""' + '"\n', 4],
  ['\ufeffa,b\n1,2\n', 7],
  ['a,b', null],
  ['', null],
])('finds the rows of %j', (text, start) => {
  expect(bodyStart(text)).toBe(start);
});

it.each([
  ['a quote inside of a value', 'a,b\n1,x"y\n'],
  ['a quote behind a blank', 'a,b\n1, "y"\n'],
  ['a blank behind a quote', 'a,b\n1,"y" \n'],
  ['a text behind a quote', 'a,b\n1,"y"z\n'],
  ['quotes that do not end', 'a,b\n1,"y\n'],
  ['rows that end in two ways', 'a,b\r\n1,2\n'],
  ['rows that end in two ways, the other way round', 'a,b\n1,2\r\n'],
  ['rows that end with a carriage return', 'a,b\r1,2\r'],
  ['a carriage return at the end', 'a,b\n1,2\r'],
  ['a carriage return inside of a row', 'a,b\n1\r,2\n'],
])('finds %s', (_, text) => {
  expect(bodyStart(text)).toBeNull();
});

it('knows other delimiters, and files without a header', () => {
  expect(bodyStart('a;"b"\n', { delimiter: ';', hasHeader: false })).toBe(0);
  expect(bodyStart('a;"b"\n', { delimiter: ',', hasHeader: false })).toBeNull();
  expect(bodyStart('\ufeff1\t2\n', { delimiter: '\t', hasHeader: false })).toBe(3);
});

it('finds the same however the bytes are cut', () => {
  const text = fc.array(fc.constantFrom('"', ',', '\n', '\r\n', '\r', 'a', 'ä', ' '), { maxLength: 30 });
  fc.assert(
    fc.property(text, fc.integer({ min: 3, max: 12 }), (parts, size) => {
      expect(bodyStart(parts.join(''), { size })).toBe(bodyStart(parts.join('')));
    }),
  );
});

it('takes apart what a writer of RFC 4180 has written', () => {
  const cell = fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'a', ' ', '\\.') });
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(rows, fc.constantFrom('\n', '\r\n'), (table, end) => {
      const quoted = table.map((cells) => cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(','));
      const [header = ''] = quoted;
      expect(bodyStart(quoted.map((line) => line + end).join(''))).toBe(header.length + end.length);
    }),
  );
});
