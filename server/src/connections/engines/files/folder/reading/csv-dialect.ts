import { inDateOrder, isDoubtful, isRagged, type CsvShape } from '#libs/files';
import { literal } from '../../../duckdb/open-database.js';
import { openQuoteLine } from './open-quotes.js';
import { unlessUnreadable, type Query, type ReadableFile } from './file-reading.js';

/** How the lines of a CSV file are taken apart. */
export interface CsvDialect extends CsvShape {
  readonly delimiter: string;
  readonly quote: string;
  readonly escape: string;
  /** As the engine found or was given it; null where dates are ISO dates or there are none. */
  readonly dateFormat: string | null;
  readonly timestampFormat: string | null;
  /** Short rows are filled with NULL. */
  readonly isPadded: boolean;
  /** Mixed line ends and stray quotes are taken as they come; values behind the last column are left out. */
  readonly isLenient: boolean;
}

/** Each column takes some 200 kB while a file is opened. */
export const MAX_COLUMNS = 16_000;
export const TOO_WIDE = 'it has more than 16,000 columns.';
const NONE = '(empty)';
/** Otherwise the sniffer leaves out rows that begin with `#` where the others are more alike. */
const NO_COMMENTS = `comment = ''`;
/** What a sniffing is to take as it comes. */
interface SniffFlags {
  readonly isPadded: boolean;
  readonly isLenient: boolean;
  /** Quotes are characters like others. */
  readonly isUnquoted: boolean;
}
const PADDED: SniffFlags = { isPadded: true, isLenient: false, isUnquoted: false };
const LENIENT: SniffFlags = { isPadded: true, isLenient: true, isUnquoted: false };
const UNQUOTED: SniffFlags = { isPadded: true, isLenient: false, isUnquoted: true };

/**
 * The dialect of a CSV file by the engine's sniffer. Where its strict reading fails, finds one column or skips lines,
 * rows of different lengths and mixed line ends are tried, too. Throws what the engine says of a file that is no CSV, and
 * what `refuseWide` does.
 */
export async function sniffCsv(query: Query, file: ReadableFile): Promise<CsvDialect> {
  return refuseWide(await likelyDialect(query, file));
}

/** Throws a sentence where there are more columns than the queries that follow have memory for. */
export function refuseWide(dialect: CsvDialect): CsvDialect {
  if (dialect.columns.length > MAX_COLUMNS) throw new Error(TOO_WIDE);
  return dialect;
}

async function likelyDialect(query: Query, file: ReadableFile): Promise<CsvDialect> {
  const sniff = (flags: SniffFlags | null): Promise<CsvDialect> => sniffed(query, file, flags);
  const strict = await unlessUnreadable(sniff(null));
  if (strict === null) return (await unlessUnreadable(sniff(LENIENT))) ?? (await sniff(null));
  const shape = { ...strict, skippedLines: strict.skippedLines - linesAbove(file) };
  if (!isDoubtful(shape)) return strict;
  const first = await byFirstLine(query, file, strict);
  if (first !== null) return first;
  const padded = await unlessUnreadable(sniff(PADDED));
  if (padded !== null && isRagged(shape, padded)) return padded;
  const line = await openQuoteLine(file, file.firstDelimiter ?? strict.delimiter);
  const unquoted = line === null ? null : await unlessUnreadable(sniff(UNQUOTED));
  return unquoted !== null && isRagged(shape, unquoted) ? unquoted : strict;
}

/** The dialect with the only delimiter of the first line, where that reads the file without skipping lines; else null. */
async function byFirstLine(query: Query, file: ReadableFile, strict: CsvDialect): Promise<CsvDialect | null> {
  const { firstDelimiter: delimiter, separator, options } = file;
  const isOpen = options.delimiter === null && separator === null;
  if (!isOpen || delimiter === null || delimiter === strict.delimiter) return null;
  const found = await unlessUnreadable(sniffed(query, { ...file, options: { ...options, delimiter } }, null));
  return found?.skippedLines === 0 && found.columns.length > 1 ? found : null;
}

/**
 * The call that reads a file in a dialect, with columns of the types given. With a column of text, `""` is an empty text
 * in it and no value of other types; otherwise it is NULL.
 */
export function readCsv(file: ReadableFile, dialect: CsvDialect, columns: readonly CsvColumn[], more = ''): string {
  const types = columns.map(({ name, type }) => `${literal(name)}: ${literal(type)}`).join(', ');
  const options = [
    ...['auto_detect = false', `delim = ${literal(dialect.delimiter)}`, `quote = ${literal(dialect.quote)}`],
    ...[`escape = ${literal(dialect.escape)}`, NO_COMMENTS],
    ...[`skip = ${dialect.skippedLines}`, `header = ${dialect.hasHeader}`, 'hive_partitioning = false'],
    ...(dialect.dateFormat === null ? [] : [`dateformat = ${literal(dialect.dateFormat)}`]),
    ...(dialect.timestampFormat === null ? [] : [`timestampformat = ${literal(dialect.timestampFormat)}`]),
    // The parallel scanner does not take padded rows with line ends inside quotes.
    ...(dialect.isPadded ? ['null_padding = true', 'parallel = false'] : []),
    ...(dialect.isLenient ? ['strict_mode = false'] : []),
    ...(columns.some(({ type }) => type === 'VARCHAR') ? ['allow_quoted_nulls = false'] : []),
  ];
  return `read_csv(${file.path}, ${options.join(', ')}, columns = {${types}}${more})`;
}

export interface CsvColumn {
  readonly name: string;
  readonly type: string;
}

async function sniffed(query: Query, file: ReadableFile, flags: SniffFlags | null): Promise<CsvDialect> {
  const { header, dateFormat, timestampFormat, dateOrder = null, quote: given = null } = file.options;
  const delimiter = file.options.delimiter ?? file.separator ?? (file.isTsv ? '\t' : null);
  const mark = flags?.isUnquoted === true ? '' : '"';
  const marks = flags === null ? given : mark;
  const ordered = (found: unknown): string | null => {
    const known = format(found);
    return known === null || dateOrder === null ? known : inDateOrder(known, dateOrder);
  };
  const options = [
    NO_COMMENTS,
    ...(delimiter === null ? [] : [`delim = ${literal(delimiter)}`]),
    ...(linesAbove(file) === 0 ? [] : [`skip = ${linesAbove(file)}`]),
    ...(header === null ? [] : [`header = ${header}`]),
    ...(dateFormat === null ? [] : [`dateformat = ${literal(dateFormat)}`]),
    ...(timestampFormat === null ? [] : [`timestampformat = ${literal(timestampFormat)}`]),
    ...(flags === null ? [] : ['null_padding = true']),
    ...(marks === null ? [] : ['quote', 'escape'].map((it) => `${it} = ${literal(marks)}`)),
    ...(flags?.isLenient === true ? ['strict_mode = false'] : []),
  ];
  const isUnquoted = mark === '';
  const [row = {}] = await query(`FROM sniff_csv(${[file.path, ...options].join(', ')})`);
  return {
    delimiter: character(row.Delimiter),
    quote: isUnquoted ? '' : character(row.Quote) || '"',
    escape: isUnquoted ? '' : character(row.Escape) || '"',
    skippedLines: Number(row.SkipRows),
    hasHeader: row.HasHeader === true,
    columns: row.Columns as CsvColumn[],
    dateFormat: dateFormat ?? ordered(row.DateFormat),
    timestampFormat: timestampFormat ?? ordered(row.TimestampFormat),
    isPadded: flags?.isPadded ?? false,
    isLenient: flags?.isLenient ?? false,
  };
}

/** The line that names the separator is no row. */
function linesAbove({ separator }: ReadableFile): number {
  return separator === null ? 0 : 1;
}

function character(value: unknown): string {
  return typeof value === 'string' && value !== NONE ? value : '';
}

function format(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
