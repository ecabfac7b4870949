import type { Cell, ChangeRow } from '#libs/api';

/** A cell of a diff. */
export interface DiffCell {
  readonly value: Cell;
  readonly isChanged: boolean;
  /** The database chose it, and may choose otherwise when the change set is applied. */
  readonly isVarying: boolean;
}

/** A line of a diff: a row before (`-`) or after (`+`). */
export interface DiffLine {
  readonly sign: '-' | '+';
  readonly cells: readonly DiffCell[];
}

/** Rows of one table with the same columns. Their lines are made as they come into sight. */
export interface DiffGroup {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: readonly ChangeRow[];
  /** The place of each row's first line. */
  readonly starts: readonly number[];
  readonly lineCount: number;
}

/** Rows by their tables and columns, in the order of the first row of each. */
export function diffGroups(rows: readonly ChangeRow[]): DiffGroup[] {
  const groups = new Map<string, DiffGroup & { lineCount: number; rows: ChangeRow[]; starts: number[] }>();
  for (const row of rows) {
    const key = JSON.stringify([row.schema, row.table, row.columns]);
    const known = groups.get(key);
    const table = `${row.schema}.${row.table}`;
    const group = known ?? { table, columns: row.columns, rows: [], starts: [], lineCount: 0 };
    if (known === undefined) groups.set(key, group);
    group.rows.push(row);
    group.starts.push(group.lineCount);
    group.lineCount += (row.before === null ? 0 : 1) + (row.after === null ? 0 : 1);
  }
  return [...groups.values()];
}

/** The lines of a group from one place to another, `-` above `+`, cell by cell. */
export function diffLines({ rows, starts, lineCount }: DiffGroup, from: number, to: number): DiffLine[] {
  const [first, end] = [Math.max(0, from), Math.min(to, lineCount)];
  const lines: DiffLine[] = [];
  if (first >= end) return lines;
  let at = rowAt(starts, first);
  const skipped = first - (starts[at] ?? 0);
  for (let row = rows[at]; row !== undefined && lines.length < end - first + skipped; row = rows[++at])
    lines.push(...linesOf(row));
  return lines.slice(skipped, skipped + end - first);
}

/** How wide each column has to be for the first rows, in characters. */
export function columnWidths({ columns, rows }: DiffGroup, most: number, looked = 200): number[] {
  return columns.map((name, place) => {
    const texts = rows.slice(0, looked).flatMap(({ before, after }) => [before?.[place], after?.[place]]);
    const longest = texts.reduce<number>((width, text) => Math.max(width, text?.length ?? 'NULL'.length), name.length);
    return Math.min(longest, most);
  });
}

/** The place of the first column that an edit changes, in the first rows; 0 where rows are only added or removed. */
export function firstChangedColumn({ columns, rows }: DiffGroup, looked = 200): number {
  const edited = rows.slice(0, looked).filter(({ before, after }) => before !== null && after !== null);
  const place = columns.findIndex((_, at) => edited.some(({ before, after }) => before?.[at] !== after?.[at]));
  return Math.max(0, place);
}

/** The row that has a line: the last one that begins at or before it. */
function rowAt(starts: readonly number[], line: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= line) low = middle;
    else high = middle - 1;
  }
  return low;
}

function linesOf(row: ChangeRow): DiffLine[] {
  const { before, after } = row;
  const varying = new Set(row.varying);
  const line = (sign: DiffLine['sign'], cells: Cell[], others: Cell[] | null): DiffLine => ({
    sign,
    cells: cells.map((value, place) => ({
      value,
      isChanged: others !== null && others[place] !== value,
      isVarying: sign === '+' && varying.has(row.columns[place] ?? ''),
    })),
  });
  return [
    ...(before === null ? [] : [line('-', before, after)]),
    ...(after === null ? [] : [line('+', after, before)]),
  ];
}
