/** What psql and others put around a plan: a heading, a rule, a count of rows. */
const AROUND = /^\s*(?:QUERY PLAN|[-─+]{3,}|\(\d+ rows?\)|\(\d+ lignes?\))\s*$/;

/** The lines of a plan in the text format, without what the tool it was copied from has put around and between them. */
export function planLines(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.replaceAll('\t', '        ').replaceAll('\u00a0', ' '));
  const bare = lines.filter((line) => line.trim() !== '' && !AROUND.test(line.replace(/^\s*\|(.*)\|\s*$/, '$1')));
  const unframed = withoutBars(withoutQuotes(bare)).filter((line) => line.trim() !== '' && !AROUND.test(line));
  return dedented(unframed.map((line) => line.trimEnd()));
}

/** Copied out of a table, each line stands in quotes, and the quotes in it are doubled. */
function withoutQuotes(lines: readonly string[]): readonly string[] {
  const isQuoted = lines.length > 0 && lines.every((line) => /^\s*".*"\s*$/.test(line));
  if (!isQuoted) return lines;
  return lines.map((line) => line.trim().slice(1, -1).replaceAll('""', '"'));
}

/** Copied out of a frame, each line stands between bars; wrapped cells end with a plus. */
function withoutBars(lines: readonly string[]): readonly string[] {
  const isFramed = lines.length > 0 && lines.every((line) => /^\s*\|.*\|\s*$/.test(line));
  const open = isFramed ? lines.map((line) => line.trim().slice(1, -1)) : lines;
  const wrapped = open.filter((line) => /\s\+$/.test(line)).length;
  return wrapped > open.length / 2 ? open.map(withoutPlus) : open;
}

/** A pattern that begins with `\s*` would take a time quadratic in a run of spaces. */
function withoutPlus(line: string): string {
  return line.endsWith('+') ? line.slice(0, -1).trimEnd() : line;
}

function dedented(lines: readonly string[]): string[] {
  const indents = lines.map((line) => /^ */.exec(line)?.[0].length ?? 0);
  const least = indents.reduce((smallest, indent) => Math.min(smallest, indent), Infinity);
  return lines.map((line) => line.slice(least));
}
