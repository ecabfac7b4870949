import { lettersOf } from './map-columns.js';

const BREAK = /[,\n]/g;

/** A row that the database refused. `row` counts the rows of the file from 1. */
export interface RejectedRow {
  readonly row: number;
  readonly column: string | null;
  readonly reason: string;
  readonly cells: readonly (string | null)[];
}

/** What a rejects file says of each row, before the columns of the file. */
const PLACES = ['row', 'column', 'reason'] as const;

/**
 * The first line of a rejects file: where and why, then the columns of the file. The first three have names that no
 * column of the file has, also where only letters and digits are compared.
 */
export function rejectHeader(sources: readonly string[]): string {
  const taken = new Set(sources.map(lettersOf));
  let names = placeNames('');
  for (let number = 2; names.some((name) => taken.has(lettersOf(name))); number += 1) names = placeNames(`_${number}`);
  return csvRow([...names, ...sources]);
}

/** The columns of a rejects file that say where and why: its first three. None where the file is another one. */
export function rejectPlaces(columns: readonly string[]): ReadonlySet<string> {
  const first = columns.slice(0, PLACES.length);
  const suffix = /^reject_row(|_\d+)$/.exec(first[0] ?? '')?.[1];
  const isRejects = suffix !== undefined && placeNames(suffix).every((name, index) => name === first[index]);
  return new Set(isRejects ? first : []);
}

/** A line of a rejects file, which can be corrected and imported again. */
export function rejectLine({ row, column, reason, cells }: RejectedRow): string {
  return csvRow([String(row), column, reason, ...cells]);
}

/** The cells of a line of CSV in which every quote is doubled inside of quotes; nothing is NULL. */
export function csvCells(line: string): (string | null)[] {
  const cells: (string | null)[] = [];
  for (let at = 0; ;) {
    const end = endOfCell(line, at);
    const text = line.slice(at, end);
    cells.push(text === '' ? null : text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text);
    if (line[end] !== ',') return cells;
    at = end + 1;
  }
}

/** Without a pattern, whose stack a cell of millions of characters would exceed. */
function endOfCell(line: string, at: number): number {
  let from = at;
  while (line[from] === '"') {
    const quote = line.indexOf('"', from + 1);
    if (quote === -1) break;
    from = quote + 1;
  }
  BREAK.lastIndex = from;
  return BREAK.exec(line)?.index ?? line.length;
}

function placeNames(suffix: string): string[] {
  return PLACES.map((place) => `reject_${place}${suffix}`);
}

function csvRow(cells: readonly (string | null)[]): string {
  return `${cells.map((cell) => (cell === null ? '' : `"${cell.replaceAll('"', '""')}"`)).join(',')}\n`;
}
