import { describe, expect, it } from '@jest/globals';
import type { Cell, ColumnKind, ResultColumn } from '../../api/index.js';
import type { SqlDialect } from '../../sql/index.js';
import { COPY_FORMATS, copyText } from './copy-text.js';
import type { CopyFormat } from './copy-text.js';
import { inList } from './in-list.js';
import { sqlLiteral } from './sql-literal.js';

const column = (name: string, kind: ColumnKind = 'text'): ResultColumn => ({ name, type: kind, kind, table: null });
const COLUMNS = [column('id', 'integer'), column('a|b')];

describe('copyText', () => {
  it.each<[CopyFormat, string, string]>([
    ['csv', 'a number beside a text', 'id,a|b\n-5,x\n'],
    ['tsv', 'a number beside a text', 'id\ta|b\n-5\tx\n'],
    ['json', 'a number beside a text', '[\n{"id":-5,"a|b":"x"}\n]\n'],
    ['markdown', 'a number beside a text', '| id | a\\|b |\n| ---: | --- |\n| -5 | x |\n'],
    ['insert', 'a number beside a text', `INSERT INTO table_name (id, "a|b") VALUES\n  (-5, 'x');\n`],
    ['in-list', 'a number beside a text', '(-5)'],
  ])('writes %s of %s', (format, _, text) => {
    const subject = { columns: COLUMNS, rows: [['-5', 'x']], dialect: 'postgres' as const, column: 0 };
    expect(copyText(format, subject)).toBe(text);
  });

  it.each<[CopyFormat, Cell, string]>([
    ['csv', null, ''],
    ['csv', '', '""'],
    ['csv', 'NULL', 'NULL'],
    ['csv', '=1+1', '=1+1'],
    ['tsv', null, ''],
    ['tsv', '', '""'],
    ['tsv', 'a\tb', '"a\tb"'],
    ['tsv', 'two\nlines', '"two\nlines"'],
    ['tsv', 'say "hi"', '"say ""hi"""'],
    ['tsv', 'a,b', 'a,b'],
    ['json', null, '{"v":null}'],
    ['json', '', '{"v":""}'],
    ['json', '\u{2028}', '{"v":"\u{2028}"}'],
    ['markdown', null, '*NULL*'],
    ['markdown', '', ''],
    ['markdown', 'NULL', 'NULL'],
    ['markdown', '*NULL*', String.raw`\*NULL\*`],
    ['markdown', 'a|b', String.raw`a\|b`],
    ['markdown', '\\|', String.raw`\\\|`],
    ['markdown', 'two\r\nlines\n', 'two<br>lines<br>'],
    ['markdown', '<br>', '&lt;br&gt;'],
    ['markdown', '&amp;', '&amp;amp;'],
    ['markdown', 'placed_at', 'placed_at'],
    ['markdown', '__init__', String.raw`\_\_init\_\_`],
    ['markdown', '[a](b) `c` ~~d~~', String.raw`\[a\](b) \`c\` \~\~d\~\~`],
    ['insert', null, 'NULL'],
    ['insert', '', "''"],
    ['insert', "O'Hara", "'O''Hara'"],
    ['in-list', '', "('')"],
    ['in-list', "O'Hara", "('O''Hara')"],
    ['in-list', 'C:\\', String.raw`(E'C:\\')`],
    ['in-list', null, ''],
  ])('writes in %s the text %j as %s', (format, cell, text) => {
    const rows = [[cell]];
    const written = copyText(format, { columns: [column('v')], rows, dialect: 'postgres', column: 0 });
    expect(valueIn(format, written)).toBe(text);
  });

  it.each(COPY_FORMATS)('writes no rows and no columns in %s without a mistake', (format) => {
    expect(copyText(format, { columns: [], rows: [], dialect: 'duckdb', column: 0 })).toMatch(/^(?:\n|\[\]\n)?$/);
  });
});

/** What stands in the text for the only cell. */
function valueIn(format: CopyFormat, written: string): string {
  const around: Record<CopyFormat, [string, string]> = {
    csv: ['v\n', '\n'],
    tsv: ['v\n', '\n'],
    json: ['[\n', '\n]\n'],
    markdown: ['| v |\n| --- |\n| ', ' |\n'],
    insert: ['INSERT INTO table_name (v) VALUES\n  (', ');\n'],
    'in-list': ['', ''],
  };
  const [before, after] = around[format];
  expect([written.startsWith(before), written.endsWith(after)]).toEqual([true, true]);
  return written.slice(before.length, written.length - after.length);
}

describe('inList', () => {
  it.each<[readonly Cell[], ColumnKind, string, string]>([
    [['1', '2', '1', null], 'integer', 'integer', '(1, 2)'],
    [['0.1', 'NaN'], 'float', 'double precision', "(0.1, 'NaN')"],
    [['0.1'], 'float', 'real', "('0.1')"],
    [['1', '01'], 'text', 'text', "('1', '01')"],
    [[null, null], 'integer', 'integer', ''],
    [[], 'text', 'text', ''],
  ])('writes %j as a list of the kind %s and the type %s: %s', (cells, kind, type, list) => {
    expect(inList(cells, { kind, type }, 'postgres')).toBe(list);
  });

  it('leaves the doubles of SQLite numbers, whatever their column is called', () => {
    expect(inList(['0.1'], { kind: 'float', type: 'REAL' }, 'sqlite')).toBe('(0.1)');
  });
});

describe('sqlLiteral', () => {
  it.each<[Cell, ColumnKind, SqlDialect, string]>([
    ["X'DEAD'", 'binary', 'sqlite', "X'DEAD'"],
    ["X'DEAD' OR 1", 'binary', 'sqlite', "'X''DEAD'' OR 1'"],
    ["X'DEAD'", 'text', 'sqlite', "'X''DEAD'''"],
    ['\\xdead', 'binary', 'postgres', String.raw`E'\\xdead'`],
    ['\\xAA', 'binary', 'duckdb', String.raw`'\xAA'`],
    ['-0', 'float', 'postgres', "'-0'"],
    ['0.30000000000000004', 'float', 'postgres', '0.30000000000000004'],
    ['0.14130104126691923', 'float', 'duckdb', "'0.14130104126691923'"],
    ['-1.50', 'decimal', 'duckdb', '-1.50'],
    ['9'.repeat(60), 'integer', 'duckdb', `'${'9'.repeat(60)}'`],
    ['1e400', 'decimal', 'duckdb', "'1e400'"],
    ['Inf', 'float', 'sqlite', '9e999'],
    ['-Inf', 'decimal', 'sqlite', '-9e999'],
    ['Inf', 'text', 'sqlite', "'Inf'"],
    ['a\0b', 'text', 'sqlite', "('a' || char(0) || 'b')"],
    ['1; DROP TABLE x', 'integer', 'sqlite', "'1; DROP TABLE x'"],
  ])('writes %j of the kind %s for %s as %s', (cell, kind, dialect, literal) => {
    expect(sqlLiteral(cell, kind, dialect)).toBe(literal);
  });
});
