/**
 * 200 people look at 200 rows once a second each, over one Postgres connection with a pool of ten: prints how long a
 * preview takes from the moment that it was due, how many were refused, and what the server computes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchDatabaseUrl, fillBigTable, writeBenchConnections } from './parts/bench-connection.mjs';
import { quantile } from './parts/load.mjs';
import { computedMs, stopProgram } from './parts/processes.mjs';
import { startShared } from './parts/shared-workbench.mjs';

const PEOPLE = Number(process.env['BENCH_PEOPLE'] ?? 200);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 30);
/** `BENCH_TABS=off` runs each preview in a session of its own, as callers of the API do. */
const HAS_TABS = process.env['BENCH_TABS'] !== 'off';
const WARM_UP_SECONDS = 5;
const POOL = 10;
const EVERY_MS = 1_000;
const P95_LIMIT_MS = 300;

const databaseUrl = benchDatabaseUrl();
const home = mkdtempSync(join(tmpdir(), 'workbench-bench-'));

/** @typedef {{ times: number[], refusals: Map<string, number> }} Answers */

try {
  await fillBigTable(databaseUrl);
  writeBenchConnections(home, databaseUrl, { settings: `pool: { max: ${POOL} }` });
  await measure();
} finally {
  rmSync(home, { recursive: true, force: true });
}

async function measure() {
  const begin = performance.now();
  const { child, url, cookies } = await startShared(home, PEOPLE);
  console.log(`${PEOPLE} people signed in after ${seconds(performance.now() - begin)} s.`);
  try {
    await previews(url, cookies, WARM_UP_SECONDS);
    const [computed, start] = [computedMs(child.pid), performance.now()];
    const answers = await previews(url, cookies, SECONDS);
    const load = (computedMs(child.pid) - computed) / (performance.now() - start);
    report(answers, load);
  } finally {
    await stopProgram(child);
  }
}

/** Each person in a tab of their own, spread over the second. @param {string} url @param {readonly string[]} cookies @param {number} duration in seconds @returns {Promise<Answers>} */
async function previews(url, cookies, duration) {
  const agent = new Agent({ keepAlive: true, maxSockets: cookies.length });
  /** @type {Answers} */
  const answers = { times: [], refusals: new Map() };
  const begin = performance.now();
  const person = async (/** @type {string} */ cookie, /** @type {number} */ place) => {
    const first = begin + (place / cookies.length) * EVERY_MS;
    for (let round = 0; round < duration; round += 1) {
      const due = first + round * EVERY_MS;
      await sleep(due - performance.now());
      const refusal = await preview(url, agent, cookie, place);
      if (refusal === null) answers.times.push(performance.now() - due);
      else answers.refusals.set(refusal, (answers.refusals.get(refusal) ?? 0) + 1);
    }
  };
  await Promise.all(cookies.map(person));
  agent.destroy();
  return answers;
}

/** Null where the rows came, else why not. @param {string} url @param {Agent} agent @param {string} cookie @param {number} place @returns {Promise<string | null>} */
async function preview(url, agent, cookie, place) {
  const tab = HAS_TABS ? { session_id: `person-${place}` } : {};
  const run = { connection_id: 'bench', sql: 'SELECT * FROM big LIMIT 200', ...tab };
  const headers = { 'Content-Type': 'application/json', Origin: url, Cookie: cookie };
  const { status, text } = await post(`${url}/api/studio/runs`, agent, headers, JSON.stringify(run));
  const answer = JSON.parse(text);
  if (status >= 300) return `${status} ${answer.code}`;
  return answer.status === 'succeeded' ? null : `run ${answer.status}`;
}

/** @param {string} url @param {Agent} agent @param {Record<string, string>} headers @param {string} body @returns {Promise<{status: number, text: string}>} */
function post(url, agent, headers, body) {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', agent, headers }, (response) => {
      /** @type {Buffer[]} */
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () => resolve({ status: response.statusCode ?? 500, text: Buffer.concat(parts).toString() }));
      response.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** @param {Answers} answers @param {number} load part of a core */
function report({ times, refusals }, load) {
  const refused = [...refusals.values()].reduce((sum, count) => sum + count, 0);
  const why = [...refusals].map(([reason, count]) => `${count} × ${reason}`).join(', ');
  const p95 = quantile(times, 0.95);
  const line = (/** @type {boolean} */ isMet, /** @type {string} */ name, /** @type {string} */ value) =>
    console.log(`${isMet ? '✓' : '✗'} ${name.padEnd(36)} ${value}`);
  const spread = `p50 ${quantile(times, 0.5).toFixed(0)}, p95 ${p95.toFixed(0)}, p99 ${quantile(times, 0.99).toFixed(0)} ms`;
  line(p95 <= P95_LIMIT_MS, `Previews of ${PEOPLE} people, pool of ${POOL}`, `p95 ≤ ${P95_LIMIT_MS} ms: ${spread}`);
  line(refused === 0, 'Refused', `0: ${refused} of ${times.length + refused}${why === '' ? '' : ` (${why})`}`);
  console.log(`  The server computed for ${(load * 100).toFixed(0)} % of a core.`);
  if (refused > 0 || !(p95 <= P95_LIMIT_MS)) process.exitCode = 1;
}

/** @param {number} ms */
function seconds(ms) {
  return (ms / 1000).toFixed(1);
}

/** @param {number} ms */
function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
