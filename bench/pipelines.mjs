/** Prints what a pipeline takes that joins 5,000,000 rows of Postgres with a CSV of 1,000,000, against the same by hand. */
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { median } from './parts/load.mjs';
import { treeMemory, watchTree } from './parts/process-tree.mjs';
import { startProgram, stopProgram } from './parts/processes.mjs';
import { findPsql } from './parts/psql.mjs';

const ROWS = Number(process.env.BENCH_PIPELINE_ROWS ?? 5_000_000);
const CSV_ROWS = ROWS / 5;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
/** As the workbench sets it. */
const MEMORY_MEBIBYTES = 1024;
const SERVER = 'dist/server/src/main.js';
const QUERY = 'SELECT id, customer_id, total, placed FROM bench_pipeline_orders';
const JOIN = `SELECT c.region, c.segment, count(*) AS orders, sum(o.total) AS total, max(o.placed) AS newest
  FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY ALL`;
const WIDE = 'SELECT o.id, o.total, o.placed, c.name, c.region FROM orders o JOIN customers c ON c.id = o.customer_id';

const databaseUrl = process.env.TEST_POSTGRES_URL;
if (!databaseUrl) throw new Error('Run it with "npm run bench", which starts the Postgres that it needs.');
const home = mkdtempSync(join(tmpdir(), 'workbench-bench-'));

try {
  await createOrders();
  const csv = writeCustomers();
  for (const [name, step] of /** @type {const} */ ([
    ['joined and summed', JOIN],
    ['joined, every row written', WIDE],
  ])) {
    await measure(name, step, csv);
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}

async function createOrders() {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`CREATE UNLOGGED TABLE IF NOT EXISTS bench_pipeline_orders AS
    SELECT i::bigint AS id, (i::bigint * 7919 % ${CSV_ROWS})::int AS customer_id, (i % 100000)::numeric(12,2) / 100 AS total,
      '2026-01-01Z'::timestamptz + i * interval '1 s' AS placed
    FROM generate_series(1, ${ROWS}) i`);
  await client.query('ALTER TABLE bench_pipeline_orders ALTER COLUMN total TYPE numeric(12,2)');
  await client.query('ANALYZE bench_pipeline_orders');
  await client.end();
}

function writeCustomers() {
  const folder = join(home, 'files');
  mkdirSync(folder);
  const path = join(folder, 'customers.csv');
  const lines = ['id,name,region,segment'];
  for (let id = 0; id < CSV_ROWS; id += 1)
    lines.push(`${id},Customer ${id},Region ${id % 40},${id % 3 === 0 ? 'trade' : 'people'}`);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

/** @param {string} name @param {string} step @param {string} csv */
async function measure(name, step, csv) {
  const { hostname, port, username, password, pathname } = new URL(String(databaseUrl));
  writeFileSync(
    join(home, 'connections.yaml'),
    `connections:\n  - { id: bench, name: Bench, kind: postgres, host: ${hostname}, port: ${port || 5432}, database: ${pathname.slice(1)}, user: ${username}, password: "${decodeURIComponent(password)}" }\n`,
  );
  const env = {
    WORKBENCH_HOME: home,
    WORKBENCH_FILES: join(home, 'files'),
    WORKBENCH_DEMO: 'off',
    PORT: '0',
    LOG_LEVEL: 'error',
  };
  const { child, line } = await startProgram(SERVER, env);
  /** @type {number[]} */
  const own = [];
  /** @type {number[]} */
  const hand = [];
  let peak = 0;
  try {
    const address = String(line.split(' ').at(-1));
    const job = await createJob(address, name, step, csv);
    for (let round = 0; round < ROUNDS; round += 1) {
      hand.push(await byHand(step, csv));
      const before = treeMemory(child.pid).megabytes;
      const watch = watchTree(child.pid);
      own.push(await runJob(address, job));
      peak = Math.max(peak, watch.stop().megabytes - before);
    }
  } finally {
    await stopProgram(child);
  }
  const ratio = median(own.map((ms, round) => ms / (hand[round] ?? NaN)));
  const limit = MEMORY_MEBIBYTES + 200;
  const times = `${(median(own) / 1000).toFixed(1)} / ${(median(hand) / 1000).toFixed(1)} s`;
  say(`${ROWS.toLocaleString('en')} rows ${name}`, `${ratio.toFixed(2)}× by hand (${times}; ≤ 1.5×)`, ratio <= 1.5);
  say('Memory beside that of the idle server, at most', `${peak.toFixed(0)} MB (≤ ${limit} MB)`, peak <= limit);
}

/** @param {string} step @param {string} csv */
async function byHand(step, csv) {
  const begin = performance.now();
  const orders = join(home, 'orders.csv');
  const copy = `COPY (${QUERY}) TO STDOUT (FORMAT csv, HEADER)`;
  const psql = spawn(findPsql(), ['-X', '-q', '-d', String(databaseUrl), '-c', copy], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const file = psql.stdout.pipe(createWriteStream(orders));
  const written = new Promise((resolve) => file.once('close', () => resolve(null)));
  if ((await ended(psql)) !== 0) throw new Error('psql has failed');
  await written;
  const from = `WITH orders AS (FROM read_csv('${orders}')), customers AS (FROM read_csv('${csv}')) ${step}`;
  const sql = `COPY (${from}) TO '${join(home, 'by-hand.parquet')}' (FORMAT parquet)`;
  const duckdb = spawn(process.execPath, ['bench/parts/duckdb-by-hand.mjs', sql, String(MEMORY_MEBIBYTES)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if ((await ended(duckdb)) !== 0) throw new Error('DuckDB has failed');
  return performance.now() - begin;
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<number | null>} */
function ended(child) {
  return new Promise((resolve) => child.once('close', resolve));
}

/** @param {string} address @param {string} name @param {string} step @param {string} csv */
async function createJob(address, name, step, csv) {
  const definition = {
    inputs: [
      { name: 'orders', kind: 'query', connection_id: 'bench', sql: QUERY },
      { name: 'customers', kind: 'file', path: csv },
    ],
    steps: [{ name: 'joined', sql: step }],
    output: { from: 'joined', format: 'parquet', name: 'joined' },
  };
  const pipeline = await post(`${address}/api/pipelines`, { name, definition });
  const trigger = { type: 'interval', every: 8000, unit: 'hours' };
  const job = await post(`${address}/api/scheduler/jobs/pipeline`, {
    name,
    trigger,
    settings: { pipeline_id: pipeline.id, keep_last: 1 },
  });
  return job.id;
}

/** @param {string} address @param {string} job */
async function runJob(address, job) {
  const { id } = await post(`${address}/api/scheduler/jobs/${job}/run`, {});
  for (;;) {
    const run = /** @type {any} */ (await (await fetch(`${address}/api/scheduler/runs/${id}`)).json());
    if (run.status === 'success') return Number(run.duration_ms);
    if (run.status !== 'queued' && run.status !== 'running') throw new Error(`${run.status}: ${run.error}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** @param {string} url @param {object} body @returns {Promise<any>} */
async function post(url, body) {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

/** @param {string} what @param {string} text @param {boolean} isMet */
function say(what, text, isMet) {
  console.log(`${what}: ${text}${isMet ? '' : '  MISSED'}`);
  if (!isMet) process.exitCode = 1;
}
