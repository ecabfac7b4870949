/**
 * Measures writes to a SQLite state through HTTP: 64 writers save queries, each one after another, beside one caller who
 * runs `select 1` on a Postgres. Prints writes a second and the previews' latency, beside the writes and without them.
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventLoopDelay } from './parts/event-loop-delay.mjs';
import { latencies, median, quantile } from './parts/load.mjs';
import { computedMs, startProgram, stopProgram } from './parts/processes.mjs';

const WRITERS = 64;
const ROUNDS = Number(process.env['STATE_WRITES_ROUNDS'] ?? 3);
const ROUND_MS = 6_000;
/** Milliseconds between two previews. */
const THINK_MS = 20;
const LEAST_RATE = 700;
const P95_LIMIT_MS = 20;
const SERVER = process.env['STATE_WRITES_SERVER'] ?? 'dist/server/src/main.js';

const databaseUrl = process.env.TEST_POSTGRES_URL;
if (!databaseUrl) throw new Error('Run it with "npm run bench", which starts the Postgres that it needs.');
const home = mkdtempSync(join(process.env['STATE_WRITES_FOLDER'] ?? tmpdir(), 'workbench-bench-'));
const SELECT_1 = JSON.stringify({ connection_id: 'bench', sql: 'select 1' });
let saved = 0;

/** @typedef {{ rate: number, quiet: number[], beside: number[], cpuMs: number, loopMs: number }} Round */
/** @type {Round[]} */
const rounds = [];
try {
  writeConnections();
  await measure();
} finally {
  rmSync(home, { recursive: true, force: true });
}
report();

async function measure() {
  const env = { WORKBENCH_HOME: home, WORKBENCH_DEMO: 'off', PORT: '0', LOG_LEVEL: 'error' };
  const { child, line } = await startProgram(SERVER, env);
  const url = String(line.split(' ').at(-1));
  try {
    await latencies(`${url}/api/studio/runs`, SELECT_1, 200);
    await write(url, 2_000);
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measureRound(url, child.pid));
    console.log(`write-ahead log: ${(statSync(join(home, 'state.sqlite-wal')).size / 1e6).toFixed(1)} MB`);
  } finally {
    await stopProgram(child);
  }
}

/** @param {string} url @param {number | undefined} pid @returns {Promise<Round>} */
async function measureRound(url, pid) {
  const quiet = await previews(url, ROUND_MS / 2);
  await eventLoopDelay(url);
  const [before, begin] = [computedMs(pid), performance.now()];
  const [count, beside] = await Promise.all([write(url, ROUND_MS), previews(url, ROUND_MS)]);
  const seconds = (performance.now() - begin) / 1000;
  const cpuMs = (computedMs(pid) - before) / count;
  return { rate: count / seconds, quiet, beside, cpuMs, loopMs: await eventLoopDelay(url) };
}

/** Saves queries for some time; answers how many. @param {string} url @param {number} ms */
async function write(url, ms) {
  const agent = new Agent({ keepAlive: true, maxSockets: WRITERS });
  const end = performance.now() + ms;
  let count = 0;
  const writer = async () => {
    while (performance.now() < end) {
      const name = `Query ${(saved += 1)}`;
      await post(`${url}/api/studio/queries`, { name, connection_id: 'bench', sql: 'SELECT 1' }, agent);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  agent.destroy();
  return count;
}

/** Milliseconds of each preview. @param {string} url @param {number} ms */
async function previews(url, ms) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const end = performance.now() + ms;
  /** @type {number[]} */
  const times = [];
  while (performance.now() < end) {
    const begin = performance.now();
    await post(`${url}/api/studio/runs`, JSON.parse(SELECT_1), agent);
    times.push(performance.now() - begin);
    await new Promise((resolve) => setTimeout(resolve, THINK_MS));
  }
  agent.destroy();
  return times;
}

/** @param {string} url @param {object} body @param {Agent} agent @returns {Promise<void>} */
function post(url, body, agent) {
  const text = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) };
    const outgoing = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode === 201) resolve();
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
    });
    outgoing.once('error', reject);
    outgoing.end(text);
  });
}

function report() {
  const rate = median(rounds.map((round) => round.rate));
  const p95 = median(rounds.map(({ beside }) => quantile(beside, 0.95)));
  const print = (/** @type {string} */ name, /** @type {string} */ value) =>
    console.log(`  ${name.padEnd(34)} ${value}`);
  const numbers = (/** @type {(round: Round) => number} */ of) =>
    rounds.map((round) => of(round).toFixed(1)).join(' · ');
  print(
    'writes a second',
    numbers((round) => round.rate),
  );
  print(
    'processor time of a write, ms',
    numbers((round) => round.cpuMs),
  );
  print(
    'select 1 in quiet, p95 ms',
    numbers(({ quiet }) => quantile(quiet, 0.95)),
  );
  print(
    'select 1 beside writes, p50 ms',
    numbers(({ beside }) => median(beside)),
  );
  print(
    'select 1 beside writes, p95 ms',
    numbers(({ beside }) => quantile(beside, 0.95)),
  );
  print(
    'select 1 beside writes, max ms',
    numbers(({ beside }) => Math.max(...beside)),
  );
  print(
    'event loop delay, p99 ms',
    numbers((round) => round.loopMs),
  );
  expect('State writes a second', rate.toFixed(0), `≥ ${LEAST_RATE}`, rate >= LEAST_RATE);
  expect('select 1 beside them, p95', `${p95.toFixed(1)} ms`, `≤ ${P95_LIMIT_MS} ms`, p95 <= P95_LIMIT_MS);
}

/** @param {string} name @param {string} value @param {string} target @param {boolean} isMet */
function expect(name, value, target, isMet) {
  console.log(`${isMet ? '✓' : '✗'} ${name.padEnd(34)} ${value.padEnd(14)} ${target}`);
  if (!isMet) process.exitCode = 1;
}

function writeConnections() {
  const { hostname, port, username, password, pathname } = new URL(String(databaseUrl));
  const login = `host: ${hostname}, port: ${port || 5432}, database: ${pathname.slice(1)}, user: ${username}, password: "${decodeURIComponent(password)}"`;
  writeFileSync(
    join(home, 'connections.yaml'),
    `connections:\n  - { id: bench, name: Bench, kind: postgres, ${login} }\n`,
  );
}
