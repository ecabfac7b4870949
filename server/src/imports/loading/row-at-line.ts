/** The place from 0 of the row that a line from 1 belongs to: quoted texts of a row may have line ends of their own. */
export function rowAtLine(rows: readonly string[], line: number): number | null {
  let before = 0;
  for (const [index, row] of rows.entries()) {
    before += lineCount(row);
    if (line <= before) return index;
  }
  return null;
}

/** The lines of a row, which ends with a line end. */
export function lineCount(row: string): number {
  let count = 0;
  for (let at = row.indexOf('\n'); at !== -1; at = row.indexOf('\n', at + 1)) count += 1;
  return count;
}
