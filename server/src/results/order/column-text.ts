import type { Cell } from '#libs/api';
import type { TopCells } from '#libs/results';

/** Begins what is not meant as it stands; hardly any text has it. */
const ESCAPE = '\x01';
/** What stands for NULL, and for an empty string, which would be no line at all. */
export const NULL_MARK = `${ESCAPE}N`;
export const EMPTY_MARK = `${ESCAPE}E`;
/** It separates what never stands in one line, so that the engine takes each line for one text. */
export const DELIMITER = '\x02';
// eslint-disable-next-line no-control-regex -- Control characters are what is looked for.
const SPECIAL = /[\x01\x02\n\r]/;

const NEWLINE_BYTE = 0x0a;
const RETURN_BYTE = 0x0d;
const ESCAPE_BYTE = 0x01;
const LETTER_E = 0x45;
const LETTER_N = 0x4e;
const LETTER_n = 0x6e;
const LETTER_r = 0x72;

/** A text as it stands in a line, without anything that would end or change it; null where it cannot. */
export function columnLine(cell: string): string | null {
  if (cell === '') return EMPTY_MARK;
  if (!SPECIAL.test(cell)) return cell;
  if (cell.includes(DELIMITER)) return null;
  const text = cell.includes(ESCAPE) ? cell.replaceAll(ESCAPE, ESCAPE + ESCAPE) : cell;
  const oneLine = text.replaceAll('\n', `${ESCAPE}n`);
  return oneLine.includes('\r') ? oneLine.replaceAll('\r', `${ESCAPE}r`) : oneLine;
}

/** Cells one below the other, each in a line of its own that ends; null where one of them cannot. */
export function columnLines(cells: readonly Cell[]): string | null {
  // One look at all of them: most texts are plain, and a look at each costs more than writing them.
  const isPlain = !SPECIAL.test(cells.join(''));
  const lines = cells.map((cell) => (cell === null ? NULL_MARK : isPlain ? cell || EMPTY_MARK : columnLine(cell)));
  if (lines.includes(null)) return null;
  lines.push('');
  return lines.join('\n');
}

/** The text of a line as the engine's SQL; NULL has become NULL by then. */
export function textOfLineSql(line: string): string {
  const parts = `replace(${line}, '${ESCAPE}${ESCAPE}', '${DELIMITER}')`;
  const lines = `replace(replace(${parts}, '${ESCAPE}n', chr(10)), '${ESCAPE}r', chr(13))`;
  const text = `replace(${lines}, '${DELIMITER}', '${ESCAPE}')`;
  return `CASE WHEN ${line} = '${EMPTY_MARK}' THEN '' WHEN contains(${line}, '${ESCAPE}') THEN ${text} ELSE ${line} END`;
}

/** Takes the cells of a column, the bytes `from` to `to` or NULL, one row after another. */
export type CellSink = Pick<TopCells, 'offer' | 'offerNull'>;

/** Offers the cells of a file's lines, which come in pieces, one row after another. */
export class ColumnReader {
  /** Rows that have been offered. */
  row = 0;
  private unescaped: Uint8Array = new Uint8Array(1024);

  constructor(private readonly top: CellSink) {}

  /** Offers the lines that end between `from` and `to`; answers with where the next one begins. */
  offer(bytes: Uint8Array, from: number, to: number): number {
    let start = from;
    let isEscaped = false;
    for (let at = from; at < to; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte > NEWLINE_BYTE) continue;
      if (byte === ESCAPE_BYTE) isEscaped = true;
      if (byte !== NEWLINE_BYTE) continue;
      if (isEscaped) this.offerEscaped(bytes, start, at);
      else this.top.offer(bytes, start, at, this.row);
      this.row += 1;
      start = at + 1;
      isEscaped = false;
    }
    return start;
  }

  private offerEscaped(bytes: Uint8Array, from: number, to: number): void {
    const mark = to - from === 2 && bytes[from] === ESCAPE_BYTE ? bytes[from + 1] : 0;
    if (mark === LETTER_N) this.top.offerNull(this.row);
    else if (mark === LETTER_E) this.top.offer(bytes, from, from, this.row);
    else this.top.offer(this.unescaped, 0, this.unescape(bytes, from, to), this.row);
  }

  /** Answers with how many bytes the text has. */
  private unescape(bytes: Uint8Array, from: number, to: number): number {
    if (this.unescaped.length < to - from) this.unescaped = new Uint8Array(2 * (to - from));
    let length = 0;
    for (let at = from; at < to; at += 1) {
      const isEscape = bytes[at] === ESCAPE_BYTE;
      if (isEscape) at += 1;
      const byte = bytes[at] ?? 0;
      this.unescaped[length] = isEscape ? escapedByte(byte) : byte;
      length += 1;
    }
    return length;
  }
}

function escapedByte(letter: number): number {
  if (letter === LETTER_n) return NEWLINE_BYTE;
  return letter === LETTER_r ? RETURN_BYTE : letter;
}
