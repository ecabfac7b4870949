import { readCsv, type CsvDialect } from './csv-dialect.js';
import { unlessUnreadable, type Query, type ReadableFile } from './file-reading.js';

/** Rows that have not as many values as there are columns. */
export interface RaggedRows {
  /** The most values that a row has. */
  readonly longest: number;
  /** How many there are and where the first is, in sentences. */
  readonly warnings: readonly string[];
}

interface RejectedRows {
  readonly error: string;
  readonly rows: number;
  readonly line: number;
  readonly longest: number;
}

/** Has the engine's strict reading count the rows that it rejects: those as long as the header are right. */
export async function raggedRows(query: Query, file: ReadableFile, dialect: CsvDialect): Promise<RaggedRows> {
  const strict = { ...dialect, columns: namedColumns(dialect), isPadded: false };
  const rejected =
    (await unlessUnreadable(rejectedRows(query, file, { ...strict, isLenient: false }))) ??
    (await unlessUnreadable(rejectedRows(query, file, strict))) ??
    [];
  const warnings = rejected.flatMap(({ error, rows, line }) => {
    if (error === 'MISSING COLUMNS')
      return [`${rowsHave(rows)} fewer values than there are columns, the first in line ${line}; the rest is NULL.`];
    if (error === 'TOO MANY COLUMNS')
      return [`${rowsHave(rows)} more values than the header has names, the first in line ${line}.`];
    return [];
  });
  const isMixed = dialect.isLenient && warnings.length === 0;
  return {
    longest: Math.max(0, ...rejected.map(({ longest }) => longest)),
    warnings: isMixed ? ['The file has line ends of different kinds or stray quotes.'] : warnings,
  };
}

async function rejectedRows(query: Query, file: ReadableFile, dialect: CsvDialect): Promise<RejectedRows[]> {
  const columns = dialect.columns.map(({ name }) => ({ name, type: 'VARCHAR' }));
  await query('DROP TABLE IF EXISTS temp.reject_errors; DROP TABLE IF EXISTS temp.reject_scans');
  await query(`SELECT count(*) FROM ${readCsv(file, dialect, columns, ', store_rejects = true')}`);
  const rows = await query(`
    SELECT error_type::VARCHAR AS error, count(DISTINCT line)::INTEGER AS rows, min(line)::INTEGER AS line,
      max(coalesce(TRY_CAST(regexp_extract(error_message, 'Found: ([0-9]+)', 1) AS INTEGER), 0)) AS longest
    FROM temp.reject_errors GROUP BY 1 ORDER BY 1`);
  await query('DROP TABLE IF EXISTS temp.reject_errors; DROP TABLE IF EXISTS temp.reject_scans');
  return rows as unknown as RejectedRows[];
}

function rowsHave(rows: number): string {
  return rows === 1 ? '1 row has' : `${rows} rows have`;
}

/** The sniffer makes up names for values that the header has none for. */
function namedColumns({ columns, hasHeader }: CsvDialect): CsvDialect['columns'] {
  if (!hasHeader) return columns;
  const last = columns.findLastIndex(({ name }, index) => name !== `column${index}`);
  return columns.slice(0, last + 1);
}
