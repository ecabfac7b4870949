import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ResultRow } from '../../api/index.js';
import { csvHead, csvRow } from './csv.js';

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

  it('can be read back with NULL and the empty text apart', () => {
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
