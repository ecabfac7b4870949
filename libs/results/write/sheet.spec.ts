import { describe, expect, it } from '@jest/globals';
import type { ColumnKind, ResultColumn } from '../../api/index.js';
import { sheetRefusal, sheetWriter } from './sheet.js';

const column = (name: string, kind: ColumnKind): ResultColumn => ({ name, type: '', kind, table: null });

describe('a cell', () => {
  it.each<[ColumnKind, string, string]>([
    ['integer', '42', '<c r="A2"><v>42</v></c>'],
    ['integer', '123456789012345', '<c r="A2"><v>123456789012345</v></c>'],
    ['integer', '1234567890123456', '>1234567890123456<'],
    ['decimal', '-0.100', '<c r="A2"><v>-0.100</v></c>'],
    ['decimal', '0.1234567890123456', 't="inlineStr"'],
    ['float', 'NaN', 't="inlineStr"'],
    ['boolean', 't', '<c r="A2" t="b"><v>1</v></c>'],
    ['date', '2024-05-01', '<c r="A2" s="1"><v>45413</v></c>'],
    ['date', '0044-03-15 BC', 't="inlineStr"'],
    ['timestamp', '2024-05-01 12:00:00', '<c r="A2" s="2"><v>45413.5</v></c>'],
    ['timestamp', '2024-05-01 12:00:00.123456', 't="inlineStr"'],
    ['text', '', '<t xml:space="preserve"></t>'],
    ['text', '=1+1', '<t xml:space="preserve">=1+1</t>'],
    ['text', '<a> & "b"', '&lt;a&gt; &amp; "b"'],
    ['text', 'a\u0001\r\ud800_x0041_', 'a_x0001__x000D__xD800__x005F_x0041_'],
    ['text', '😀\n\t', '😀\n\t'],
  ])('of kind %s with %j', (kind, text, expected) => {
    expect(sheetWriter([column('a', kind)]).row([text], true)).toContain(expected);
  });

  it('is left out for NULL', () => {
    const writer = sheetWriter([column('a', 'text'), column('b', 'integer')]);
    expect(writer.row([null, '1'], true)).toBe('<row r="2"><c r="B2"><v>1</v></c></row>');
    expect(writer.row([null, null], false)).toBe('<row r="3"></row>');
  });

  it('does not hold a long text', () => {
    expect(() => sheetWriter([column('a', 'text')]).row(['x'.repeat(32_768)], true)).toThrow(
      'Row 1 has a text in a that is longer than the 32,767 characters of a cell. Download CSV.',
    );
  });
});

describe('sheetRefusal', () => {
  it.each([
    [0, 1, 'A sheet needs a column.'],
    [16_385, 1, 'A sheet has at most 16,384 columns. Download CSV.'],
    [2, 1_048_575, null],
    [2, null, null],
    [
      2,
      1_048_576,
      'A sheet holds 1,048,575 rows below its header, and the result has more. Download CSV, or add a LIMIT.',
    ],
  ])('of %d columns and %s rows is %s', (columns, rows, expected) => {
    expect(sheetRefusal(columns, rows)).toBe(expected);
  });
});
