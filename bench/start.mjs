/**
 * Measures how long the workbench takes from its start to its first answer with 100,000 entries in the history: on SQLite
 * and on Postgres, with all of them within the bound of the configuration and with most of them beyond it.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { median } from './parts/load.mjs';
import { startProgram, stopProgram } from './parts/processes.mjs';
import { scratchState } from './parts/scratch-state.mjs';

const ROWS = 100_000;
const ROUNDS = Number(process.env['START_ROUNDS'] ?? 3);
const LIMIT_MS = 3_000;
const KEPT = '10000';
const DATABASE = `start_${process.pid}`;
/** SQL of SQLite and Postgres both, but for the numbers. */
const fill = (/** @type {string} */ numbers) => `
  INSERT INTO studio_history (id, owner_id, connection_id, connection_name, sql, is_cut, search_text, status, home,
    started_at, elapsed_ms, row_count, error)
  SELECT 'entry-' || n, 'local', 'bench', 'Bench', 'SELECT * FROM orders WHERE id = ' || n, CAST(0 AS boolean),
    'select * from orders where id = ' || n, 'succeeded', 'aaaaaaaaaaaa', '2026-01-01T00:00:00.000Z', 1.5, 1, NULL
  FROM ${numbers}`;
const SQLITE_NUMBERS = `(WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${ROWS}) SELECT n FROM numbers)`;
const POSTGRES_NUMBERS = `generate_series(1, ${ROWS}) AS n`;

const { root, url, remove } = await scratchState(DATABASE);

try {
  await measure('SQLite', {}, fillSqlite);
  await measure('Postgres', { STATE_DATABASE_URL: url.href }, fillPostgres);
} finally {
  await remove();
}

/** @param {string} name @param {Record<string, string>} env @param {(home: string) => Promise<void> | void} fillState */
async function measure(name, env, fillState) {
  const home = mkdtempSync(join(root, 'home-'));
  writeFileSync(join(home, 'connections.yaml'), 'connections: []\n');
  const all = { WORKBENCH_HOME: home, WORKBENCH_DEMO: 'off', PORT: '0', LOG_LEVEL: 'error', ...env };
  await startTime(all);
  const empty = await startTimes(() => all, ROUNDS);
  await fillState(home);
  const within = await startTimes(() => all, ROUNDS);
  const [beyond = NaN] = await startTimes(() => ({ ...all, WORKBENCH_HISTORY_MAX_ENTRIES: KEPT }), 1);
  const base = `(${median(empty).toFixed(0)} ms when empty)`;
  report(`${name}: ${ROWS.toLocaleString('en')} entries`, median(within), base);
  report(`${name}: most of them beyond the bound`, beyond, base);
}

/** @param {() => Record<string, string>} env @param {number} count */
async function startTimes(env, count) {
  const times = [];
  for (let round = 0; round < count; round += 1) times.push(await startTime(env()));
  return times;
}

/** @param {Record<string, string>} env */
async function startTime(env) {
  const { child, startedInMs } = await startProgram('dist/server/src/main.js', env);
  await stopProgram(child);
  return startedInMs;
}

/** @param {string} home */
function fillSqlite(home) {
  const database = new DatabaseSync(join(home, 'state.sqlite'));
  database.exec(fill(SQLITE_NUMBERS));
  database.close();
}

async function fillPostgres() {
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(fill(POSTGRES_NUMBERS));
  await client.end();
}

/** @param {string} name @param {number} ms @param {string} more */
function report(name, ms, more) {
  const isMet = ms <= LIMIT_MS;
  console.log(
    `${isMet ? '✓' : '✗'} Start, ${name.padEnd(42)} ${ms.toFixed(0).padStart(6)} ms ${more}  ≤ ${LIMIT_MS} ms`,
  );
  if (!isMet) process.exitCode = 1;
}
