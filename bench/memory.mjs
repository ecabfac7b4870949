/**
 * Memory of the workbench with all its child processes: at rest, over ten rounds of previews and large results, and
 * while large schemas and many files are browsed.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createBigTable } from './parts/big-table.mjs';
import { keepResult, readAll } from './parts/large-result.mjs';
import { median, throughput } from './parts/load.mjs';
import { createManySchemas, dropManySchemas } from './parts/many-schemas.mjs';
import { writeManyFiles } from './parts/many-files.mjs';
import { describeSample, treeMemory, watchTree } from './parts/process-tree.mjs';
import { startProgram, stopProgram } from './parts/processes.mjs';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 10);
const CALLERS = 32;
const PREVIEW_SECONDS = 10;
const SCHEMAS = [60, 120, 200, 300, 430];
const FILES = 160;
const QUIET_MS = 60_000;
const SETTLING_MS = 3_000;
const IDLE_MEGABYTES = 160;
const PEAK_MEGABYTES = 380;
const LATER_MEGABYTES = 230;
/** How much the last rounds may take above the first ones; a leak of one result a round would be 2×. */
const FLAT_RATIO = 1.1;
const SORTS = ['amount:desc', 'placed_at:asc', 'name:desc&offset=500000'];
const databaseUrl = String(process.env.TEST_POSTGRES_URL);

/** @type {{name: string, value: string, target: string, isMet: boolean}[]} */
const report = [];
const home = mkdtempSync(join(tmpdir(), 'workbench-bench-'));
const filesFolder = join(home, 'drop');
const client = new pg.Client({ connectionString: databaseUrl });
await client.connect();

try {
  await createBigTable(client);
  const files = writeManyFiles(filesFolder, FILES);
  const tables = await createManySchemas(client, SCHEMAS);
  writeConnections();
  await withWorkbench(measureIdle);
  await withWorkbench(measureRounds);
  await withWorkbench((address, pid) => measureBrowsing(address, pid, tables, files));
} finally {
  await dropManySchemas(client, SCHEMAS);
  await client.end();
  rmSync(home, { recursive: true, force: true });
}
print();

/** @param {(address: string, pid: number | undefined) => Promise<void>} measure */
async function withWorkbench(measure) {
  const env = { WORKBENCH_HOME: home, WORKBENCH_DEMO: 'off', PORT: '0', LOG_LEVEL: 'error' };
  const { child, line } = await startProgram('dist/server/src/main.js', env);
  try {
    await measure(String(line.split(' ').at(-1)), child.pid);
  } finally {
    await stopProgram(child);
  }
}

/** @param {string} _address @param {number | undefined} pid */
async function measureIdle(_address, pid) {
  await sleep(SETTLING_MS);
  add('At rest after a start', treeMemory(pid), IDLE_MEGABYTES);
}

/** Previews of 32 callers, then a million rows kept, sorted and exported; ten times. @param {string} address @param {number | undefined} pid */
async function measureRounds(address, pid) {
  const peaks = [];
  let first = treeMemory(pid);
  for (let round = 0; round < ROUNDS; round += 1) {
    const watch = watchTree(pid);
    await usage(address, pid);
    peaks.push(watch.stop());
    console.log(
      `  round ${round + 1}: peak ${peaks.at(-1)?.megabytes.toFixed(0)} MB (${describeSample(peaks[round] ?? first)})`,
    );
    if (round === 0) first = await later(pid);
  }
  const last = await later(pid);
  const highest = peaks.reduce((a, b) => (b.megabytes > a.megabytes ? b : a));
  add(`Peak of ${ROUNDS} rounds`, highest, PEAK_MEGABYTES);
  add('A minute after the first round', first, LATER_MEGABYTES);
  add('A minute after the last round', last, LATER_MEGABYTES);
  addFlatness(peaks.map(({ megabytes }) => megabytes));
}

/** @param {readonly number[]} peaks */
function addFlatness(peaks) {
  const third = Math.max(1, Math.floor(peaks.length / 3));
  const ratio = median(peaks.slice(-third)) / median(peaks.slice(0, third));
  const value = `${ratio.toFixed(2)}×`;
  report.push({ name: 'Peaks, last rounds to first', value, target: `≤ ${FLAT_RATIO}×`, isMet: ratio <= FLAT_RATIO });
}

/** @param {string} address @param {number | undefined} pid */
async function usage(address, pid) {
  const preview = JSON.stringify({ connection_id: 'bench', sql: 'SELECT * FROM big LIMIT 200' });
  await throughput(`${address}/api/studio/runs`, preview, CALLERS, PREVIEW_SECONDS);
  const { statement } = await keepResult(address, 'SELECT * FROM big');
  for (const sort of SORTS) await readAll(`${statement}/rows?limit=200&sort=${sort}`, pid);
  await readAll(`${statement}/export?format=csv`, pid);
}

/** Every schema, table and file is looked at once. @param {string} address @param {number | undefined} pid @param {readonly string[]} tables @param {readonly string[]} files */
async function measureBrowsing(address, pid, tables, files) {
  const watch = watchTree(pid);
  await open(address, 'bench');
  for (const [place, table] of tables.entries()) await preview(address, 'bench', table, place);
  const schemas = treeMemory(pid);
  console.log(`  ${tables.length} tables: ${schemas.megabytes.toFixed(0)} MB (${describeSample(schemas)})`);
  await open(address, 'drop');
  for (const [place, file] of files.entries()) await preview(address, 'drop', file, place);
  const peak = watch.stop();
  add(`Peak of browsing ${tables.length} tables, ${files.length} files`, peak, PEAK_MEGABYTES);
  add('A minute after browsing', await later(pid), LATER_MEGABYTES);
}

/** What the studio reads when a connection is chosen. @param {string} address @param {string} connection */
async function open(address, connection) {
  for (const path of [`connections/${connection}/schema`, `studio/completion?connection_id=${connection}`]) {
    const answer = await fetch(`${address}/api/${path}`);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
  }
}

/** In one of eight tabs. @param {string} address @param {string} connection @param {string} table @param {number} place */
async function preview(address, connection, table, place) {
  const answer = await fetch(`${address}/api/studio/runs`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      ...{ connection_id: connection, sql: `SELECT * FROM ${table} LIMIT 200` },
      ...{ session_id: `bench-${connection}-${place % 8}`, first_page: true },
    }),
  });
  let run = /** @type {any} */ (await answer.json());
  while (run.status === 'running') {
    await sleep(50);
    run = await (await fetch(`${address}/api/studio/runs/${run.id}`)).json();
  }
  if (run.status !== 'succeeded') throw new Error(`${table}: ${JSON.stringify(run).slice(0, 500)}`);
}

/** @param {number | undefined} pid */
async function later(pid) {
  await sleep(QUIET_MS);
  return treeMemory(pid);
}

/** @param {number} ms */
function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function writeConnections() {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  writeFileSync(
    join(home, 'connections.yaml'),
    `connections:
  - { id: bench, name: Bench, kind: postgres, host: ${hostname}, port: ${port || 5432}, database: ${pathname.slice(1)}, user: ${username}, password: "${decodeURIComponent(password)}" }
  - { id: drop, name: Drop, kind: files, path: ${filesFolder} }
`,
  );
}

/** @param {string} name @param {import('./parts/process-tree.mjs').TreeSample} sample @param {number} limit */
function add(name, sample, limit) {
  const { megabytes } = sample;
  const value = `${megabytes.toFixed(0)} MB (${describeSample(sample)})`;
  report.push({ name, value, target: `≤ ${limit} MB`, isMet: megabytes <= limit });
}

function print() {
  for (const { name, value, target, isMet } of report) {
    console.log(`${isMet ? '✓' : '✗'} ${name.padEnd(46)} ${target.padEnd(10)} ${value}`);
  }
  console.log(`Load of the machine over the last minute: ${loadavg()[0]?.toFixed(1)}`);
  if (report.some(({ isMet }) => !isMet)) process.exitCode = 1;
}
