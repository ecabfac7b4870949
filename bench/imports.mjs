/** Prints how fast the rows of a CSV file are imported into Postgres, against `\copy` of the same file in the same run. */
import { spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { benchDatabaseUrl, writeBenchConnections } from './parts/bench-connection.mjs';
import { median } from './parts/load.mjs';
import { childrenComputedMs, startProgram, stopProgram } from './parts/processes.mjs';
import { treeComputedMs } from './parts/process-tree.mjs';
import { findPsql } from './parts/psql.mjs';

const ROWS = Number(process.env.BENCH_IMPORT_ROWS ?? 2_000_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const PART_BYTES = 8 * 1024 ** 2;
const SERVER = 'dist/server/src/main.js';
const TABLE = 'bench_import';
const TYPES = { id: 'bigint', name: 'text', placed: 'date', total: 'double precision', note: 'text' };

const databaseUrl = benchDatabaseUrl();
const home = mkdtempSync(join(tmpdir(), 'workbench-bench-'));
const path = join(home, 'rows.csv');

try {
  await writeRows();
  writeBenchConnections(home, databaseUrl);
  await measure();
} finally {
  rmSync(home, { recursive: true, force: true });
}

async function writeRows() {
  const file = createWriteStream(path);
  file.write(`${Object.keys(TYPES).join(',')}\n`);
  for (let row = 0; row < ROWS; row += 1) {
    const note = row % 5 === 0 ? '' : `"a note, of row ${row}"`;
    const line = `${row},Customer ${row % 5000},2024-0${(row % 9) + 1}-11,${((row % 9973) / 8).toFixed(3)},${note}\n`;
    if (!file.write(line)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
}

async function measure() {
  const env = { WORKBENCH_HOME: home, WORKBENCH_DEMO: 'off', PORT: '0', LOG_LEVEL: 'error' };
  const { child, line } = await startProgram(SERVER, env);
  /** @type {number[]} */
  const own = [];
  /** @type {number[]} */
  const bare = [];
  const computed = { own: 0, bare: 0 };
  try {
    const address = String(line.split(' ').at(-1));
    const begin = performance.now();
    const id = await upload(address);
    const readMs = performance.now() - begin;
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = { own: treeComputedMs(child.pid), bare: childrenComputedMs() };
      bare.push(await byPsql());
      computed.bare += childrenComputedMs() - before.bare;
      own.push(await byWorkbench(address, id));
      computed.own += treeComputedMs(child.pid) - before.own;
    }
    const seconds = (readMs / 1000).toFixed(1);
    say(`Sending and reading ${ROWS.toLocaleString('en')} rows`, `${seconds} s (no limit)`, true);
  } finally {
    await stopProgram(child);
  }
  const ratio = median(own.map((ms, round) => (bare[round] ?? NaN) / ms));
  const cpu = (/** @type {number} */ ms) => (ms / 1000 / ROUNDS).toFixed(1);
  say('CPU beside Postgres', `${cpu(computed.own)} s, psql ${cpu(computed.bare)} s (no limit)`, true);
  say('Rounds', own.map((ms, round) => ((bare[round] ?? NaN) / ms).toFixed(2)).join(' '), true);
  const speed = Math.round(ROWS / (median(own) / 1000)).toLocaleString('en');
  say('Rows imported by COPY', `${ratio.toFixed(2)}× \\copy (${speed} rows/s; ≥ 0.6×)`, ratio >= 0.6);
}

/** @param {string} address */
async function upload(address) {
  const size = statSync(path).size;
  const { id } = await send(address, 'POST', '/api/imports', { file_name: 'rows.csv', size_bytes: size });
  const file = openSync(path, 'r');
  const part = Buffer.alloc(PART_BYTES);
  for (let offset = 0; offset < size;) {
    const bytes = readSync(file, part, 0, PART_BYTES, offset);
    await send(address, 'PUT', `/api/imports/${id}/file?offset=${offset}`, part.subarray(0, bytes));
    offset += bytes;
  }
  await settled(address, id);
  return id;
}

async function byPsql() {
  await emptyTable();
  const begin = performance.now();
  const copy = `\\copy ${TABLE} FROM '${path}' (FORMAT csv, HEADER)`;
  const psql = spawn(findPsql(), ['-X', '-q', '-d', databaseUrl, '-c', copy], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(psql, 'exit');
  if (code !== 0) throw new Error('psql has failed');
  return performance.now() - begin;
}

/** @param {string} address @param {string} id */
async function byWorkbench(address, id) {
  await emptyTable();
  const begin = performance.now();
  const columns = Object.keys(TYPES).map((name) => ({ source: name, target: name }));
  const target = { connection_id: 'bench', schema: 'public', table: TABLE, is_new: false };
  await send(address, 'POST', `/api/imports/${id}/start`, { ...target, columns, on_reject: 'stop' });
  await settled(address, id);
  return performance.now() - begin;
}

async function emptyTable() {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`DROP TABLE IF EXISTS ${TABLE}`);
  const columns = Object.entries(TYPES).map((column) => column.join(' '));
  await client.query(`CREATE TABLE ${TABLE} (${columns.join(', ')})`);
  await client.query('CHECKPOINT').catch(() => undefined);
  await client.end();
}

/** @param {string} address @param {string} id */
async function settled(address, id) {
  for (;;) {
    const { status, error } = await send(address, 'GET', `/api/imports/${id}`);
    if (status === 'failed' || status === 'unreadable') throw new Error(error.message);
    if (status === 'ready' || status === 'succeeded') return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * @param {string} address
 * @param {string} method
 * @param {string} at
 * @param {object} [body]
 * @returns {Promise<any>}
 */
async function send(address, method, at, body) {
  const isBytes = Buffer.isBuffer(body);
  const response = await fetch(`${address}${at}`, {
    method,
    ...(body && {
      headers: { 'Content-Type': isBytes ? 'application/octet-stream' : 'application/json' },
      body: isBytes ? body : JSON.stringify(body),
    }),
  });
  if (!response.ok) throw new Error(`${method} ${at}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** @param {string} name @param {string} value @param {boolean} isMet */
function say(name, value, isMet) {
  console.log(`${isMet ? 'ok' : 'MISSED'}  ${name}: ${value}`);
  if (!isMet) process.exitCode = 1;
}
