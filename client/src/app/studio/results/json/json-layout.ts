import type { JsonLine } from '#libs/results';

/** Where a line of the view comes from: a row, and the place of the line among those of the row that are shown. */
export interface JsonPlace {
  readonly row: number;
  readonly line: number;
}

/**
 * Which lines are shown of many rows, each a JSON object. Every row has `usualLines` lines but for those in `others`,
 * whose lines are listed: those are the rows that somebody folded or unfolded something in.
 */
export class JsonLayout {
  private readonly changed: readonly { row: number; lines: number }[];

  constructor(
    readonly rowCount: number,
    readonly usualLines: number,
    others: ReadonlyMap<number, readonly unknown[]>,
  ) {
    this.changed = [...others]
      .filter(([row]) => row < rowCount)
      .map(([row, lines]) => ({ row, lines: lines.length }))
      .sort((a, b) => a.row - b.row);
  }

  /** Lines in all. */
  get lineCount(): number {
    const more = this.changed.reduce((sum, { lines }) => sum + lines - this.usualLines, 0);
    return this.rowCount * this.usualLines + more;
  }

  /** What stands in a line, counted from 0. */
  placeOf(line: number): JsonPlace {
    let [row, first] = [0, 0];
    for (const { row: changedRow, lines } of this.changed) {
      const begin = first + (changedRow - row) * this.usualLines;
      if (line < begin) break;
      if (line < begin + lines) return { row: changedRow, line: line - begin };
      [row, first] = [changedRow + 1, begin + lines];
    }
    return { row: row + Math.floor((line - first) / this.usualLines), line: (line - first) % this.usualLines };
  }

  /** The line in which a row begins. */
  lineOf(row: number): number {
    return this.changed
      .filter((changed) => changed.row < row)
      .reduce((sum, { lines }) => sum + lines - this.usualLines, row * this.usualLines);
  }
}

/** The lines of a row that are shown while those in `folded`, by their index, are folded. */
export function shownLines(lines: readonly JsonLine[], folded: ReadonlySet<number>): number[] {
  const shown: number[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    shown.push(index);
    const closes = lines[index]?.closes ?? null;
    if (closes !== null && folded.has(index)) index = closes;
  }
  return shown;
}

/** The lines that are folded at first: everything inside of the row's own members. */
export function foldedAtFirst(lines: readonly JsonLine[]): Set<number> {
  return new Set(lines.flatMap(({ depth, closes }, index) => (closes !== null && depth === 1 ? [index] : [])));
}
