import { dateOrder, inDateOrder, otherDateOrders, provenDateOrder } from '#libs/files';
import type { ReadingDoubt } from '#libs/files';
import { literal, quoted } from '../../../duckdb/open-database.js';
import type { CsvDialect } from './csv-dialect.js';
import type { Query } from './file-reading.js';

/** The columns whose every value is a date in another order, too, and not the same one. */
export async function ambiguousDates(
  query: Query,
  source: string,
  dialect: CsvDialect,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const ambiguous = new Set<string>();
  for (const name of names) {
    const format = formatOf(name, dialect);
    const isAmbiguous = format === null || (await hasOtherOrder(query, source, name, format));
    if (isAmbiguous) ambiguous.add(name);
  }
  return ambiguous;
}

/**
 * The dialect with the order of dates that other columns of the file prove; null where none does. `written` are all
 * columns whose dates do not begin with a year of four digits.
 */
export function inProvenOrder(
  dialect: CsvDialect,
  written: readonly string[],
  ambiguous: ReadonlySet<string>,
): CsvDialect | null {
  const proving = written.filter((name) => !ambiguous.has(name)).map((name) => dateOrder(formatOf(name, dialect)));
  const order = provenDateOrder(null, proving);
  const isKnown = [...ambiguous].every((name) => formatOf(name, dialect) !== null);
  if (order === null || !isKnown) return null;
  const { dateFormat, timestampFormat } = dialect;
  return {
    ...dialect,
    dateFormat: dateFormat && inDateOrder(dateFormat, order),
    timestampFormat: timestampFormat && inDateOrder(timestampFormat, order),
  };
}

/** What the first value of each column is in each order in which all of its values are dates. */
export async function dateDoubts(
  query: Query,
  source: string,
  dialect: CsvDialect,
  ambiguous: ReadonlySet<string>,
): Promise<ReadingDoubt[]> {
  const doubts: ReadingDoubt[] = [];
  for (const name of ambiguous) {
    const format = formatOf(name, dialect);
    if (format === null) continue;
    const isDate = typeOf(name, dialect) === 'DATE';
    const orders = [format, ...otherDateOrders(format)].flatMap((one) => {
      const order = dateOrder(one);
      return order === null ? [] : [{ order, format: one }];
    });
    const cells = orders.map(({ format: one }, index) => {
      const value = `try_strptime(v, ${literal(one)})`;
      return `first(CAST(${value}${isDate ? '::DATE' : ''} AS VARCHAR)) AS r${index}, bool_and(${value} IS NOT NULL) AS a${index}`;
    });
    const [row = {}] = await query(`
      SELECT first(v) AS sample, ${cells.join(', ')} FROM (SELECT ${quoted(name)} AS v FROM ${source}) WHERE v <> ''`);
    const readings = orders.flatMap(({ order }, index) =>
      row[`a${index}`] === true ? [{ as: order, text: String(row[`r${index}`]) }] : [],
    );
    doubts.push({ column: name, kind: 'date', sample: String(row.sample), readings });
  }
  return doubts;
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

function formatOf(name: string, dialect: CsvDialect): string | null {
  return typeOf(name, dialect) === 'DATE' ? dialect.dateFormat : dialect.timestampFormat;
}

function typeOf(name: string, { columns }: CsvDialect): string | undefined {
  return columns.find((column) => column.name === name)?.type;
}
