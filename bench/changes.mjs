/**
 * Prints what the review of edits costs: rehearsing and applying 1,000 of them against the bare transaction. That is what a
 * person would send by hand: 1,000 UPDATEs of one row each, one after another in one transaction, whose rows are read back.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { benchDatabaseUrl, writeBenchConnections } from './parts/bench-connection.mjs';
import { median } from './parts/load.mjs';
import { startProgram, stopProgram } from './parts/processes.mjs';
import { fileConnections, fillFiles, printEditedFiles } from './parts/edits/edited-files.mjs';
import { printAddedParts } from './parts/edits/added-parts.mjs';
import { printOpenedChange } from './parts/edits/opened-change.mjs';
import { printStagedEdits } from './parts/edits/staged-edits.mjs';

const SERVER = 'dist/server/src/main.js';
const ROUNDS = 7;
const EDITS = 1_000;
const databaseUrl = benchDatabaseUrl();

const home = mkdtempSync(join(tmpdir(), 'workbench-bench-'));
const files = mkdtempSync(join(tmpdir(), 'workbench-bench-files-'));
const client = new pg.Client({ connectionString: databaseUrl });
try {
  await client.connect();
  await client.query('DROP TABLE IF EXISTS bench_edits');
  await client.query('CREATE TABLE bench_edits (id integer PRIMARY KEY, name text, n integer, at timestamptz)');
  await client.query(`INSERT INTO bench_edits SELECT n, 'name ' || n, 0, now() FROM generate_series(1, 100000) AS n`);
  writeBenchConnections(home, databaseUrl, { others: fileConnections(files) });
  await fillFiles(files);
  const { rehearse, apply } = await measure();
  print('Rehearsal', rehearse);
  print('Applying', apply);
  await printStagedEdits(databaseUrl);
  await printOpenedChange();
} finally {
  await client.query('DROP TABLE IF EXISTS bench_edits').catch(() => undefined);
  await client.end();
  for (const folder of [home, files]) rmSync(folder, { recursive: true, force: true });
}

async function measure() {
  const env = { WORKBENCH_HOME: home, WORKBENCH_DEMO: 'off', PORT: '0', LOG_LEVEL: 'error' };
  const { child, line } = await startProgram(SERVER, env);
  const address = String(line.split(' ').at(-1));
  /** @type {number[]} */
  const rehearse = [];
  /** @type {number[]} */
  const apply = [];
  // The first round warms both sides up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const change = await send(address, 'POST', '', { connection_id: 'bench', items: editsOf(round) });
    const [bareMs] = await timed(() => bareTransaction(round));
    const [rehearseMs, rehearsed] = await timed(() => send(address, 'POST', `/${change.id}/rehearse`));
    const seen = { hash: change.hash, effect_hash: rehearsed.rehearsal.effect_hash };
    const [applyMs, applied] = await timed(() => send(address, 'POST', `/${change.id}/apply`, seen));
    if (applied.state !== 'applied') throw new Error(`The change set is ${applied.state}.`);
    if (round === 0) continue;
    rehearse.push(rehearseMs / bareMs);
    apply.push(applyMs / bareMs);
  }
  /** @param {string} method @param {string} path @param {object} [body] */
  const request = (method, path, body) => send(address, method, path, body);
  await printAddedParts(request);
  await printEditedFiles(files, request);
  await stopProgram(child);
  return { rehearse: median(rehearse), apply: median(apply) };
}

/** @param {number} n */
function editsOf(n) {
  return Array.from({ length: EDITS }, (_, index) => ({
    ...{ kind: 'update', schema: 'public', table: 'bench_edits', key: { id: String(index + 1) } },
    before: { n: String(n) },
    values: { n: String(n + 1) },
  }));
}

/** The same edits by hand, a statement each, rolled back. @param {number} n */
async function bareTransaction(n) {
  await client.query('BEGIN');
  const text = 'UPDATE bench_edits SET n = $1 WHERE id = $2 RETURNING *';
  for (let id = 1; id <= EDITS; id += 1) await client.query(text, [n + 1, id]);
  await client.query('ROLLBACK');
}

/**
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<[number, T]>}
 */
async function timed(work) {
  const startedAtMs = performance.now();
  const result = await work();
  return [performance.now() - startedAtMs, result];
}

/**
 * @param {string} address
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
async function send(address, method, path, body) {
  const init = body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`${address}/api/changes${path}`, { method, ...init });
  if (!response.ok) throw new Error(await response.text());
  if (response.status === 204) return /** @type {any} */ (null);
  return /** @type {Promise<{id: string, hash: string, state: string, rehearsal: {effect_hash: string}}>} */ (
    response.json()
  );
}

/** @param {string} name @param {number} ratio */
function print(name, ratio) {
  const isMet = ratio <= 1.5;
  if (!isMet) process.exitCode = 1;
  console.log(`${name} of 1,000 edits: ${ratio.toFixed(2)}× the bare transaction (≤ 1.5×)${isMet ? '' : '  MISSED'}`);
}
