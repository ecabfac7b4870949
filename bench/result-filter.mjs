/** Filters, finds and sums up a kept result of a million rows, against DuckDB alone on the same file in the same run. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import pg from 'pg';
import { createBigTable } from './parts/big-table.mjs';
import { keepResult } from './parts/large-result.mjs';
import { median } from './parts/load.mjs';
import { startProgram, stopProgram } from './parts/processes.mjs';

const SQL = 'SELECT * FROM big';
const ROUNDS = 5;
const databaseUrl = String(process.env.TEST_POSTGRES_URL);
const home = mkdtempSync(join(tmpdir(), 'workbench-bench-'));
/** @type {{name: string, value: string, target: string, isMet: boolean}[]} */
const report = [];

try {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await createBigTable(client);
  await client.end();
  writeConnections();
  const env = { WORKBENCH_HOME: home, WORKBENCH_DEMO: 'off', PORT: '0', LOG_LEVEL: 'error' };
  const own = await startProgram('dist/server/src/main.js', env);
  const { statement } = await keepResult(String(own.line.split(' ').at(-1)), SQL);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await measure(statement);
  await stopProgram(own.child);
} finally {
  rmSync(home, { recursive: true, force: true });
}
print();

/** @param {string} statement */
async function measure(statement) {
  const columns = await columnNames(statement);
  const at = (/** @type {string} */ name) => columns.indexOf(name);
  const engine = await (await DuckDBInstance.create(':memory:', { threads: '2' })).connect();
  const file = join(home, 'results', readdirSync(join(home, 'results')).find((name) => name.endsWith('.ndjson')) ?? '');
  const cells = (/** @type {string} */ name) =>
    `(SELECT json_extract_string(json, '$[${at(name)}]') AS t FROM read_ndjson_objects('${file}'))`;
  const byHand = async (/** @type {string} */ sql) => (await timed(() => engine.runAndReadAll(sql))).ms;

  for (const [title, name, condition, where] of /** @type {const} */ ([
    ['number between', 'id', { op: 'between', from: '1000', to: '900000' }, 't::BIGINT BETWEEN 1000 AND 900000'],
    ['rare text', 'name', { op: 'ends_with', value: '99999' }, "lower(t) LIKE '%99999'"],
  ])) {
    const [first, count, bare] = [[], [], []].map(() => /** @type {number[]} */ ([]));
    for (let round = 0; round < ROUNDS; round += 1) {
      // Each round another filter: none is remembered.
      const filter = [
        { column: at(name), ...condition },
        { column: at('id'), op: 'not_equals', value: String(-round) },
      ];
      const path = `${statement}/rows?limit=50&filter=${encodeURIComponent(JSON.stringify(filter))}`;
      first?.push((await timed(() => read(path))).ms);
      count?.push(
        (await timed(() => until(path, (page) => page.filtered_row_count !== null))).ms + (first?.at(-1) ?? 0),
      );
      bare?.push(await byHand(`SELECT count(*) FROM ${cells(name)} WHERE ${where}`));
    }
    add(`Filter, ${title}: first rows`, first, bare, 300);
    add(`Filter, ${title}: counted`, count, bare, null);
  }

  for (const [title, text] of /** @type {const} */ ([
    ['frequent', 'e'],
    ['rare', '99999'],
  ])) {
    const [first, count, bare] = [[], [], []].map(() => /** @type {number[]} */ ([]));
    for (let round = 0; round < ROUNDS; round += 1) {
      const found = `${text}${'0123456789'.charAt(round)}`.slice(0, text === 'e' ? 1 : undefined);
      const path = `${statement}/matches?text=${found}&case_sensitive=${String(text === 'e' && round % 2 === 0)}`;
      first?.push((await timed(() => read(path))).ms);
      count?.push((await timed(() => until(path, (page) => page.complete))).ms + (first?.at(-1) ?? 0));
      bare?.push(
        await byHand(`SELECT count(*) FROM read_ndjson_objects('${file}') WHERE contains(lower(json), '${found}')`),
      );
    }
    add(`Find, ${title}: first matches`, first, bare, 300);
    add(`Find, ${title}: counted`, count, bare, null);
  }

  for (const [name, type] of /** @type {const} */ ([
    ['id', 'BIGINT'],
    ['amount', 'VARCHAR'],
    ['placed_at', 'TIMESTAMPTZ'],
    ['name', 'VARCHAR'],
  ])) {
    const [own, bare] = [[], []].map(() => /** @type {number[]} */ ([]));
    for (let round = 0; round < ROUNDS; round += 1) {
      own?.push((await timed(() => read(`${statement}/columns/${at(name)}/statistics`))).ms);
      const grouped = `SELECT t::${type} AS v, count(*) AS n FROM ${cells(name)} GROUP BY 1`;
      bare?.push(await byHand(`SELECT count(*), min(v), max(v), max(n) FROM (${grouped})`));
    }
    add(`Statistics of ${name}`, own, bare, 1000);
  }
}

/** @param {string} statement @returns {Promise<string[]>} */
async function columnNames(statement) {
  const run = await read(statement.slice(0, statement.indexOf('/statements/')));
  return run.statements[0].columns.map((/** @type {{name: string}} */ { name }) => name);
}

/** @param {string} path @returns {Promise<any>} */
async function read(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${String(answer.status)} ${await answer.text()}`);
  return answer.json();
}

/** @param {string} path @param {(page: any) => boolean} isDone */
async function until(path, isDone) {
  while (!isDone(await read(path))) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** @param {() => Promise<unknown>} work */
async function timed(work) {
  const begin = performance.now();
  await work();
  return { ms: performance.now() - begin };
}

/** @param {string} name @param {number[] | undefined} own @param {number[] | undefined} bare @param {number | null} mostMs */
function add(name, own = [], bare = [], mostMs) {
  const ms = median(own);
  const value = `${ms.toFixed(0)} ms, ${(ms / median(bare)).toFixed(2)}× DuckDB`;
  report.push({ name, value, target: mostMs === null ? 'no limit' : `≤ ${mostMs} ms`, isMet: ms <= (mostMs ?? ms) });
}

function writeConnections() {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  writeFileSync(
    join(home, 'connections.yaml'),
    `connections:\n  - { id: bench, name: Bench, kind: postgres, host: ${hostname}, port: ${port || 5432}, database: ${pathname.slice(1)}, user: ${username}, password: "${decodeURIComponent(password)}" }\n`,
  );
}

function print() {
  for (const { name, value, target, isMet } of report)
    console.log(`${isMet ? '✓' : '✗'} ${name.padEnd(36)} ${value.padEnd(30)} ${target}`);
  console.log(`Load of the machine over the last minute: ${loadavg()[0]?.toFixed(1)}`);
  if (report.some(({ isMet }) => !isMet)) process.exitCode = 1;
}
