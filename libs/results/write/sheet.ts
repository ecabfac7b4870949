import type { ColumnKind, ResultColumn, ResultRow } from '../../api/index.js';
import { MAX_SHEET_COLUMNS, MAX_SHEET_ROWS, columnLetters, dateSerial } from '../../xlsx/index.js';
import type { ResultWriter } from './result-writer.js';

/** Rows of a result that a sheet holds below its header. */
export const MAX_SHEET_RESULT_ROWS = MAX_SHEET_ROWS - 1;
/** The longest text of a cell. */
const MAX_CELL_CHARS = 32_767;
/** Spreadsheets keep so many digits of a number. */
const MAX_DIGITS = 15;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const NUMBER_KINDS: ReadonlySet<ColumnKind> = new Set<ColumnKind>(['integer', 'decimal', 'float']);
const BOOLEANS: Readonly<Record<string, string>> = { t: '1', true: '1', f: '0', false: '0' };
/** Places of the styles in `SHEET_STYLES`. */
const STYLES = { date: 1, timestamp: 2, header: 3 } as const;

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** The styles that cells of a sheet name by their place: none, a date, a timestamp, and bold for the header. */
export const SHEET_STYLES =
  `${XML}<styleSheet ${MAIN}><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>` +
  `<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/>' +
  '<xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/>' +
  '</cellXfs></styleSheet>';

/** Says what of a result does not fit into a sheet, and what to do. */
export class SheetLimit extends Error {
  override readonly name = 'SheetLimit';
}

/** Why a result does not fit into a sheet, a sentence; null where it does. `rows` is null where it is not known. */
export function sheetRefusal(columns: number, rows: number | null): string | null {
  if (columns === 0) return 'A sheet needs a column.';
  if (columns > MAX_SHEET_COLUMNS) return `A sheet has at most ${grouped(MAX_SHEET_COLUMNS)} columns. Download CSV.`;
  if (rows === null || rows <= MAX_SHEET_RESULT_ROWS) return null;
  return `A sheet holds ${grouped(MAX_SHEET_RESULT_ROWS)} rows below its header, and the result has more. Download CSV, or add a LIMIT.`;
}

/**
 * Writes rows as the XML of a sheet of XLSX below a bold header. Numbers are numbers where a spreadsheet keeps all their
 * digits, and texts where it would not; dates and timestamps without a time zone are dates; NULL is an empty cell. A row
 * that does not fit throws `SheetLimit`.
 */
export function sheetWriter(columns: readonly ResultColumn[]): ResultWriter {
  const letters = columns.map((_, index) => columnLetters(index));
  let rows = 1;
  const header = columns.map(({ name }, index) => textCell(`${letters[index]}1`, name, STYLES.header)).join('');
  function* pieces(row: ResultRow): Generator<string> {
    if (++rows > MAX_SHEET_ROWS) throw new SheetLimit(sheetRefusal(1, MAX_SHEET_ROWS) ?? '');
    yield `<row r="${rows}">`;
    for (const [index, { kind, name }] of columns.entries()) {
      const text = row[index] ?? null;
      if (text === null) continue;
      if (text.length > MAX_CELL_CHARS) throw new SheetLimit(longText(rows, name));
      yield cellXml(`${letters[index]}${rows}`, text, kind);
    }
    yield '</row>';
  }
  return {
    head: `${XML}<worksheet ${MAIN}><sheetData><row r="1">${header}</row>`,
    row: (row) => [...pieces(row)].join(''),
    pieces,
    foot: () => '</sheetData></worksheet>',
  };
}

function cellXml(place: string, text: string, kind: ColumnKind): string {
  if (NUMBER_KINDS.has(kind)) return isExactNumber(text) ? valueCell(place, text, '') : textCell(place, text);
  const boolean = kind === 'boolean' ? BOOLEANS[text] : undefined;
  if (boolean !== undefined) return valueCell(place, boolean, ' t="b"');
  if (kind === 'date' || kind === 'timestamp') {
    const serial = dateSerial(text);
    if (serial !== null) return valueCell(place, serial, ` s="${STYLES[kind]}"`);
  }
  return textCell(place, text);
}

/** Whether a spreadsheet shows the same number: it keeps 15 digits, and writes no zeros behind the last one. */
function isExactNumber(text: string): boolean {
  return NUMBER.test(text) && text.replace(/^-?0?\.?0*|[.]/g, '').length <= MAX_DIGITS;
}

function valueCell(place: string, text: string, attributes: string): string {
  return `<c r="${place}"${attributes}><v>${text}</v></c>`;
}

function textCell(place: string, text: string, style: number | null = null): string {
  const named = style === null ? '' : ` s="${style}"`;
  return `<c r="${place}" t="inlineStr"${named}><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

/** Characters that XML cannot have are written by their number, as is a text that looks like that. */
function escaped(text: string): string {
  return text.replace(SPECIAL, (found) => ENTITIES[found] ?? numbered(found));
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** Control characters but tab and line feed, what is no character, halves of pairs, and what looks like a number of one. */
const SPECIAL = /[&<>]|[^\P{Cc}\t\n\x7f-\x9f]|[\ufffe\uffff\p{Cs}]|_(?=x[0-9A-Fa-f]{4}_)/gu;

function numbered(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}

function longText(row: number, column: string): string {
  return `Row ${grouped(row - 1)} has a text in ${column} that is longer than the ${grouped(MAX_CELL_CHARS)} characters of a cell. Download CSV.`;
}

function grouped(count: number): string {
  return count.toLocaleString('en');
}
