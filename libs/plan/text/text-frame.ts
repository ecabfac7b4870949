import { withoutColumnName } from './psql-expanded.js';
import { withoutMarks } from './psql-marks.js';
import { hasDoubledQuotes } from './text-quotes.js';

/** A rule of psql in any of its line styles, or the head of a record. */
const AROUND =
  /^\s*(?:QUERY PLAN|[-+|\u2500-\u257f]{3,}|[-+|\u2500-\u257f]*\[ \p{Lu}+ \d+ \][-+|\u2500-\u257f]*|\* \p{Lu}\p{L}+ \d+)\s*$/u;
const ROW_COUNT = /^\s*\(\d+ [\p{L}.]+\)\s*$/u;
const FRAMED = /^\s*[|│║](.*)[|│║]\s*$/;
/** DBeaver draws no bar on the left. */
const HALF_FRAMED = /^([^]*)[|│║]\s*$/;

/** Takes the lines of a plan out of what psql, a table, CSV or a mail puts around them. */
export function unframedLines(text: string): string[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.replaceAll('\t', '        ').replaceAll('\u00a0', ' '));
  const framed = withoutMailQuotes(lines);
  const rows = withoutAround(framed);
  const inside = withoutBars(rows);
  const isTable = rows.length < framed.length || inside !== rows;
  const cells = withoutMarks(withoutColumnName(inside), isTable);
  return withoutDoubledQuotes(withoutQuotes(withoutMargin(cells)));
}

/** psql puts a space before each line. */
function withoutMargin(lines: readonly string[]): readonly string[] {
  const hasMargin = lines.every((line) => line === '' || line.startsWith(' '));
  return hasMargin ? lines.map((line) => line.slice(1)) : lines;
}

function withoutMailQuotes(lines: readonly string[]): readonly string[] {
  const filled = lines.filter((line) => line.trim() !== '');
  const isQuoted = filled.length > 0 && filled.every((line) => /^\s*>/.test(line));
  return isQuoted ? lines.map((line) => line.replace(/^\s*> ?/, '')) : lines;
}

/** What follows the count of rows belongs to the next command. */
function withoutAround(lines: readonly string[]): readonly string[] {
  const bare = lines.map(
    (line) => (FRAMED.exec(line) ?? HALF_FRAMED.exec(line))?.[1] ?? line.replace(/^"(.*)"$/, '$1'),
  );
  const start = bare.findIndex((line) => /^\s*QUERY PLAN\s*$/.test(line));
  const end = bare.findIndex((line, at) => at > start && ROW_COUNT.test(line));
  const kept = lines.slice(0, end === -1 ? undefined : end);
  return kept.filter((_, at) => at > start && !AROUND.test(bare[at] ?? ''));
}

function withoutBars(lines: readonly string[]): readonly string[] {
  const filled = lines.filter((line) => line.trim() !== '');
  const frame = [FRAMED, HALF_FRAMED].find((form) => filled.length > 0 && filled.every((line) => form.test(line)));
  return frame === undefined ? lines : filled.map((line) => (frame.exec(line)?.[1] ?? line).trimEnd());
}

/** In CSV a line in which there is a comma or a quote stands in quotes, and the quotes in it are doubled. */
function withoutQuotes(lines: readonly string[]): readonly string[] {
  const filled = lines.filter((line) => line.trim() !== '');
  if (filled.every((line) => /^\s*".*"[,;]?\s*$/.test(line)))
    return filled.map((line) => unquoted(line.trim().replace(/[,;]$/, '')));
  if (filled.every((line) => /^\s*'.*'[,;]?\s*$/.test(line)))
    return withoutApostrophes(filled.map((line) => line.trim().replace(/^'|'[,;]?$/g, '')));
  return isQuotedWhole(filled) ? unquoted(filled.join('\n').trim()).split('\n') : csvLines(lines);
}

/** Some programs quote lines by apostrophes, and only some of them double those inside. */
function withoutApostrophes(lines: readonly string[]): readonly string[] {
  const areDoubled = lines.every((line) => (line.match(/'+/g) ?? []).every((run) => run.length % 2 === 0));
  return areDoubled ? lines.map((line) => line.replaceAll("''", "'")) : lines;
}

/** A document of several lines in one cell. */
function isQuotedWhole(lines: readonly string[]): boolean {
  const text = lines.join('\n').trim();
  const runs = text.slice(1, -1).match(/"+/g) ?? [];
  return /^"\s*[[{]/.test(text) && text.endsWith('"') && runs.every((run) => run.length % 2 === 0);
}

/** A quoted name on a line of its own is no cell: nothing in it has to be quoted. */
function csvLines(lines: readonly string[]): readonly string[] {
  const cells = lines.map((line) => /^"(?:[^"]|"")*"$/.test(line));
  const isCsv =
    cells.includes(true) &&
    lines.every((line, at) => (cells[at] === true ? /[",]|^\s|\s$/.test(unquoted(line)) : !/[",]/.test(line)));
  return isCsv ? lines.map((line, at) => (cells[at] === true ? unquoted(line) : line)) : lines;
}

function unquoted(cell: string): string {
  return cell.slice(1, -1).replaceAll('""', '"');
}

function withoutDoubledQuotes(lines: readonly string[]): string[] {
  return hasDoubledQuotes(lines.join('\n')) ? lines.map((line) => line.replaceAll('""', '"')) : [...lines];
}
