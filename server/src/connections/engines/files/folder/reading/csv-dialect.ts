import { isDoubtful, isRagged, type CsvShape } from '#libs/files';
import { literal } from '../../../duckdb/open-database.js';
import { unlessUnreadable, type Query, type ReadableFile } from './file-reading.js';

/** How the lines of a CSV file are taken apart. */
export interface CsvDialect extends CsvShape {
  readonly delimiter: string;
  readonly quote: string;
  readonly escape: string;
  readonly comment: string;
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
const PADDED = { isPadded: true, isLenient: false };
const LENIENT = { isPadded: true, isLenient: true };

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
  const sniff = (flags: typeof PADDED | null): Promise<CsvDialect> => sniffed(query, file, flags);
  const strict = await unlessUnreadable(sniff(null));
  if (strict === null) return (await unlessUnreadable(sniff(LENIENT))) ?? (await sniff(null));
  if (!isDoubtful(strict)) return strict;
  const padded = await unlessUnreadable(sniff(PADDED));
  return padded !== null && isRagged(strict, padded) ? padded : strict;
}

/**
 * The call that reads a file in a dialect, with columns of the types given. With a column of text, `""` is an empty text
 * in it and no value of other types; otherwise it is NULL.
 */
export function readCsv(file: ReadableFile, dialect: CsvDialect, columns: readonly CsvColumn[], more = ''): string {
  const types = columns.map(({ name, type }) => `${literal(name)}: ${literal(type)}`).join(', ');
  const options = [
    ...['auto_detect = false', `delim = ${literal(dialect.delimiter)}`, `quote = ${literal(dialect.quote)}`],
    ...[`escape = ${literal(dialect.escape)}`, `comment = ${literal(dialect.comment)}`],
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

async function sniffed(
  query: Query,
  file: ReadableFile,
  flags: { readonly isPadded: boolean; readonly isLenient: boolean } | null,
): Promise<CsvDialect> {
  const { header, dateFormat, timestampFormat } = file.options;
  const delimiter = file.options.delimiter ?? (file.isTsv ? '\t' : null);
  const options = [
    ...(delimiter === null ? [] : [`delim = ${literal(delimiter)}`]),
    ...(header === null ? [] : [`header = ${header}`]),
    ...(dateFormat === null ? [] : [`dateformat = ${literal(dateFormat)}`]),
    ...(timestampFormat === null ? [] : [`timestampformat = ${literal(timestampFormat)}`]),
    ...(flags === null ? [] : ['null_padding = true', "quote = '\"'", "escape = '\"'"]),
    ...(flags?.isLenient === true ? ['strict_mode = false'] : []),
  ];
  const [row = {}] = await query(`FROM sniff_csv(${[file.path, ...options].join(', ')})`);
  return {
    delimiter: character(row.Delimiter),
    quote: character(row.Quote) || '"',
    escape: character(row.Escape) || '"',
    comment: character(row.Comment),
    skippedLines: Number(row.SkipRows),
    hasHeader: row.HasHeader === true,
    columns: row.Columns as CsvColumn[],
    dateFormat: dateFormat ?? format(row.DateFormat),
    timestampFormat: timestampFormat ?? format(row.TimestampFormat),
    isPadded: flags?.isPadded ?? false,
    isLenient: flags?.isLenient ?? false,
  };
}

function character(value: unknown): string {
  return typeof value === 'string' && value !== NONE ? value : '';
}

function format(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
