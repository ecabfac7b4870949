const BREAK = /[,\n]/g;

/** A row that the database refused. `row` counts the rows of the file from 1. */
export interface RejectedRow {
  readonly row: number;
  readonly column: string | null;
  readonly reason: string;
  readonly cells: readonly (string | null)[];
}

/** The first line of a rejects file: where and why, then the columns of the file. */
export function rejectHeader(sources: readonly string[]): string {
  return csvRow(['row', 'column', 'reason', ...sources]);
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

function csvRow(cells: readonly (string | null)[]): string {
  return `${cells.map((cell) => (cell === null ? '' : `"${cell.replaceAll('"', '""')}"`)).join(',')}\n`;
}
