/** What psql puts at the right edge of a line that goes on: within a cell of several lines, or where it was too wide. */
const NEW_LINE = ['+', '↵'];
const WRAPPED = ['.', '…'];

/**
 * Joins the lines of cells that psql has wrapped (`\pset format wrapped`) and takes its marks for new lines away. The
 * marks stand in one column, to the right of everything else; elsewhere the same characters are text.
 *
 * `isTable` says that a heading or a frame was there.
 */
export function withoutMarks(lines: readonly string[], isTable: boolean): readonly string[] {
  const trimmed = lines.map((line) => line.trimEnd());
  const edge = trimmed.reduce((most, { length }) => Math.max(most, length), 0);
  const marks = trimmed.map((line) => (line.length === edge ? (line.at(-1) ?? '') : ''));
  const used = new Set(marks.filter((mark) => mark !== ''));
  const isMarked = [...used].every((mark) => NEW_LINE.includes(mark) || WRAPPED.includes(mark));
  const isCertain = isTable || used.has('…') || used.has('↵');
  const hasWraps = WRAPPED.some((mark) => used.has(mark));
  const byHand = hasWraps ? lines : mostlyMarked(lines);
  if (byHand !== lines || !isMarked || !(isCertain || isLeftMarked(trimmed, marks))) return byHand;
  const cells = lines.map((line, at) => (marks[at] === '' ? line : line.slice(0, edge - 1)));
  return joined(cells, marks, isLeftMarked(trimmed, marks));
}

/** With a border, a line that goes on begins with the mark, too. */
function isLeftMarked(lines: readonly string[], marks: readonly string[]): boolean {
  const wrapped = marks.flatMap((mark, at) => (WRAPPED.includes(mark) ? [at] : []));
  return wrapped.length > 0 && wrapped.every((at) => (lines[at + 1] ?? '').startsWith(marks[at] ?? ''));
}

function joined(cells: readonly string[], marks: readonly string[], isLeft: boolean): string[] {
  const found: string[] = [];
  for (const [at, cell] of cells.entries()) {
    if (at > 0 && WRAPPED.includes(marks[at - 1] ?? '')) found.push((found.pop() ?? '') + cell.slice(isLeft ? 1 : 0));
    else found.push(cell);
  }
  return found.map((line) => line.trimEnd());
}

/** Copied by hand, the marks need not stand in one column. */
function mostlyMarked(lines: readonly string[]): readonly string[] {
  const filled = lines.filter((line) => line.trim() !== '');
  for (const mark of NEW_LINE) {
    const marked = filled.filter((line) => line.trimEnd().endsWith(mark)).length;
    if (marked > 0 && (marked >= filled.length - 1 || marked > filled.length / 2))
      return filled.map((line) => withoutMark(line.trimEnd(), mark));
  }
  return lines;
}

function withoutMark(line: string, mark: string): string {
  return line.endsWith(mark) ? line.slice(0, -1).trimEnd() : line;
}
