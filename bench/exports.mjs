/** Prints what files of large results cost; every ratio is taken within one run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchDatabaseUrl, fillBigTable, writeBenchConnections } from './parts/bench-connection.mjs';
import { copyByPsql, keepResult, readAll } from './parts/large-result.mjs';
import { eventLoopDelay } from './parts/event-loop-delay.mjs';
import { concurrentLatencies, median, quantile } from './parts/load.mjs';
import { residentMegabytes, startProgram, stopProgram } from './parts/processes.mjs';

const SERVER = 'dist/server/src/main.js';
const ROUNDS = 3;
const CALLERS = 32;
const MILLION = 'SELECT * FROM big';
const FIVE_MILLIONS = 'SELECT big.* FROM big, generate_series(1, 5)';
const databaseUrl = benchDatabaseUrl();

const home = mkdtempSync(join(tmpdir(), 'workbench-bench-'));

try {
  await fillBigTable(databaseUrl);
  writeBenchConnections(home, databaseUrl);
  await measureQuery();
  await measureKept();
  await measureNeighbours();
} finally {
  rmSync(home, { recursive: true, force: true });
}

async function startWorkbench() {
  const env = { WORKBENCH_HOME: home, WORKBENCH_DEMO: 'off', PORT: '0', LOG_LEVEL: 'error' };
  const { child, line } = await startProgram(SERVER, env);
  return { child, address: String(line.split(' ').at(-1)) };
}

/** @param {string} address @param {Record<string, unknown>} body */
async function exportAddress(address, body) {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const made = /** @type {{href: string}} */ (await (await fetch(`${address}/api/studio/exports`, init)).json());
  return `${address}${made.href}`;
}

/** A query that runs into a file, its rows kept nowhere. */
async function measureQuery() {
  const { child, address } = await startWorkbench();
  for (const [sql, rows, rounds] of /** @type {const} */ ([
    [MILLION, '1,000,000', ROUNDS],
    [FIVE_MILLIONS, '5,000,000', 1],
  ])) {
    const ratios = [];
    let growth = 0;
    for (let round = 0; round < rounds; round += 1) {
      const copy = await copyByPsql(databaseUrl, sql);
      const before = residentMegabytes(child.pid);
      const url = await exportAddress(address, { connection_id: 'bench', sql, format: 'csv' });
      const file = await readAll(url, child.pid);
      if (file.bytes !== copy.bytes) throw new Error(`${file.bytes} bytes were exported, COPY writes ${copy.bytes}.`);
      ratios.push(copy.ms / file.ms);
      growth = Math.max(growth, file.peakMegabytes - before);
    }
    const ratio = median(ratios);
    add(`CSV of a query, ${rows} rows`, `${ratio.toFixed(2)}× COPY`, '≥ 0.6× COPY', ratio >= 0.6);
    add('Memory meanwhile', `+${growth.toFixed(0)} MB`, '≤ 120 MB', growth <= 120);
  }
  await stopProgram(child);
}

/** Files of what is kept. */
async function measureKept() {
  for (const [sql, rows] of /** @type {const} */ ([
    [MILLION, '1,000,000'],
    [FIVE_MILLIONS, '5,000,000'],
  ])) {
    const { child, address } = await startWorkbench();
    const idle = residentMegabytes(child.pid);
    const kept = await keepResult(address, sql);
    const before = residentMegabytes(child.pid);
    const copy = await copyByPsql(databaseUrl, sql);
    const file = await readAll(`${kept.statement}/export?format=csv`, child.pid);
    if (file.bytes !== copy.bytes) throw new Error(`${file.bytes} bytes were exported, COPY writes ${copy.bytes}.`);
    const growth = file.peakMegabytes - before;
    const ratio = copy.ms / file.ms;
    add(`CSV of ${rows} kept rows`, `${ratio.toFixed(2)}× COPY`, '≥ 0.6× COPY', ratio >= 0.6);
    add(
      'Memory meanwhile',
      `+${growth.toFixed(0)} MB (${(file.peakMegabytes - idle).toFixed(0)} above idle)`,
      '≤ 120 MB',
      growth <= 120,
    );
    if (sql === MILLION) {
      const parquet = await readAll(`${kept.statement}/export?format=parquet`, child.pid);
      add(
        'Parquet of 1,000,000 kept rows',
        `${(parquet.ms / 1000).toFixed(1)} s, ${(parquet.bytes / 1e6).toFixed(0)} MB`,
        'no limit',
        true,
      );
    }
    await stopProgram(child);
  }
}

/** What 32 people who look at a table feel of one who exports five million rows, kept ones and those of a query. */
async function measureNeighbours() {
  const { child, address } = await startWorkbench();
  const kept = await keepResult(address, FIVE_MILLIONS);
  const preview = JSON.stringify({ connection_id: 'bench', sql: 'SELECT * FROM big LIMIT 200' });
  const look = () => concurrentLatencies(`${address}/api/studio/runs`, preview, CALLERS, 6);
  await concurrentLatencies(`${address}/api/studio/runs`, preview, CALLERS, 2);
  await eventLoopDelay(address);
  const alone = await look();
  const aloneDelay = await eventLoopDelay(address);
  const ofQuery = { connection_id: 'bench', sql: FIVE_MILLIONS, format: 'csv' };
  for (const [what, urlOf] of /** @type {[string, () => string | Promise<string>][]} */ ([
    ['kept rows', () => `${kept.statement}/export?format=csv`],
    ['a query', () => exportAddress(address, ofQuery)],
  ])) {
    const { times, delay } = await lookBeside(look, address, urlOf, child.pid);
    const ratio = quantile(times, 0.95) / quantile(alone, 0.95);
    const shown = `${quantile(times, 0.95).toFixed(0)} / ${quantile(alone, 0.95).toFixed(0)} ms`;
    add(`Preview beside a file of ${what}, p95`, `${ratio.toFixed(2)}× (${shown})`, '≤ 3×', ratio <= 3);
    const delays = `${delay.toFixed(0)} ms (${aloneDelay.toFixed(0)} alone)`;
    add('Event loop delay beside it, p99', delays, '≤ 2× alone', delay <= 2 * aloneDelay);
  }
  await stopProgram(child);
}

/**
 * Looks while files are read, one after the other.
 * @param {() => Promise<number[]>} look @param {string} address @param {() => string | Promise<string>} urlOf
 * @param {number | undefined} pid
 */
async function lookBeside(look, address, urlOf, pid) {
  let areLooking = true;
  const exporting = (async () => {
    while (areLooking) await readAll(await urlOf(), pid);
  })();
  const times = await look();
  const delay = await eventLoopDelay(address);
  areLooking = false;
  await exporting;
  return { times, delay };
}

/** Prints a figure as soon as it is known. @param {string} name @param {string} value @param {string} target @param {boolean} isMet */
function add(name, value, target, isMet) {
  console.log(`${isMet ? '✓' : '✗'} ${name.padEnd(38)} ${value.padEnd(34)} ${target}`);
  if (!isMet) process.exitCode = 1;
}
