/** How a result of a million rows arrives, is read and is sorted; every ratio is taken within one run. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createBigTable } from './parts/big-table.mjs';
import { copyByPsql, keepResult, readAll } from './parts/large-result.mjs';
import { median, quantile } from './parts/load.mjs';
import { computedMs, residentMegabytes, startProgram, stopProgram } from './parts/processes.mjs';

const SQL = 'SELECT * FROM big';
/** The types that the sorted page is measured for, each by the column that has it: all that the table has, and one more. */
const SORTED = {
  bigint: 'id',
  'numeric(18,4)': 'price',
  numeric: 'amount',
  double: 'score',
  timestamptz: 'placed_at',
  date: 'day',
  boolean: 'is_paid',
  text: 'name',
  'text of several lines': 'note',
  uuid: 'token',
  jsonb: 'details',
  'integer[]': 'numbers',
  bytea: 'digest',
};
const databaseUrl = String(process.env.TEST_POSTGRES_URL);

/** @type {{name: string, value: string, target: string, isMet: boolean}[]} */
const report = [];
const home = mkdtempSync(join(tmpdir(), 'workbench-bench-'));

try {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await createBigTable(client);
  writeConnections();
  const env = { WORKBENCH_HOME: home, WORKBENCH_DEMO: 'off', PORT: '0', LOG_LEVEL: 'error' };
  const own = await startProgram('dist/server/src/main.js', env);
  const address = String(own.line.split(' ').at(-1));
  await measureFirstRows(address);
  await measureSpool(address);
  await measurePages(address, own.child.pid);
  await measureSorts(address, own.child.pid);
  await measureCancel(address, client);
  await stopProgram(own.child);
  await client.end();
} finally {
  rmSync(home, { recursive: true, force: true });
}
print();

/** The answer with the first rows of a million against that of the same query with LIMIT 200. @param {string} address */
async function measureFirstRows(address) {
  /** @type {number[]} */
  const ratios = [];
  /** @type {number[]} */
  const times = [];
  for (let round = 0; round < 12; round += 1) {
    const limited = await answered(address, `${SQL} LIMIT 200`);
    const large = await answered(address, SQL);
    await whenQuiet(address);
    if (round < 2) continue;
    ratios.push(large / limited);
    times.push(large);
  }
  const ratio = median(ratios);
  add(
    'First rows of 1,000,000',
    `${ratio.toFixed(2)}× LIMIT 200 (${median(times).toFixed(1)} ms)`,
    '≤ 1.5×',
    ratio <= 1.5,
  );
}

/** Milliseconds to the answer of a run, which is then deleted. @param {string} address @param {string} sql */
async function answered(address, sql) {
  const begin = performance.now();
  const run = await post(address, { connection_id: 'bench', sql, first_page: true });
  const ms = performance.now() - begin;
  await fetch(`${address}/api/studio/runs/${run.id}`, { method: 'DELETE' });
  return ms;
}

/** @param {string} address */
async function whenQuiet(address) {
  for (;;) {
    const { items } = /** @type {any} */ (await (await fetch(`${address}/api/studio/runs?status=running`)).json());
    if (items.length === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await new Promise((resolve) => setTimeout(resolve, 200));
}

/** @param {string} address */
async function measureSpool(address) {
  /** @type {number[]} */
  const ratios = [];
  for (let round = 0; round < 3; round += 1) {
    const copy = await copyByPsql(databaseUrl, SQL);
    const kept = await keepResult(address, SQL);
    ratios.push(kept.ms / copy.ms);
    await fetch(runOf(kept.statement), { method: 'DELETE' });
  }
  const ratio = median(ratios);
  add('All of 1,000,000 rows kept', `${ratio.toFixed(2)}× COPY`, '≤ 2.5×', ratio <= 2.5);
}

/** @param {string} address @param {number | undefined} pid */
async function measurePages(address, pid) {
  const { statement } = await keepResult(address, SQL);
  const times = [];
  for (let page = 0; page < 200; page += 1) {
    const offset = (page * 7919 * 200) % 1_000_000;
    times.push((await readAll(`${statement}/rows?offset=${offset}&limit=200`, pid)).ms);
  }
  const p95 = quantile(times, 0.95);
  add('Any page, p95', `${p95.toFixed(1)} ms`, '≤ 30 ms', p95 <= 30);
  await fetch(runOf(statement), { method: 'DELETE' });
}

/** Each column in a result that has not been sorted before: at once, then the other direction, then deep inside. */
async function measureSorts(/** @type {string} */ address, /** @type {number | undefined} */ pid) {
  const sql = 'SELECT *, (id * 7919 % 1000003 / 7.0)::numeric(18,4) AS price FROM big';
  const { statement } = await keepResult(address, sql);
  await new Promise((resolve) => setTimeout(resolve, 500));
  const before = residentMegabytes(pid);
  let peak = before;
  for (const [name, column] of Object.entries(SORTED)) {
    const read = async (/** @type {string} */ query) => {
      const { ms, peakMegabytes } = await readAll(`${statement}/rows?limit=200&sort=${column}:${query}`, pid);
      peak = Math.max(peak, peakMegabytes);
      return ms;
    };
    const computed = computedMs(pid);
    const first = await read('desc');
    const cpu = computedMs(pid) - computed;
    const other = await read('asc');
    const deep = await read('desc&offset=500000');
    const next = await read('desc&offset=700000');
    const cost = `${first.toFixed(0)} ms (computing ${cpu}), then ${other.toFixed(0)}; deep ${deep.toFixed(0)}, then ${next.toFixed(0)}`;
    add(`Sorted by ${name}`, cost, '≤ 300 ms', first <= 300 && other <= 300);
  }
  add('Memory while sorting', `+${(peak - before).toFixed(0)} MB`, 'no limit', true);
  await fetch(runOf(statement), { method: 'DELETE' });
}

/** From the request to the moment in which Postgres runs the statement no more. @param {string} address @param {pg.Client} client */
async function measureCancel(address, client) {
  const times = [];
  for (let round = 0; round < 30; round += 1) {
    const mark = `/* cancel ${round} */`;
    const sql = round % 2 === 0 ? `SELECT pg_sleep(60) ${mark}` : `${SQL} ${mark}`;
    const started = post(address, { connection_id: 'bench', sql, first_page: true });
    const { id } = round % 2 === 0 ? await runningOne(address) : await started;
    const begin = performance.now();
    await fetch(`${address}/api/studio/runs/${id}/cancel`, { method: 'POST' });
    for (;;) {
      const { rows } = await client.query(
        `SELECT count(*)::int AS count FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND query LIKE $1`,
        [`%cancel ${round} *%`],
      );
      if (rows[0].count === 0) break;
    }
    times.push(performance.now() - begin);
    await started;
    await whenQuiet(address);
  }
  const p95 = quantile(times, 0.95);
  add('Cancelled in the database, p95', `${p95.toFixed(0)} ms`, '≤ 250 ms', p95 <= 250);
}

/** @param {string} address @returns {Promise<{id: string}>} */
async function runningOne(address) {
  for (;;) {
    const { items } = /** @type {any} */ (await (await fetch(`${address}/api/studio/runs?status=running`)).json());
    if (items[0]) return items[0];
  }
}

/** @param {string} address @param {object} request @returns {Promise<{id: string}>} */
async function post(address, request) {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${address}/api/studio/runs`, { method: 'POST', headers, body: JSON.stringify(request) });
  return /** @type {any} */ (await answer.json());
}

/** @param {string} statement */
function runOf(statement) {
  return statement.slice(0, statement.indexOf('/statements/'));
}

function writeConnections() {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  writeFileSync(
    join(home, 'connections.yaml'),
    `connections:\n  - { id: bench, name: Bench, kind: postgres, host: ${hostname}, port: ${port || 5432}, database: ${pathname.slice(1)}, user: ${username}, password: "${decodeURIComponent(password)}" }\n`,
  );
}

/** @param {string} name @param {string} value @param {string} target @param {boolean} isMet */
function add(name, value, target, isMet) {
  report.push({ name, value, target, isMet });
}

function print() {
  for (const { name, value, target, isMet } of report) {
    console.log(`${isMet ? '✓' : '✗'} ${name.padEnd(31)} ${value.padEnd(58)} ${target}`);
  }
  console.log(`Load of the machine over the last minute: ${loadavg()[0]?.toFixed(1)}`);
  if (report.some(({ isMet }) => !isMet)) process.exitCode = 1;
}
