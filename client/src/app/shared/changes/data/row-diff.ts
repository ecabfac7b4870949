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

/** A group that takes more rows. */
interface OpenGroup extends DiffGroup {
  readonly rows: ChangeRow[];
  readonly starts: number[];
  lineCount: number;
}

/** Rows with their groups, to which more can be added. */
export interface GroupedRows {
  readonly rows: readonly ChangeRow[];
  readonly groups: readonly OpenGroup[];
}

/**
 * Rows by their tables and columns, in the order of the first row of each. Where `known` has the first of them, only those
 * behind are looked at; what was known must not be used any longer, since it takes the rows.
 */
export function groupRows(rows: readonly ChangeRow[], known: GroupedRows | null = null): GroupedRows {
  const begun = known !== null && isBeginning(known.rows, rows) ? known : { rows: [], groups: [] };
  const groups = new Map(begun.groups.map((group) => [keyOf(group.table, group.columns), { ...group }]));
  for (let place = begun.rows.length; place < rows.length; place += 1) {
    const row = rows[place];
    if (row === undefined) continue;
    const table = `${row.schema}.${row.table}`;
    const key = keyOf(table, row.columns);
    const group = groups.get(key) ?? { table, columns: row.columns, rows: [], starts: [], lineCount: 0 };
    groups.set(key, group);
    group.rows.push(row);
    group.starts.push(group.lineCount);
    group.lineCount += (row.before === null ? 0 : 1) + (row.after === null ? 0 : 1);
  }
  return { rows, groups: [...groups.values()] };
}

function isBeginning(known: readonly ChangeRow[], rows: readonly ChangeRow[]): boolean {
  return known.length <= rows.length && known[0] === rows[0] && known.at(-1) === rows[known.length - 1];
}

function keyOf(table: string, columns: readonly string[]): string {
  return JSON.stringify([table, columns]);
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
