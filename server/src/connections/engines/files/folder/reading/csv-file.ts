import { numberType, otherDateOrders } from '#libs/files';
import { literal } from '../../../duckdb/open-database.js';
import { readCsv, refuseWide, sniffCsv, type CsvColumn, type CsvDialect } from './csv-dialect.js';
import { unlessUnreadable, type FileReading, type Query, type ReadableFile } from './file-reading.js';
import { maybePlainCsv } from './plain-csv.js';
import { raggedRows, type RaggedRows } from './ragged-rows.js';
import { spellings } from './spellings.js';
import { typedRows } from './typed-rows.js';
import { mayBeInexact, numberFacts } from './value-facts.js';

/** How many rows of a large file are looked at, as many as the engine's sniffer takes. */
const SAMPLE_ROWS = 20_480;
/** The engine plans thousands of conditions on a column for minutes. */
const MOST_LOOKED_AT = 500;
const NO_QUOTES = { quote: '', escape: '' };

/** Numbers of a column that its type may round, dates that can be read in two orders, and values that are `""`. */
interface Doubts {
  readonly numbers: ReadonlySet<string>;
  readonly dates: ReadonlySet<string>;
  /** Columns with a type that may have a quoted empty value. */
  readonly empties: ReadonlySet<string>;
}

/**
 * How a CSV file is read: by the dialect that the engine finds, with types that hold every value exactly. A small file
 * is read whole to know; in a large one each number is checked as it is read.
 */
export async function readCsvFile(query: Query, file: ReadableFile): Promise<FileReading> {
  const { dialect, doubts, ragged } = await tried(query, file, await sniffCsv(query, file));
  const { columns, respelled } = await exactColumns(query, file, dialect, doubts);
  return {
    maybePlain: respelled === null ? null : maybePlainCsv(dialect, columns, respelled),
    select: typedRows(file, dialect, columns, doubts.empties),
    columnCount: columns.length,
    description: [headerNote(dialect), ...dateNotes(doubts)],
    warnings: [...skippedLines(dialect), ...ragged.warnings],
  };
}

interface TriedDialect {
  readonly dialect: CsvDialect;
  readonly doubts: Doubts;
  readonly ragged: RaggedRows;
}

const NO_DOUBTS: Doubts = { numbers: new Set(), dates: new Set(), empties: new Set() };
const NOT_RAGGED: RaggedRows = { longest: 0, warnings: [] };
const ANY_LENGTH = 'Rows have different numbers of values; missing values are NULL.';

/** The first dialect in which the file can be read to the end, or else the one that was found. */
async function tried(query: Query, file: ReadableFile, found: CsvDialect): Promise<TriedDialect> {
  const padded = { ...found, isPadded: true };
  const strict = found.isPadded ? [] : [found, ...(found.quote === '"' ? [{ ...found, ...NO_QUOTES }] : [])];
  const quotes = { quote: '"', escape: '"' };
  for (const dialect of [...strict, padded, { ...padded, ...quotes, isLenient: true }]) {
    const ragged = dialect.isPadded ? await raggedOf(query, file, dialect) : NOT_RAGGED;
    const wide = refuseWide(widened(dialect, ragged.longest));
    const doubts = await unlessUnreadable(doubtsOf(query, file, wide));
    if (doubts !== null) return { dialect: wide, doubts, ragged };
  }
  return { dialect: found, doubts: NO_DOUBTS, ragged: NOT_RAGGED };
}

async function raggedOf(query: Query, file: ReadableFile, dialect: CsvDialect): Promise<RaggedRows> {
  return file.isSmall ? raggedRows(query, file, dialect) : { longest: 0, warnings: [ANY_LENGTH] };
}

/** With a column for each value of the longest row. */
function widened(dialect: CsvDialect, longest: number): CsvDialect {
  const { columns } = dialect;
  const more = Array.from({ length: Math.max(0, longest - columns.length) }, (_, index) => ({
    name: `column${columns.length + index}`,
    type: 'VARCHAR',
  }));
  return { ...dialect, columns: [...columns, ...more] };
}

/** Reads the file, or the beginning of a large one, with every column as text. */
async function doubtsOf(query: Query, file: ReadableFile, dialect: CsvDialect): Promise<Doubts> {
  const checks = dialect.columns.flatMap(({ name, type }) => {
    const condition = checkOf(name, type, dialect, file);
    return condition === null ? [] : [{ name, type, condition }];
  });
  const typed = dialect.columns.filter(({ type }) => type !== 'VARCHAR').map(({ name }) => name);
  const isMany = typed.length > MOST_LOOKED_AT;
  const flags = [
    ...checks.map(({ condition }, index) => `coalesce(bool_or(${condition}), false) AS f${index}`),
    ...(isMany ? [] : typed).map((name, index) => `coalesce(bool_or(${quoted(name)} = ''), false) AS e${index}`),
  ];
  const source = texts(file, dialect);
  const [row = {}] = await query(`SELECT ${['count(*)', ...flags].join(', ')} FROM ${source}`);
  const doubtful = checks.filter((_, index) => row[`f${index}`] === true);
  const named = (isNumber: boolean): string[] =>
    doubtful.filter(({ type }) => isSniffedNumber(type) === isNumber).map(({ name }) => name);
  return {
    numbers: new Set(named(true)),
    dates: await ambiguousDates(query, file, dialect, named(false)),
    empties: new Set(typed.filter((_, index) => isMany || row[`e${index}`] === true)),
  };
}

function checkOf(name: string, type: string, dialect: CsvDialect, file: ReadableFile): string | null {
  const v = quoted(name);
  if (isSniffedNumber(type)) return mayBeInexact(v, type);
  if (type === 'DATE' && file.options.dateFormat === null) return isForeignDate(v, dialect.dateFormat);
  if (type === 'TIMESTAMP' && file.options.timestampFormat === null) return isForeignDate(v, dialect.timestampFormat);
  return null;
}

/** Dates that begin with a year of four digits have one order. */
function isForeignDate(v: string, format: string | null): string | null {
  if (format !== null && otherDateOrders(format).length === 0) return null;
  return `NOT regexp_matches(${v}, '^\\s*([+-]?[0-9]{4}|$)')`;
}

/** The columns whose every value is a date in another order, too, and not the same one. */
async function ambiguousDates(
  query: Query,
  file: ReadableFile,
  dialect: CsvDialect,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const ambiguous = new Set<string>();
  for (const name of names) {
    const isDate = dialect.columns.find((column) => column.name === name)?.type === 'DATE';
    const format = isDate ? dialect.dateFormat : dialect.timestampFormat;
    const isAmbiguous = format === null || (await hasOtherOrder(query, texts(file, dialect), name, format));
    if (isAmbiguous) ambiguous.add(name);
  }
  return ambiguous;
}

async function hasOtherOrder(query: Query, source: string, name: string, format: string): Promise<boolean> {
  const own = `try_strptime(${quoted(name)}, ${literal(format)})`;
  for (const order of otherDateOrders(format)) {
    const other = `try_strptime(${quoted(name)}, ${literal(order)})`;
    const [row = {}] = await query(`
      SELECT bool_and(${other} IS NOT NULL) AND bool_or(${own} IS DISTINCT FROM ${other}) AS ambiguous
      FROM ${source} WHERE ${quoted(name)} <> ''`);
    if (row.ambiguous === true) return true;
  }
  return false;
}

/** Columns whose types hold every value. */
interface ExactColumns {
  readonly columns: CsvColumn[];
  /** Columns that may have a text which is imported in another way than the file writes it; null where not all were read. */
  readonly respelled: ReadonlySet<string> | null;
}

async function exactColumns(
  query: Query,
  file: ReadableFile,
  dialect: CsvDialect,
  doubts: Doubts,
): Promise<ExactColumns> {
  const columns: CsvColumn[] = [];
  for (const { name, type } of dialect.columns) {
    if (doubts.dates.has(name)) columns.push({ name, type: 'VARCHAR' });
    else if (!doubts.numbers.has(name) || !isSniffedNumber(type)) columns.push({ name, type });
    else {
      const facts = await numberFacts(query, `SELECT ${quoted(name)} AS v FROM ${texts(file, dialect)}`);
      columns.push({ name, type: numberType(type, facts) });
    }
  }
  return file.takesTexts ? withTexts(query, file, dialect, columns) : { columns, respelled: null };
}

/** A column with a value that is none of its type is text, so that no row is refused while the file is read. */
async function withTexts(
  query: Query,
  file: ReadableFile,
  dialect: CsvDialect,
  columns: readonly CsvColumn[],
): Promise<ExactColumns> {
  const { misfit, respelled } = await spellings(query, texts(file, dialect), dialect, columns);
  return {
    columns: columns.map((column) => (misfit.has(column.name) ? { ...column, type: 'VARCHAR' } : column)),
    respelled: new Set([...respelled].filter((name) => !misfit.has(name))),
  };
}

function skippedLines({ skippedLines: count }: CsvDialect): string[] {
  if (count === 0) return [];
  return [`The ${count === 1 ? 'first line is' : `first ${count} lines are`} left out: the table begins below.`];
}

function headerNote({ hasHeader, columns }: CsvDialect): string {
  if (!hasHeader) return 'No header was found: all lines are rows. If the first line has the names, set header: true.';
  const isGuess = columns.every(({ type }) => type === 'VARCHAR');
  if (!isGuess) return 'The first line is the column names.';
  return 'The first line is read as the column names. If it is a row, set header: false.';
}

function dateNotes({ dates }: Doubts): string[] {
  if (dates.size === 0) return [];
  const names = [...dates].join(', ');
  return [`Dates stay text where day and month could be exchanged: ${names}. Set date_format to read them.`];
}

function texts(file: ReadableFile, dialect: CsvDialect): string {
  const columns = dialect.columns.map(({ name }) => ({ name, type: 'VARCHAR' }));
  const source = readCsv(file, dialect, columns);
  return file.isSmall ? source : `(SELECT * FROM ${source} LIMIT ${SAMPLE_ROWS})`;
}

function isSniffedNumber(type: string): type is 'BIGINT' | 'DOUBLE' {
  return type === 'BIGINT' || type === 'DOUBLE';
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
