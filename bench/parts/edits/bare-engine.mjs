/**
 * The bare engine in a process of its own: opens a file, and makes the transaction of each message, which is what the review
 * of edits needs of an engine at the least: the rows before, the edits, the rows after.
 */
import { DatabaseSync } from 'node:sqlite';
import { DuckDBInstance } from '@duckdb/node-api';

/** @typedef {{ id: string, n: string }} Edit */
/** @typedef {{ all(sql: string, values?: string[]): Promise<unknown[][]>, each(sql: string, rows: string[][]): Promise<unknown[][]> }} Engine */

const KEYS_PER_QUERY = 200;
const [, , kind = '', path = ''] = process.argv;
const engine = kind === 'sqlite' ? openSqlite() : await openDuckDb();
process.on('message', (/** @type {{ edits: Edit[], end: 'COMMIT' | 'ROLLBACK' }} */ { edits, end }) => {
  void transaction(edits, end).then((rows) => process.send?.(rows));
});
process.on('disconnect', () => process.exit(0));
process.send?.('opened');

/** @param {Edit[]} edits @param {'COMMIT' | 'ROLLBACK'} end */
async function transaction(edits, end) {
  await engine.all('BEGIN');
  const before = [];
  for (let start = 0; start < edits.length; start += KEYS_PER_QUERY) {
    const ids = edits.slice(start, start + KEYS_PER_QUERY).map(({ id }) => id);
    const places = ids.map((_, index) => `$${index + 1}`);
    before.push(...(await engine.all(`SELECT * FROM bench_edits WHERE id IN (${places.join(', ')})`, ids)));
  }
  const update = 'UPDATE bench_edits SET n = $1 WHERE id = $2 RETURNING *';
  const after = await engine.each(
    update,
    edits.map(({ id, n }) => [n, id]),
  );
  await engine.all(end);
  return { before, after };
}

/** @returns {Engine} */
function openSqlite() {
  const database = new DatabaseSync(path, { returnArrays: true });
  /** @param {string[]} values */
  const bound = (values) => Object.fromEntries(values.map((value, index) => [index + 1, value]));
  /** @param {import('node:sqlite').StatementSync} statement @param {string[]} values */
  const rows = (statement, values) =>
    /** @type {unknown[][]} */ (/** @type {unknown} */ (statement.all(bound(values))));
  return {
    all: async (sql, values = []) => rows(database.prepare(sql), values),
    each: async (sql, all) => {
      const statement = database.prepare(sql);
      return all.flatMap((values) => rows(statement, values));
    },
  };
}

/** @returns {Promise<Engine>} */
async function openDuckDb() {
  const connection = await (await DuckDBInstance.create(path)).connect();
  /** @param {import('@duckdb/node-api').DuckDBPreparedStatement} prepared @param {string[]} values */
  const rows = async (prepared, values) => {
    values.forEach((value, index) => prepared.bindVarchar(index + 1, value));
    return (await prepared.runAndReadAll()).getRowsJson();
  };
  return {
    all: async (sql, values = []) => rows(await connection.prepare(sql), values),
    each: async (sql, all) => {
      const prepared = await connection.prepare(sql);
      const found = [];
      for (const values of all) found.push(...(await rows(prepared, values)));
      return found;
    },
  };
}
