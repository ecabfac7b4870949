import type { Cell, ColumnKind, ResultColumn, ResultRow } from '../../api/index.js';
import { slicesOf } from './long-rows.js';

/** What makes a field need quotes, as `COPY … CSV` sees it. */
const SPECIAL = /[",\r\n]/;

/** The head of a CSV file: the columns' names, ended by a line feed. */
export function csvHead(columns: readonly ResultColumn[]): string {
  return csvRow(columns.map(({ name }) => name));
}

/**
 * A row of a CSV file (RFC 4180), ended by a line feed: byte for byte what `COPY … TO STDOUT (FORMAT csv)` of Postgres
 * writes. NULL is an empty field, an empty string is `""`, so that both come back as they were.
 */
export function csvRow(row: ResultRow): string {
  if (row.length === 1) return row[0] === '\\.' ? '"\\."\n' : `${csvField(row[0] ?? null)}\n`;
  let line = '';
  for (let index = 0; index < row.length; index += 1) {
    if (index > 0) line += ',';
    line += csvField(row[index] ?? null);
  }
  return `${line}\n`;
}

/** The same in pieces. */
export function* csvPieces(row: ResultRow): Generator<string> {
  for (const [index, cell] of row.entries()) {
    if (index > 0) yield ',';
    yield* fieldPieces(cell, SPECIAL);
  }
  yield '\n';
}

function csvField(cell: Cell): string {
  if (cell === null) return '';
  if (cell === '') return '""';
  return SPECIAL.test(cell) ? quoted(cell) : cell;
}

/** How a CSV file for spreadsheets is written. */
export interface SpreadsheetStyle {
  readonly delimiter: ',' | ';' | '\t';
  /** Whether texts that a spreadsheet would run as formulas get a `'` in front. */
  readonly guardsFormulas: boolean;
}

/** Rows of a CSV file for spreadsheets; `head` begins with the byte order mark by which they know UTF-8. */
export interface SpreadsheetWriter {
  readonly head: string;
  readonly row: (row: ResultRow) => string;
  /** The same in pieces. */
  readonly pieces: (row: ResultRow) => Iterable<string>;
}

const BYTE_ORDER_MARK = '\u{feff}';
const SPECIAL_BY_DELIMITER = { ',': /[",\r\n]/, ';': /[";\r\n]/, '\t': /["\t\r\n]/ } as const;

/** First characters that make a spreadsheet take a text for a formula (OWASP, CSV injection), wide forms included. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const PLAIN_NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
/** Numbers that databases write with a sign and more than digits: money, and what is no finite number. */
const SIGNED_NUMBER = /^[+-](?:inf(?:inity)?|nan|\p{Sc}?\s?\d[\d.,'’\s]*(?:\p{Sc}|\p{L}{1,3}\.?)?)$/iu;
const NUMBER_KINDS: ReadonlySet<ColumnKind> = new Set(['integer', 'decimal', 'float']);

/**
 * Writes CSV for spreadsheets: a byte order mark, lines ended by CR LF, the delimiter of the reader's country. NULL is
 * an empty field, an empty string is `""`. A text that would run as a formula is guarded where the style says so; numbers
 * never are. A column of numbers may hold other texts: SQLite keeps any.
 */
export function spreadsheetWriter(
  columns: readonly ResultColumn[],
  { delimiter, guardsFormulas }: SpreadsheetStyle,
): SpreadsheetWriter {
  const special = SPECIAL_BY_DELIMITER[delimiter];
  const areNumbers = columns.map(({ kind }) => NUMBER_KINDS.has(kind));
  const isGuarded = (cell: Cell, isNumber: boolean): boolean =>
    guardsFormulas && cell !== null && isFormula(cell) && !(isNumber && SIGNED_NUMBER.test(cell));
  const field = (cell: Cell, isNumber: boolean): string => {
    if (cell === null) return '';
    if (cell === '') return '""';
    if (isGuarded(cell, isNumber)) return quoted(`'${cell}`);
    return special.test(cell) ? quoted(cell) : cell;
  };
  const line = (cells: readonly Cell[], isNumber: (index: number) => boolean): string =>
    `${cells.map((cell, index) => field(cell, isNumber(index))).join(delimiter)}\r\n`;
  const names = columns.map(({ name }) => name);
  function* pieces(row: ResultRow): Generator<string> {
    for (const [index, cell] of row.entries()) {
      if (index > 0) yield delimiter;
      yield* fieldPieces(cell, special, isGuarded(cell, areNumbers[index] ?? false) ? "'" : '');
    }
    yield '\r\n';
  }
  return {
    pieces,
    head: `${BYTE_ORDER_MARK}${line(names, () => false)}`,
    row: (row) => line(row, (index) => areNumbers[index] ?? false),
  };
}

/** True for a text that a spreadsheet would run; a number with its sign is none. */
export function isFormula(text: string): boolean {
  return isFormulaPrefix(text) && !PLAIN_NUMBER.test(text);
}

/** True for a text that begins as formulas do, a number with its sign included. */
export function isFormulaPrefix(text: string): boolean {
  return FORMULA.test(text);
}

/** A field in pieces, behind its guard where it has one. */
function* fieldPieces(cell: Cell, special: RegExp, guard = ''): Generator<string> {
  if (cell === null) return;
  if (guard === '' && cell !== '' && !special.test(cell)) {
    yield* slicesOf(cell);
    return;
  }
  yield `"${guard}`;
  for (const slice of slicesOf(cell)) yield slice.replaceAll('"', '""');
  yield '"';
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
