/** Prints how near the workbench is to the bare limit; every ratio is taken within one run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchDatabaseUrl, fillBigTable, writeBenchConnections } from './parts/bench-connection.mjs';
import { firstLoad } from './parts/client-size.mjs';
import { copyByPsql, keepResult, readAll } from './parts/large-result.mjs';
import { latencies, median, quantile, throughput } from './parts/load.mjs';
import { residentMegabytes, startProgram, stopProgram } from './parts/processes.mjs';

const SERVER = 'dist/server/src/main.js';
const ROUNDS = 7;
const databaseUrl = benchDatabaseUrl();

/** @type {{name: string, value: string, target: string, isMet: boolean}[]} */
const report = [];
const home = mkdtempSync(join(tmpdir(), 'workbench-bench-'));

try {
  await fillBigTable(databaseUrl);
  writeBenchConnections(home, databaseUrl);
  await measureStart();
  await measurePreview();
  await measureDemo();
  await measureClient();
  await measureLargeResult();
} finally {
  rmSync(home, { recursive: true, force: true });
}
print();

/** A second start with the demo against a start without one: its Postgres starts beside the server. */
async function measureDemo() {
  const demoHome = mkdtempSync(join(tmpdir(), 'workbench-bench-demo-'));
  const env = { WORKBENCH_HOME: demoHome, WORKBENCH_DEMO: 'auto', PORT: '0', LOG_LEVEL: 'error' };
  const first = await startProgram(SERVER, env);
  await stopProgram(first.child);
  /** @type {number[]} */
  const plain = [];
  /** @type {number[]} */
  const demo = [];
  for (let round = 0; round < 5; round += 1) {
    for (const [times, start] of /** @type {const} */ ([
      [plain, startWorkbench],
      [demo, () => startProgram(SERVER, env)],
    ])) {
      const { child, startedInMs } = await start();
      times.push(startedInMs);
      await stopProgram(child);
    }
  }
  rmSync(demoHome, { recursive: true, force: true });
  const ratio = median(demo) / median(plain);
  add('First start with the demo', `${(first.startedInMs / 1000).toFixed(1)} s`, 'no limit', true);
  add('Second start with the demo', `${ratio.toFixed(2)}× a plain start`, '≤ 1.2×', ratio <= 1.2);
}

async function measureClient() {
  const { child, line } = await startWorkbench();
  const { shell, editor, all } = await firstLoad(String(line.split(' ').at(-1)));
  await stopProgram(child);
  add('First load of the client', `${shell.toFixed(0)} kB`, '≤ 320 kB', shell <= 320);
  add('Editor, a chunk of its own', `${editor.toFixed(0)} kB`, 'no limit', true);
  add('All that is fetched at first', `${all.toFixed(0)} kB`, 'no limit', true);
}

function startWorkbench() {
  return startProgram(SERVER, { WORKBENCH_HOME: home, WORKBENCH_DEMO: 'off', PORT: '0', LOG_LEVEL: 'error' });
}

async function measureStart() {
  await stopProgram((await startWorkbench()).child);
  const times = [];
  const idle = [];
  for (let round = 0; round < 3; round += 1) {
    const { child, startedInMs } = await startWorkbench();
    times.push(startedInMs);
    await new Promise((resolve) => setTimeout(resolve, 3000));
    idle.push(residentMegabytes(child.pid));
    await stopProgram(child);
  }
  add('Ready after start', `${(median(times) / 1000).toFixed(2)} s`, '≤ 2 s', median(times) <= 2000);
  add('Idle memory', `${median(idle).toFixed(0)} MB`, '≤ 160 MB', median(idle) <= 160);
}

async function measurePreview() {
  const bare = await startProgram('bench/parts/bare-server.mjs', { DATABASE_URL: String(databaseUrl) });
  const own = await startWorkbench();
  const bareUrl = `http://127.0.0.1:${bare.line.split(' ')[1]}/`;
  const ownUrl = `${own.line.split(' ').at(-1)}/api/studio/runs`;
  const body = JSON.stringify({ connection_id: 'bench', sql: 'SELECT * FROM big LIMIT 200' });
  const ratios = {
    p50: /** @type {number[]} */ ([]),
    p95: /** @type {number[]} */ ([]),
    rate: /** @type {number[]} */ ([]),
  };
  const plain = {
    bare: /** @type {number[]} */ ([]),
    own: /** @type {number[]} */ ([]),
    bareRate: /** @type {number[]} */ ([]),
    ownRate: /** @type {number[]} */ ([]),
  };
  for (const url of [bareUrl, ownUrl]) await throughput(url, body, 32, 2);
  for (let round = 0; round < ROUNDS; round += 1) {
    const bareTimes = await latencies(bareUrl, body, 200);
    const ownTimes = await latencies(ownUrl, body, 200);
    const bareRate = await throughput(bareUrl, body, 32, 2);
    const ownRate = await throughput(ownUrl, body, 32, 2);
    ratios.p50.push(median(ownTimes) / median(bareTimes));
    ratios.p95.push(quantile(ownTimes, 0.95) / quantile(bareTimes, 0.95));
    ratios.rate.push(ownRate / bareRate);
    plain.bare.push(median(bareTimes));
    plain.own.push(median(ownTimes));
    plain.bareRate.push(bareRate);
    plain.ownRate.push(ownRate);
  }
  await Promise.all([stopProgram(bare.child), stopProgram(own.child)]);
  const p50 = median(ratios.p50);
  const rate = median(ratios.rate);
  add(
    'Preview of 200 rows, p50',
    `${p50.toFixed(2)}× (${median(plain.own).toFixed(2)} / ${median(plain.bare).toFixed(2)} ms)`,
    '≤ 1.3× bare',
    p50 <= 1.3,
  );
  add('Preview of 200 rows, p95', `${median(ratios.p95).toFixed(2)}×`, 'no limit', true);
  add(
    'Previews/s, 32 callers',
    `${rate.toFixed(2)}× (${median(plain.ownRate).toFixed(0)} / ${median(plain.bareRate).toFixed(0)})`,
    '≥ 0.85× bare',
    rate >= 0.85,
  );
}

/** A million rows: kept once, written as a file. */
async function measureLargeResult() {
  const sql = 'SELECT * FROM big';
  const own = await startWorkbench();
  const kept = await keepResult(String(own.line.split(' ').at(-1)), sql);
  const before = residentMegabytes(own.child.pid);
  const ratios = [];
  let peak = before;
  for (let round = 0; round < 3; round += 1) {
    const copy = await copyByPsql(String(databaseUrl), sql);
    const file = await readAll(`${kept.statement}/export?format=csv`, own.child.pid);
    if (file.bytes !== copy.bytes) throw new Error(`${file.bytes} bytes were exported, COPY writes ${copy.bytes}.`);
    ratios.push(copy.ms / file.ms);
    peak = Math.max(peak, file.peakMegabytes);
  }
  const ratio = median(ratios);
  add('CSV of 1,000,000 kept rows', `${ratio.toFixed(2)}× COPY`, '≥ 0.6× COPY', ratio >= 0.6);
  add('Memory while exporting', `+${(peak - before).toFixed(0)} MB`, '≤ 120 MB', peak - before <= 120);
  await stopProgram(own.child);
}

/** @param {string} name @param {string} value @param {string} target @param {boolean} isMet */
function add(name, value, target, isMet) {
  report.push({ name, value, target, isMet });
}

function print() {
  for (const { name, value, target, isMet } of report) {
    console.log(`${isMet ? '✓' : '✗'} ${name.padEnd(28)} ${value.padEnd(28)} ${target}`);
  }
  if (report.some(({ isMet }) => !isMet)) process.exitCode = 1;
}
