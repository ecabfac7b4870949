import { setImmediate as nextTurn } from 'node:timers/promises';
import { charactersOf, isLong, resultWriter } from '#libs/results';
import type { ResultWriter, TextStyle } from '#libs/results';
import type { ResultRow } from '#libs/api';
import type { OpenedSource } from './export-source.js';

/** Rows that become one piece of the file; more would keep other requests waiting. */
const ROWS_AT_ONCE = 250;

/**
 * A result as the pieces of a text file; `onRows` hears how many rows each piece has. Pieces are strings, which a socket
 * copies to memory that it frees itself: buffers would pile up until a full collection.
 */
export function textFile(
  source: OpenedSource,
  style: TextStyle,
  onRows: (count: number) => void,
): AsyncGenerator<string> {
  return writtenFile(source, resultWriter(style, source.columns), onRows);
}

/** The same, as a writer writes it. */
export async function* writtenFile(
  source: OpenedSource,
  writer: ResultWriter,
  onRows: (count: number) => void,
): AsyncGenerator<string> {
  const { head } = writer;
  const pieces = new Pieces(source.batches(), writer);
  try {
    // The head waits for the first row: a failure before it can still be reported instead of cutting a file off.
    let piece = await pieces.next();
    const isEmpty = piece === null;
    for (let isFirst = true; piece !== null; piece = await pieces.next(), isFirst = false) {
      yield isFirst ? head + piece.text : piece.text;
      onRows(piece.rows);
    }
    const foot = writer.foot(isEmpty);
    if (isEmpty) yield head + foot;
    else if (foot.length > 0) yield foot;
  } finally {
    await pieces.close();
  }
}

/**
 * Batches of rows as pieces of text. Rows are let go as soon as their text is made: a generator that loops over them
 * would hold them while their text is on its way, long enough for V8 to take them for long-lived.
 */
class Pieces {
  private readonly batches: AsyncIterator<readonly ResultRow[]>;
  private rest: readonly ResultRow[] = [];
  /** What is left of a row that is long. */
  private long: Iterator<string> | null = null;
  private isFirst = true;

  constructor(
    batches: AsyncIterable<readonly ResultRow[]>,
    private readonly writer: ResultWriter,
  ) {
    this.batches = batches[Symbol.asyncIterator]();
  }

  /** Null behind the last row. */
  async next(): Promise<{ readonly text: string; readonly rows: number } | null> {
    if (this.long !== null) return this.nextOfLong(this.long);
    while (this.rest.length === 0) {
      const step: IteratorResult<readonly ResultRow[], unknown> = await this.batches.next();
      if (step.done === true) return null;
      this.rest = step.value;
    }
    const some = this.rest.slice(0, countAtOnce(this.rest));
    this.rest = this.rest.slice(some.length);
    const { isFirst } = this;
    this.isFirst = false;
    const [first] = some;
    if (first === undefined || !isLong(charactersOf(first)))
      return { text: textOf(some, this.writer, isFirst), rows: some.length };
    this.long = this.writer.pieces(first, isFirst)[Symbol.iterator]();
    return this.nextOfLong(this.long);
  }

  private async nextOfLong(long: Iterator<string>): Promise<{ readonly text: string; readonly rows: number }> {
    // What its text goes to may take many pieces at once, while no other request would be answered.
    await nextTurn();
    const step: IteratorResult<string, unknown> = long.next();
    if (step.done !== true) return { text: step.value, rows: 0 };
    this.long = null;
    return { text: '', rows: 1 };
  }

  async close(): Promise<void> {
    await this.batches.return?.();
  }
}

/** How many rows become one piece; a long one is by itself. */
function countAtOnce(rows: readonly ResultRow[]): number {
  let characters = 0;
  let count = 0;
  for (const row of rows) {
    characters += charactersOf(row);
    if (count === ROWS_AT_ONCE || (count > 0 && isLong(characters))) break;
    count += 1;
  }
  return count;
}

function textOf(rows: readonly ResultRow[], writer: ResultWriter, isFirst: boolean): string {
  let text = '';
  for (const [index, row] of rows.entries()) text += writer.row(row, isFirst && index === 0);
  return text;
}
