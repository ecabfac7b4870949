import { jsonLines } from '#libs/results';
import type { JsonLine } from '#libs/results';
import { foldedAtFirst, shownLines } from './json-layout';

/** Rows whose lines are kept: more than are drawn at once. */
const MOST_KEPT = 300;
/** Characters of an object or array that is broken into lines; a longer one stays in one line. */
const MOST_BROKEN = 200_000;

/** The lines of a row, and which of them are folded and shown. */
export interface RowLines {
  readonly lines: readonly JsonLine[];
  readonly folded: ReadonlySet<number>;
  readonly shown: readonly number[];
}

/** Breaks rows into lines as they stand at first; those that were read last are kept, for each redraw needs them. */
export class ReadRows {
  private readonly kept = new Map<number, RowLines>();

  constructor(
    private readonly textOf: (row: number) => string,
    private readonly isOpen: boolean,
  ) {}

  of(row: number): RowLines {
    const read = this.kept.get(row) ?? this.read(row);
    this.kept.delete(row);
    this.kept.set(row, read);
    const [oldest] = this.kept.keys();
    if (this.kept.size > MOST_KEPT && oldest !== undefined) this.kept.delete(oldest);
    return read;
  }

  private read(row: number): RowLines {
    const lines = jsonLines(this.textOf(row), MOST_BROKEN) ?? [];
    const folded = this.isOpen ? foldedAtFirst(lines) : new Set([...foldedAtFirst(lines), 0]);
    return { lines, folded, shown: shownLines(lines, folded) };
  }
}
