import { dateOrder, numberType, otherDateOrders } from '#libs/files';
import type { FoundReading } from '#libs/files';
import { quoted } from '../../../duckdb/open-database.js';
import { readCsv, refuseWide, sniffCsv, type CsvColumn, type CsvDialect } from './csv-dialect.js';
import { ambiguousDates, dateDoubts, inProvenOrder } from './date-doubts.js';
import { unlessUnreadable, type FileReading, type Query, type ReadableFile } from './file-reading.js';
import { doubtfulDates, type ReadingNote } from './reading-note.js';
import { openQuoteLine } from './open-quotes.js';
import { MOST_LOOKED_AT, NO_SIGNS, numberSigns, plainNumberText, type NumberSigns } from './number-signs.js';
import { maybePlainCsv } from './plain-csv.js';
import { raggedRows, type RaggedRows } from './ragged-rows.js';
import { spellings } from './spellings.js';
import { asWritten, rowsWithTexts, typedRows } from './typed-rows.js';
import { inexactDoubles, mayBeInexact, numberFacts } from './value-facts.js';

/** How many rows of a large file are looked at, as many as the engine's sniffer takes. */
const SAMPLE_ROWS = 20_480;
const NO_QUOTES = { quote: '', escape: '' };

/** Numbers of a column that its type may round, dates that can be read in two orders, and values that are `""`. */
interface Doubts {
  readonly numbers: ReadonlySet<string>;
  readonly dates: ReadonlySet<string>;
  /** Columns whose dates do not begin with a year of four digits. */
  readonly written: readonly string[];
  /** Columns with a type that may have a quoted empty value. */
  readonly empties: ReadonlySet<string>;
}

/**
 * How a CSV file is read: by the dialect that the engine finds, with types that hold every value exactly. A small file
 * is read whole to know; in a large one each number is checked as it is read.
 */
export async function readCsvFile(query: Query, file: ReadableFile): Promise<FileReading> {
  const found = await tried(query, file, await sniffCsv(query, file));
  const { dialect, doubts } = file.takesTexts ? inOrder(found) : found;
  const { ragged } = found;
  const source = texts(file, dialect);
  const signs = file.takesTexts ? await numberSigns(query, source, dialect, file.options.decimal ?? null) : NO_SIGNS;
  const { columns, respelled } = await exactColumns(query, file, dialect, { doubts, signs });
  const dates = file.takesTexts ? await dateDoubts(query, source, dialect, doubts.dates) : [];
  const written = file.takesTexts ? asWritten(dialect, columns, signs.columns) : [];
  return {
    found: {
      ...foundIn(file, dialect, columns, signs),
      ...{ doubts: [...dates, ...signs.doubts], asWritten: written },
    },
    maybePlain: respelled === null ? null : maybePlainCsv(dialect, columns, respelled),
    ...(written.length === 0 ? {} : { withTexts: rowsWithTexts(file, dialect, columns, signs.columns) }),
    select: typedRows(file, dialect, columns, { empties: doubts.empties, signs: signs.columns }),
    columnCount: columns.length,
    description: [headerNote(dialect), ...doubtfulDates([...doubts.dates])],
    warnings: [
      ...skippedLines(file, dialect),
      ...ragged.warnings,
      ...(await openQuotes(file, dialect)),
      ...misreadDates(file, dialect, columns),
    ],
  };
}

interface TriedDialect {
  readonly dialect: CsvDialect;
  readonly doubts: Doubts;
  readonly ragged: RaggedRows;
}

const NO_DOUBTS: Doubts = { numbers: new Set(), dates: new Set(), written: [], empties: new Set() };
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
    dates: await ambiguousDates(query, source, dialect, named(false)),
    written: named(false),
    empties: new Set(typed.filter((_, index) => isMany || row[`e${index}`] === true)),
  };
}

function checkOf(name: string, type: string, dialect: CsvDialect, file: ReadableFile): string | null {
  const v = quoted(name);
  if (isSniffedNumber(type)) return mayBeInexact(v, type);
  if ((file.options.dateOrder ?? null) !== null) return null;
  if (type === 'DATE' && file.options.dateFormat === null) return isForeignDate(v, dialect.dateFormat);
  if (type === 'TIMESTAMP' && file.options.timestampFormat === null) return isForeignDate(v, dialect.timestampFormat);
  return null;
}

/** Dates that begin with a year of four digits have one order. */
function isForeignDate(v: string, format: string | null): string | null {
  if (format !== null && otherDateOrders(format).length === 0) return null;
  return `NOT regexp_matches(${v}, '^\\s*([+-]?[0-9]{4}|$)')`;
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
  { doubts, signs }: { readonly doubts: Doubts; readonly signs: NumberSigns },
): Promise<ExactColumns> {
  const columns: CsvColumn[] = [];
  const source = texts(file, dialect);
  const isDoubtful = ({ name, type }: CsvColumn): boolean => doubts.numbers.has(name) && isSniffedNumber(type);
  const doubles = dialect.columns.filter((column) => column.type === 'DOUBLE' && isDoubtful(column));
  const inexact = await inexactDoubles(
    query,
    source,
    doubles.map(({ name }) => name),
  );
  for (const { name, type } of dialect.columns) {
    // Their numbers are looked at behind the others, whose texts are as the engine reads them.
    if (signs.columns.has(name) || doubts.dates.has(name)) columns.push({ name, type: 'VARCHAR' });
    else if (type === 'DOUBLE' ? !inexact.has(name) : !doubts.numbers.has(name)) columns.push({ name, type });
    else if (!isSniffedNumber(type)) columns.push({ name, type });
    else {
      const facts = await numberFacts(query, `SELECT ${quoted(name)} AS v FROM ${source}`);
      columns.push({ name, type: numberType(type, facts) });
    }
  }
  if (!file.takesTexts) return { columns, respelled: null };
  return withSigns(query, texts(file, dialect), await withTexts(query, file, dialect, columns), signs);
}

/** With the numbers that have another decimal sign, which are all written in another way than the file has them. */
async function withSigns(
  query: Query,
  source: string,
  { columns, respelled }: ExactColumns,
  { columns: signs }: NumberSigns,
): Promise<ExactColumns> {
  const exact: CsvColumn[] = [];
  for (const column of columns) {
    const sign = signs.get(column.name);
    if (sign === undefined) exact.push(column);
    else {
      const facts = await numberFacts(
        query,
        `SELECT ${plainNumberText(quoted(column.name), sign)} AS v FROM ${source}`,
      );
      exact.push({ ...column, type: numberType('DOUBLE', facts) });
    }
  }
  return { columns: exact, respelled: new Set([...(respelled ?? []), ...signs.keys()]) };
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

/** Says where quotes begin that do not end, and that a file is one column although its first line is not. */
async function openQuotes(file: ReadableFile, { delimiter, quote, columns }: CsvDialect): Promise<string[]> {
  const { firstDelimiter: first } = file;
  const isOneColumn = columns.length === 1 && first !== null && first !== delimiter;
  if (!file.isSmall || (!isOneColumn && quote !== '')) return [];
  const line = await openQuoteLine(file, isOneColumn ? first : delimiter);
  return [
    ...(isOneColumn ? ['All is one column, although the first line has several values. Choose the delimiter.'] : []),
    ...(line === null ? [] : [`A quote that begins in line ${line} does not end: quotes are read as characters.`]),
  ];
}

/** With the order of dates that some columns prove for the others. */
function inOrder({ dialect, doubts }: TriedDialect): Pick<TriedDialect, 'dialect' | 'doubts'> {
  const proven = inProvenOrder(dialect, doubts.written, doubts.dates);
  return proven === null ? { dialect, doubts } : { dialect: proven, doubts: { ...doubts, dates: new Set() } };
}

function foundIn(
  { options }: ReadableFile,
  dialect: CsvDialect,
  columns: readonly CsvColumn[],
  { decimal }: NumberSigns,
): Omit<FoundReading, 'encoding' | 'doubts' | 'asWritten'> {
  const has = (pattern: RegExp): boolean => columns.some(({ type }) => pattern.test(type));
  const format = has(/^DATE$/) ? dialect.dateFormat : dialect.timestampFormat;
  const order = has(/^(?:DATE|TIMESTAMP)/) ? (format === null ? 'ymd' : dateOrder(format)) : null;
  return {
    ...{ delimiter: dialect.delimiter, quote: dialect.quote || null, hasHeader: dialect.hasHeader },
    dateOrder: options.dateOrder ?? order,
    decimal: options.decimal ?? decimal ?? (has(/^(?:DOUBLE|DECIMAL)/) ? '.' : null),
  };
}

/** Says which columns of dates are text since the order that was chosen does not fit. */
function misreadDates({ options }: ReadableFile, dialect: CsvDialect, columns: readonly CsvColumn[]): string[] {
  if ((options.dateOrder ?? null) === null) return [];
  const found = new Map(columns.map(({ name, type }) => [name, type]));
  const misread = dialect.columns.filter(
    ({ name, type }) => /^(?:DATE|TIMESTAMP)$/.test(type) && found.get(name) === 'VARCHAR',
  );
  if (misread.length === 0) return [];
  return [
    `Some values are no dates in the order that is set, so that these columns are text: ${misread.map(({ name }) => name).join(', ')}.`,
  ];
}

function skippedLines({ separator }: ReadableFile, { skippedLines: skipped }: CsvDialect): string[] {
  const count = separator === null ? skipped : skipped - 1;
  if (count <= 0) return [];
  return [`The ${count === 1 ? 'first line is' : `first ${count} lines are`} left out: the table begins below.`];
}

function headerNote({ hasHeader, columns }: CsvDialect): ReadingNote {
  if (!hasHeader) {
    return {
      text: 'No header was found: all lines are rows.',
      advice: 'If the first line has the names, set header: true.',
    };
  }
  const isGuess = columns.every(({ type }) => type === 'VARCHAR');
  if (!isGuess) return { text: 'The first line is the column names.' };
  return { text: 'The first line is read as the column names.', advice: 'If it is a row, set header: false.' };
}

function texts(file: ReadableFile, dialect: CsvDialect): string {
  const columns = dialect.columns.map(({ name }) => ({ name, type: 'VARCHAR' }));
  const source = readCsv(file, dialect, columns);
  return file.isSmall ? source : `(SELECT * FROM ${source} LIMIT ${SAMPLE_ROWS})`;
}

function isSniffedNumber(type: string): type is 'BIGINT' | 'DOUBLE' {
  return type === 'BIGINT' || type === 'DOUBLE';
}
