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
export async function* textFile(
  source: OpenedSource,
  style: TextStyle,
  onRows: (count: number) => void,
): AsyncGenerator<string> {
  const writer = resultWriter(style, source.columns);
  const { head } = writer;
  let isEmpty = true;
  // The head waits for the first row: a failure before it can still be told instead of cutting a file off.
  for await (const rows of source.batches()) {
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      const some = rows.slice(from, from + ROWS_AT_ONCE);
      const text = textOf(some, writer, isEmpty);
      yield isEmpty ? head + text : text;
      onRows(some.length);
      isEmpty = false;
    }
  }
  const foot = writer.foot(isEmpty);
  if (isEmpty) yield head + foot;
  else if (foot.length > 0) yield foot;
}

function textOf(rows: readonly ResultRow[], writer: ResultWriter, isFirst: boolean): string {
  let text = '';
  for (const [index, row] of rows.entries()) text += writer.row(row, isFirst && index === 0);
  return text;
}
