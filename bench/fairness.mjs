/**
 * One person does their worst, and others look at rows: prints how much longer their previews take than in quiet, taken
 * within one run. The attack runs in a process of its own.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { createBigTable } from './parts/big-table.mjs';
import { quantile } from './parts/load.mjs';
import { startShared } from './parts/shared-workbench.mjs';
import { stopProgram } from './parts/processes.mjs';

const TARGET = 3;
const PEOPLE = 3;
const QUIET_MS = 6_000;
const ATTACK_MS = 10_000;
/** Milliseconds between two previews of a person. */
const THINK_MS = 50;
const ALL_ATTACKS = ['requests', 'streams', 'exports', 'sessions', 'tiles', 'duckdb'];
/** `FAIRNESS_ATTACKS=requests,tiles` picks some. */
const ATTACKS = process.env['FAIRNESS_ATTACKS']?.split(',') ?? ALL_ATTACKS;
const LAYER = `SELECT i AS id, ST_SetSRID(ST_MakePoint(-180 + i % 360, -80 + i % 160), 4326) AS geom
  FROM generate_series(1, 100000) AS i`;

const databaseUrl = process.env.TEST_POSTGRES_URL;
if (!databaseUrl) throw new Error('Run it with "npm run bench", which starts the Postgres that it needs.');
const home = mkdtempSync(join(tmpdir(), 'workbench-bench-'));

/** @type {{name: string, value: string, target: string, isMet: boolean}[]} */
const report = [];

try {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await createBigTable(client);
  await client.query('CREATE EXTENSION IF NOT EXISTS postgis');
  await client.end();
  writeConnections();
  await measure();
} finally {
  rmSync(home, { recursive: true, force: true });
}
for (const { name, value, target, isMet } of report) {
  console.log(`${isMet ? '✓' : '✗'} ${name.padEnd(28)} ${value.padEnd(44)} ${target}`);
}
if (report.some(({ isMet }) => !isMet)) process.exitCode = 1;

async function measure() {
  const { child, url, cookies } = await startShared(home, PEOPLE + 1);
  const [attacker = '', ...others] = cookies;
  const ask = callerOf(url, attacker);
  const layer = (await ask('POST', '/api/studio/queries', { name: 'Layer', connection_id: 'bench', sql: LAYER })).id;
  try {
    await previews(url, others, 1_000);
    for (const attack of ATTACKS) {
      const quiet = await previews(url, others, QUIET_MS);
      const { stop, done } = await startAttack(attack, url, attacker, layer);
      const beside = await previews(url, others, ATTACK_MS);
      stop();
      say(attack, quiet, beside, await done);
      await calm(ask);
    }
  } finally {
    await stopProgram(child);
  }
}

/** @param {string} attack @param {Previews} quiet @param {Previews} beside @param {string} done */
function say(attack, quiet, beside, done) {
  const [before, after] = [quantile(quiet.times, 0.95), quantile(beside.times, 0.95)];
  const ratio = after / before;
  const isMet = ratio <= TARGET && beside.refused === 0;
  const figures = `${ratio.toFixed(2)}× (${after.toFixed(1)} / ${before.toFixed(1)} ms), ${beside.refused} refused; ${done}`;
  report.push({ name: `Previews beside ${attack}`, value: figures, target: `p95 ≤ ${TARGET}× of quiet`, isMet });
}

/**
 * @typedef {object} Previews
 * @property {number[]} times milliseconds of those that were answered
 * @property {number} refused
 */

/**
 * People look at 200 rows, one preview after another, with a short pause.
 * @param {string} url @param {readonly string[]} cookies @param {number} ms @returns {Promise<Previews>}
 */
async function previews(url, cookies, ms) {
  const end = performance.now() + ms;
  /** @type {number[]} */
  const times = [];
  let refused = 0;
  const body = JSON.stringify({ connection_id: 'bench', sql: 'SELECT * FROM big LIMIT 200' });
  const person = async (/** @type {string} */ cookie) => {
    while (performance.now() < end) {
      const start = performance.now();
      const headers = { 'Content-Type': 'application/json', Origin: url, Cookie: cookie };
      const answer = await fetch(`${url}/api/studio/runs`, { method: 'POST', headers, body });
      const run = /** @type {{status?: string}} */ (await answer.json());
      if (answer.status !== 201 || run.status !== 'succeeded') refused += 1;
      else times.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, THINK_MS));
    }
  };
  await Promise.all(cookies.map(person));
  return { times, refused };
}

/** Ends what an attack has left running. @param {ReturnType<typeof callerOf>} ask */
async function calm(ask) {
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  for (const area of ['runs', 'exports']) {
    const { items = [] } = await ask('GET', `/api/studio/${area}`);
    for (const { id } of items) await ask('DELETE', `/api/studio/${area}/${id}`);
  }
  await new Promise((resolve) => setTimeout(resolve, 2_000));
}

/** @param {string} url @param {string} cookie */
function callerOf(url, cookie) {
  return async (/** @type {string} */ method, /** @type {string} */ path, /** @type {object | null} */ body = null) => {
    const headers = { 'Content-Type': 'application/json', Origin: url, Cookie: cookie };
    const init = body === null ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const text = await (await fetch(`${url}${path}`, init)).text();
    return text === '' ? {} : JSON.parse(text);
  };
}

/** @param {string} attack @param {string} url @param {string} cookie @param {string} layer */
async function startAttack(attack, url, cookie, layer) {
  const child = spawn(process.execPath, ['bench/parts/attack.mjs', attack, url], {
    env: { ...process.env, ATTACK_HEADERS: JSON.stringify({ Cookie: cookie, Origin: url }), ATTACK_LAYER: layer },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  return { stop: () => child.stdin.end(), done: lines.next().then(({ value }) => String(value)) };
}

function writeConnections() {
  const { hostname, port, username, password, pathname } = new URL(String(databaseUrl));
  const login = `host: ${hostname}, port: ${port || 5432}, database: ${pathname.slice(1)}, user: ${username}, password: "${decodeURIComponent(password)}"`;
  writeFileSync(
    join(home, 'connections.yaml'),
    `connections:\n  - { id: bench, name: Bench, kind: postgres, ${login} }\n  - { id: duck, name: Duck, kind: duckdb, path: ./duck.duckdb }\n`,
  );
}
