import { resultWriter } from '#libs/results';
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
  private isFirst = true;

  constructor(
    batches: AsyncIterable<readonly ResultRow[]>,
    private readonly writer: ResultWriter,
  ) {
    this.batches = batches[Symbol.asyncIterator]();
  }

  /** Null behind the last row. */
  async next(): Promise<{ readonly text: string; readonly rows: number } | null> {
    while (this.rest.length === 0) {
      const step: IteratorResult<readonly ResultRow[], unknown> = await this.batches.next();
      if (step.done === true) return null;
      this.rest = step.value;
    }
    const some = this.rest.slice(0, ROWS_AT_ONCE);
    this.rest = this.rest.slice(ROWS_AT_ONCE);
    const text = textOf(some, this.writer, this.isFirst);
    this.isFirst = false;
    return { text, rows: some.length };
  }

  async close(): Promise<void> {
    await this.batches.return?.();
  }
}

function textOf(rows: readonly ResultRow[], writer: ResultWriter, isFirst: boolean): string {
  let text = '';
  for (const [index, row] of rows.entries()) text += writer.row(row, isFirst && index === 0);
  return text;
}
