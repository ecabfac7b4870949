import { describe, expect, it } from '@jest/globals';
import type { ResultColumn, ResultRow } from '../../api/index.js';
import { jsonRowPieces } from './long-rows.js';
import { resultWriter } from './result-writer.js';
import type { TextStyle } from './result-writer.js';
import { sheetWriter } from './sheet.js';

const KINDS = ['text', 'integer', 'json', 'boolean', 'binary'] as const;
const COLUMNS: ResultColumn[] = KINDS.map((kind) => ({ name: `${kind} "x"`, type: kind, kind, table: null }));
const STYLES: TextStyle[] = [
  { format: 'csv' },
  { format: 'csv-excel' },
  { format: 'csv-excel', delimiter: 'tab', guard_formulas: false },
  { format: 'csv-excel', delimiter: ';' },
  { format: 'json' },
  { format: 'ndjson' },
];
/** The longest text that one escape makes of a slice. */
const MOST_PIECE_CHARS = 64 * 1024 * 6 + 10;

const repeated = (text: string): string => text.repeat(Math.ceil(140_000 / text.length));
const ROWS: [string, ResultRow][] = [
  ['no text', [null, null, null, null, null]],
  ['short texts', ['', '1', '{"a":1}', 't', '\\x00']],
  ['quotes', [repeated('"'), repeated('"'), repeated('"'), null, null]],
  ['control characters', [repeated('\x01'), '1.5', 'null', 'f', repeated('\\')]],
  ['pairs at every place', [`a${repeated('😀')}`, repeated('😀'), repeated('🏔️'), 'true', '']],
  ['halves of pairs', [repeated('\ud83d'), repeated('\ude00'), repeated('\ude00\ud83d'), null, null]],
  ['a formula', [`=${repeated('A1+"x";')}`, `+${repeated('1')}`, `-${repeated('1')}`, `@${repeated('a')}`, '=1']],
  ['numbers that are too long', [repeated('1'), repeated('1'), repeated('1'), '1', '1']],
  ['a JSON value', [null, null, `[${repeated('"a\\n😀",')}1]`, null, null]],
  ['JSON on many lines', [null, null, `[\n${repeated('{"a": [1, 2]},\n')}1\n]`, null, null]],
  ['JSON that is broken', [null, null, `[${repeated('1,')}]`, null, null]],
];

describe('a row in pieces', () => {
  it.each(ROWS)('is the same text as the row at once: %s', (_, row) => {
    for (const style of STYLES) {
      const writer = resultWriter(style, COLUMNS);
      for (const isFirst of [true, false]) {
        const pieces = [...writer.pieces(row, isFirst)];
        const [text, expected] = [pieces.join(''), writer.row(row, isFirst)];
        // Shown as a difference, megabytes would take minutes.
        expect(oneSpace(text) === oneSpace(expected)).toBe(true);
        expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(MOST_PIECE_CHARS);
      }
    }
    expect([...jsonRowPieces(row)].join('') === JSON.stringify(row)).toBe(true);
  });

  it('is the same in a sheet, whose cells are never long', () => {
    const row = ['a & b', '1', '{}', 't', null];
    const [one, other] = [sheetWriter(COLUMNS), sheetWriter(COLUMNS)];
    expect([...one.pieces(row, true)].join('')).toBe(other.row(row, true));
  });
});

/** A line break that two pieces share is two spaces between tokens of JSON. */
function oneSpace(text: string): string {
  return text.replace(/(?<=[,[]) +/g, ' ');
}
