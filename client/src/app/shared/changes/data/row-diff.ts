import type { Cell, ChangeRow, RowOutline } from '#libs/api';
import { outlineKey } from '#libs/changes';

/** A cell of a diff. */
export interface DiffCell {
  readonly value: Cell;
  readonly isChanged: boolean;
  /** The database chose it, and may choose otherwise when the change set is applied. */
  readonly isVarying: boolean;
}

/** A line of a diff: a row before (`−`) or after (`+`). */
export interface DiffLine {
  readonly sign: '−' | '+';
  readonly cells: readonly DiffCell[];
}

/** A page that has rows of a group. */
interface GroupPage {
  readonly page: number;
  /** The place of its first line among those of the group. */
  readonly start: number;
}

/** Rows of one table with the same columns. Their lines are made of the pages that are in sight. */
export interface DiffGroup {
  readonly table: string;
  readonly columns: readonly string[];
  /** See `outlineKey`. */
  readonly key: string;
  readonly pages: readonly GroupPage[];
  readonly lineCount: number;
}

/** The pages of rows that were read, by their numbers. */
export type RowPages = ReadonlyMap<number, readonly ChangeRow[]>;

/** The groups of an outline. */
export function diffGroups({ groups }: RowOutline): DiffGroup[] {
  return groups.map((group) => {
    let lineCount = 0;
    const pages = group.pages.map(({ page, lines }) => {
      const start = lineCount;
      lineCount += lines;
      return { page, start };
    });
    const table = `${group.schema}.${group.table}`;
    return { table, columns: group.columns, key: outlineKey(group), pages, lineCount };
  });
}

/** The lines of a group from one place to another, `-` above `+`, cell by cell; null for one whose page was not read. */
export function diffLines(group: DiffGroup, known: RowPages, from: number, to: number): (DiffLine | null)[] {
  const [first, end] = [Math.max(0, from), Math.min(to, group.lineCount)];
  if (first >= end) return [];
  const lines: (DiffLine | null)[] = Array.from({ length: end - first }, () => null);
  for (const { page, start } of groupPages(group, first, end)) {
    const own = linesOfPage(group, known.get(page) ?? []);
    own.slice(Math.max(0, first - start), end - start).forEach((line, place) => {
      lines[Math.max(start, first) - first + place] = line;
    });
  }
  return lines;
}

/** The numbers of the pages that have the lines of a group from one place to another. */
export function pagesOfLines(group: DiffGroup, from: number, to: number): number[] {
  return groupPages(group, Math.max(0, from), Math.min(to, group.lineCount)).map(({ page }) => page);
}

/** The first rows of a group, once its first page was read. */
export function firstRows({ pages, key }: DiffGroup, known: RowPages): ChangeRow[] {
  const [first] = pages;
  return (known.get(first?.page ?? -1) ?? []).filter((row) => outlineKey(row) === key);
}

function groupPages({ pages }: DiffGroup, from: number, to: number): readonly GroupPage[] {
  if (from >= to) return [];
  return pages.slice(pageAt(pages, from), pageAt(pages, to - 1) + 1);
}

/** Lines by the rows of their page and the key of their group: scrolling asks for them again and again. */
const madeLines = new WeakMap<readonly ChangeRow[], Map<string, DiffLine[]>>();

function linesOfPage({ key }: DiffGroup, rows: readonly ChangeRow[]): DiffLine[] {
  const ofPage = madeLines.get(rows) ?? new Map<string, DiffLine[]>();
  madeLines.set(rows, ofPage);
  const lines = ofPage.get(key) ?? rows.filter((row) => outlineKey(row) === key).flatMap(linesOf);
  ofPage.set(key, lines);
  return lines;
}

/** How wide each column has to be for some rows, in characters. */
export function columnWidths(columns: readonly string[], rows: readonly ChangeRow[], most: number): number[] {
  return columns.map((name, place) => {
    const texts = rows.flatMap(({ before, after }) => [before?.[place], after?.[place]]);
    const longest = texts.reduce<number>((width, text) => Math.max(width, text?.length ?? 'NULL'.length), name.length);
    return Math.min(longest, most);
  });
}

/** A number as databases write it; one that begins with zeros is a code. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$|^NaN$|^-?Infinity$/i;

/** Whether every value of a column is a number or NULL, and one at least is a number: such columns end at the right edge. */
export function numberColumns(columns: readonly string[], rows: readonly ChangeRow[]): boolean[] {
  return columns.map((_, place) => {
    const values = rows.flatMap(({ before, after }) => [before?.[place] ?? null, after?.[place] ?? null]);
    const texts = values.filter((value) => value !== null);
    return texts.length > 0 && texts.every((text) => NUMBER.test(text));
  });
}

/** The place of the first column that an edit changes in some rows; 0 where rows are only added or removed. */
export function firstChangedColumn(columns: readonly string[], rows: readonly ChangeRow[]): number {
  const edited = rows.filter(({ before, after }) => before !== null && after !== null);
  const place = columns.findIndex((_, at) => edited.some(({ before, after }) => before?.[at] !== after?.[at]));
  return Math.max(0, place);
}

/** The place of the page that has a line: the last one that begins at or before it. */
function pageAt(pages: readonly GroupPage[], line: number): number {
  let [low, high] = [0, pages.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((pages[middle]?.start ?? 0) <= line) low = middle;
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
    ...(before === null ? [] : [line('−', before, after)]),
    ...(after === null ? [] : [line('+', after, before)]),
  ];
}
