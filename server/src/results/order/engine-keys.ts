import type { ResultSpool } from '../spool/result-spool.js';
import { DELIMITER, NULL_MARK, textOfLineSql } from './column-text.js';
import type { SortSession } from './sort-engine.js';

/** Longer rows would need more of the engine's memory for one of them than it has for all. */
export const MAX_LINE_CHARS = 4 * 1024 * 1024;
/**
 * Up to here a line is read as plain text, which saves the engine from parsing it twice: it takes lines of two million
 * bytes, and a character has at most three.
 */
const MAX_PLAIN_LINE_CHARS = 650_000;
/** Bytes that the engine reads at once, twice the longest line that it takes; by default 32 MB for each thread. */
const READ_BYTES = 4 * 1024 * 1024;

/** Reads each line of a file as one text. */
export const AS_LINES = `delim = '${DELIMITER}', quote = '', escape = '', header = false, auto_detect = false, strict_mode = false, buffer_size = ${READ_BYTES}`;

/** The keys of one column in a table of the engine. */
export interface KeyTable {
  /** The place of the column in its result. */
  readonly column: number;
  /** How many columns `key_0`, `key_1`, … one key has; either all of them are NULL or none. */
  readonly width: number;
  /** Rows whose key is not NULL. */
  readonly keys: number;
  readonly nulls: number;
}

/**
 * Reads the keys of a column into a table of the engine, `keys_<column>`: from the column's own file where there is one,
 * else from the result itself. Null where a cell is not what `expressions`, the keys of its text, promise.
 */
export async function makeKeys(
  session: SortSession,
  spool: ResultSpool,
  column: number,
  expressions: readonly string[],
): Promise<KeyTable | null> {
  const make = (cells: string) => keysFrom(session, { column, expressions, cells, rows: spool.readableRows });
  const file = spool.columnFile(column);
  const keys = file === null ? null : await make(cellsIn(file)).catch(() => null);
  return keys ?? make(`SELECT json_extract_string(json, '$[${column}]') AS t FROM ${linesOf(spool)}`);
}

interface KeySource {
  readonly column: number;
  readonly expressions: readonly string[];
  /** A query whose column `t` has the texts. */
  readonly cells: string;
  readonly rows: number;
}

/** Cells become keys as they are read; the row's number is the place of its key in the table. */
async function keysFrom(session: SortSession, source: KeySource): Promise<KeyTable | null> {
  const { column, expressions, cells } = source;
  const names = expressions.map((expression, index) => `${expression} AS key_${index}`).join(', ');
  const misfits = expressions.map((_, index) => `key_${index} IS NULL`).join(' OR ');
  await session.rows(
    `CREATE OR REPLACE TEMP TABLE keys_${column} AS SELECT ${names}, t IS NULL AS is_null FROM (${cells})`,
  );
  const [counts = []] = await session.rows(
    `SELECT count(*), count(*) FILTER (NOT is_null AND (${misfits})), count(key_0) FROM keys_${column}`,
  );
  const [rows = 0, misfitting = 0, keys = 0] = counts.map(Number);
  if (rows === source.rows && misfitting === 0) return { column, width: expressions.length, keys, nulls: rows - keys };
  await session.rows(`DROP TABLE keys_${column}`);
  return null;
}

/** A table of the spool's lines. JSON holds no control character, so none of them is cut. */
function linesOf({ path, longestLine }: ResultSpool): string {
  const name = path.replaceAll("'", "''");
  if (longestLine > MAX_PLAIN_LINE_CHARS) return `read_ndjson_objects('${name}')`;
  return `read_csv('${name}', ${AS_LINES}, columns = {'json': 'VARCHAR'})`;
}

/** The cells of a column as `ColumnFiles` writes them. */
function cellsIn(file: string): string {
  const source = `read_csv('${file.replaceAll("'", "''")}', ${AS_LINES}, nullstr = '${NULL_MARK}', columns = {'line': 'VARCHAR'})`;
  return `SELECT ${textOfLineSql('line')} AS t FROM ${source}`;
}
