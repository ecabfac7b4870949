import { hasDoubledQuotes } from './text-quotes.js';

/** A rule of psql in any of its line styles, a heading, or a count of rows in any language. */
const AROUND = /^\s*(?:QUERY PLAN|[-─═━+┌┬┐├┼┤└┴┘╔╗╠╣╚╝|]{3,}|-\[ RECORD \d+ \][-+]*|─\[ RECORD \d+ \][─┬┼]*)\s*$/;
const ROW_COUNT = /^\s*\(\d+ [\p{L}.]+\)\s*$/u;
const FRAMED = /^\s*[|│║](.*)[|│║]\s*$/;
const EXPANDED = /^(?:QUERY PLAN| +)\s*[|│] ?/;

/** Takes the lines of a plan out of what psql, a table, CSV or a mail puts around them. */
export function unframedLines(text: string): string[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.replaceAll('\t', '        ').replaceAll('\u00a0', ' '));
  return withoutDoubledQuotes(withoutQuotes(withoutMarks(withoutBars(withoutAround(withoutMailQuotes(lines))))));
}

function withoutMailQuotes(lines: readonly string[]): readonly string[] {
  const filled = lines.filter((line) => line.trim() !== '');
  const isQuoted = filled.length > 0 && filled.every((line) => /^\s*>/.test(line));
  return isQuoted ? lines.map((line) => line.replace(/^\s*> ?/, '')) : lines;
}

/** What follows the count of rows belongs to the next command. */
function withoutAround(lines: readonly string[]): readonly string[] {
  const bare = lines.map((line) => FRAMED.exec(line)?.[1] ?? line.replace(/^"(.*)"$/, '$1'));
  const start = bare.findIndex((line) => /^\s*QUERY PLAN\s*$/.test(line));
  const end = bare.findIndex((line, at) => at > start && ROW_COUNT.test(line));
  const kept = lines.slice(0, end === -1 ? undefined : end);
  return kept.filter((_, at) => at > start && !AROUND.test(bare[at] ?? ''));
}

function withoutBars(lines: readonly string[]): readonly string[] {
  const filled = lines.filter((line) => line.trim() !== '');
  if (filled.length === 0) return lines;
  if (filled.every((line) => FRAMED.test(line)))
    return filled.map((line) => (FRAMED.exec(line)?.[1] ?? line).trimEnd());
  const isExpanded = /^QUERY PLAN\s*[|│]/.test(filled[0] ?? '') && filled.every((line) => EXPANDED.test(line));
  return isExpanded ? filled.map((line) => line.replace(EXPANDED, '')) : lines;
}

/** In a cell of several lines psql ends each but the last with a mark. */
function withoutMarks(lines: readonly string[]): readonly string[] {
  const filled = lines.filter((line) => line.trim() !== '');
  for (const mark of ['+', '↵']) {
    const marked = filled.filter((line) => line.trimEnd().endsWith(mark)).length;
    if (marked > 0 && (marked >= filled.length - 1 || marked > filled.length / 2))
      return filled.map((line) => withoutMark(line.trimEnd(), mark));
  }
  return lines;
}

function withoutMark(line: string, mark: string): string {
  return line.endsWith(mark) ? line.slice(0, -1).trimEnd() : line;
}

/** In CSV a line in which there is a comma or a quote stands in quotes, and the quotes in it are doubled. */
function withoutQuotes(lines: readonly string[]): readonly string[] {
  const filled = lines.filter((line) => line.trim() !== '');
  if (filled.every((line) => /^\s*".*"[,;]?\s*$/.test(line)))
    return filled.map((line) => unquoted(line.trim().replace(/[,;]$/, '')));
  return isQuotedWhole(filled) ? unquoted(filled.join('\n').trim()).split('\n') : csvLines(lines);
}

/** A document of several lines in one cell. */
function isQuotedWhole(lines: readonly string[]): boolean {
  const text = lines.join('\n').trim();
  const runs = text.slice(1, -1).match(/"+/g) ?? [];
  return /^"\s*[[{]/.test(text) && text.endsWith('"') && runs.every((run) => run.length % 2 === 0);
}

function csvLines(lines: readonly string[]): readonly string[] {
  const cells = lines.map((line) => /^"(?:[^"]|"")*"$/.test(line));
  const isCsv = cells.includes(true) && lines.every((line, at) => cells[at] === true || !/[",]/.test(line));
  return isCsv ? lines.map((line, at) => (cells[at] === true ? unquoted(line) : line)) : lines;
}

function unquoted(cell: string): string {
  return cell.slice(1, -1).replaceAll('""', '"');
}

function withoutDoubledQuotes(lines: readonly string[]): string[] {
  return hasDoubledQuotes(lines.join('\n')) ? lines.map((line) => line.replaceAll('""', '"')) : [...lines];
}
