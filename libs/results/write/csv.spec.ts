import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Cell, ColumnKind, ResultRow } from '../../api/index.js';
import { csvHead, csvRow, isFormula, spreadsheetWriter } from './csv.js';

/** Reads CSV as Postgres does: an empty field is NULL unless it stands in quotes. */
function parse(text: string): ResultRow[] {
  const rows: ResultRow[] = [];
  let row: ResultRow = [];
  for (let at = 0; at < text.length;) {
    const [field = '', quoted] = /^(?:"((?:[^"]|"")*)"|[^,\n]*)/.exec(text.slice(at)) ?? [];
    row.push(quoted === undefined ? field || null : quoted.replaceAll('""', '"'));
    at += field.length + 1;
    if (text[at - 1] !== '\n') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

const cell = fc.option(
  fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', ',', '"', '""', '\r', '\n', '\r\n', ' ', '\\.', 'NULL')),
);
const table = fc
  .integer({ min: 1, max: 5 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width })));

describe('csvRow', () => {
  it.each<[ResultRow, string]>([
    [['1', 'a'], '1,a\n'],
    [[null, ''], ',""\n'],
    [[null], '\n'],
    [[''], '""\n'],
    [[], '\n'],
    [['a,b', 'say "hi"', 'two\nlines', 'cr\r'], '"a,b","say ""hi""","two\nlines","cr\r"\n'],
    [[' padded ', "'", '\t', ';'], " padded ,',\t,;\n"],
    [['\\.'], '"\\."\n'],
    [['\\.', 'x'], '\\.,x\n'],
    [['😀', '\u0000'], '😀,\u0000\n'],
  ])('writes %j', (row, text) => {
    expect(csvRow(row)).toBe(text);
  });

  it('can be read back with NULL and the empty string apart', () => {
    fc.assert(
      fc.property(table, (rows) => {
        expect(parse(rows.map(csvRow).join(''))).toEqual(rows);
      }),
    );
  });
});

describe('csvHead', () => {
  it('quotes names as values are quoted', () => {
    const columns = ['id', 'a,b', '', '?column?'].map((name) => ({
      name,
      type: 'text',
      kind: 'text' as const,
      table: null,
    }));
    expect(csvHead(columns)).toBe('id,"a,b","",?column?\n');
  });
});

describe('spreadsheetWriter', () => {
  const column = (kind: ColumnKind, name = 'v') => ({ name, type: kind, kind, table: null });
  const style = { delimiter: ',', guardsFormulas: true } as const;
  const row = (cell: Cell, kind: ColumnKind, change: Partial<typeof style> = {}) =>
    spreadsheetWriter([column(kind)], { ...style, ...change }).row([cell]);

  it.each<[Cell, ColumnKind, string]>([
    ['=1+1', 'text', `"'=1+1"`],
    ['+1+1', 'text', `"'+1+1"`],
    ['-1+1', 'text', `"'-1+1"`],
    ['@SUM(A1)', 'text', `"'@SUM(A1)"`],
    ['\t=1', 'text', `"'\t=1"`],
    ['\r=1', 'text', `"'\r=1"`],
    ['＝1+1', 'text', `"'＝1+1"`],
    ['=HYPERLINK("x")', 'json', `"'=HYPERLINK(""x"")"`],
    ['-infinity', 'timestamp', `"'-infinity"`],
    ['-5', 'integer', '-5'],
    ['-Infinity', 'float', '-Infinity'],
    ['-Inf', 'float', '-Inf'],
    ['-$1,000.00', 'decimal', '"-$1,000.00"'],
    ['-1.000,00\u{a0}€', 'decimal', '"-1.000,00\u{a0}€"'],
    ['-1000,00 Kč', 'decimal', '"-1000,00 Kč"'],
    ['=HYPERLINK("x")', 'integer', `"'=HYPERLINK(""x"")"`],
    ['-1+HYPERLINK("x")', 'decimal', `"'-1+HYPERLINK(""x"")"`],
    ['+A1', 'float', `"'+A1"`],
    ["-1|' /C calc'!A0", 'integer', `"'-1|' /C calc'!A0"`],
    ['@SUM(A1)', 'integer', `"'@SUM(A1)"`],
    ['\t=1', 'integer', `"'\t=1"`],
    ['-5', 'text', '-5'],
    ['+49.5', 'text', '+49.5'],
    ['a=b', 'text', 'a=b'],
    [null, 'text', ''],
    ['', 'text', '""'],
    ['a;b', 'text', 'a;b'],
    ['two\nlines', 'text', '"two\nlines"'],
  ])('guards %j of the kind %s as %s', (cell, kind, field) => {
    expect(row(cell, kind)).toBe(`${field}\r\n`);
    expect([...spreadsheetWriter([column(kind)], style).pieces([cell])].join('')).toBe(`${field}\r\n`);
  });

  it('leaves texts alone where nobody wants them guarded', () => {
    const writer = spreadsheetWriter([column('text', '=a')], { ...style, guardsFormulas: false });
    expect([writer.head, writer.row(['=1+1'])]).toEqual(['\u{feff}=a\r\n', '=1+1\r\n']);
  });

  it.each([
    [',', '\u{feff}"a,b","\'=c",d;e,f\tg\r\n'],
    [';', '\u{feff}a,b;"\'=c";"d;e";f\tg\r\n'],
    ['\t', '\u{feff}a,b\t"\'=c"\td;e\t"f\tg"\r\n'],
  ] as const)('begins with a byte order mark and the names between %j', (delimiter, head) => {
    const columns = ['a,b', '=c', 'd;e', 'f\tg'].map((name) => column('text', name));
    expect(spreadsheetWriter(columns, { delimiter, guardsFormulas: true }).head).toBe(head);
  });

  it('never lets a text begin as a formula, whatever the column is said to hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
        expect(row(`=${text}`, 'integer')).toMatch(/^"'=/);
        const field = row(text, 'text').slice(0, -2);
        const value = field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field;
        expect(isFormula(value)).toBe(false);
        expect(value).toBe(isFormula(text) ? `'${text}` : text);
      }),
    );
  });
});
