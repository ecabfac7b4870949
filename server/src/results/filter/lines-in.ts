/** A row of a spool as it is written. */
export interface NumberedLine {
  readonly row: number;
  readonly line: string;
}

/** The lines of some bytes of a spool, the first of which is that of `firstRow`. */
export function* linesIn(bytes: Buffer, firstRow: number): Generator<NumberedLine> {
  const text = bytes.toString();
  let row = firstRow;
  for (let from = 0, end = text.indexOf('\n'); end >= 0; from = end + 1, end = text.indexOf('\n', from)) {
    yield { row, line: text.slice(from, end) };
    row += 1;
  }
}
