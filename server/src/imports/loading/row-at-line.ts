const LINE_END = 10;

/** The place from 0 of the row that a line from 1 belongs to: quoted texts of a row may have line ends of their own. */
export function rowAtLine(rows: readonly string[], line: number): number | null {
  let before = 0;
  for (const [index, row] of rows.entries()) {
    before += lineCount(Buffer.from(row));
    if (line <= before) return index;
  }
  return null;
}

/** The lines of rows in UTF-8, each of which ends with a line end. */
export function lineCount(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte === LINE_END) count += 1;
  return count;
}
