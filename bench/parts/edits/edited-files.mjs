/** What the review of edits costs on files, against the same edits by their engine in this process. */
import { fork } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DuckDBInstance } from '@duckdb/node-api';
import { median } from '../load.mjs';

const BARE_ENGINE = new URL('bare-engine.mjs', import.meta.url);
/** Of the bound: the engine in a process of its own, which answers with the rows before and after. */
const MOST_TIMES = 1.5;
/** Of the engine alone: the limit of SQLite, in which a thousand edits take 10 ms. */
const MOST_TIMES_ALONE = 20;
const ROUNDS = 5;
const EDITS = 1_000;
const TABLE = 'CREATE TABLE bench_edits (id INTEGER PRIMARY KEY, name VARCHAR, n INTEGER)';
const UPDATE = 'UPDATE bench_edits SET n = ? WHERE id = ? RETURNING *';

/** The files in a folder, as connections of a workbench's configuration. @param {string} folder */
export function fileConnections(folder) {
  return [
    `{ id: sqlite, name: SQLite, kind: files, path: "${join(folder, 'edits.sqlite')}", read_only: false }`,
    `{ id: duckdb, name: DuckDB, kind: duckdb, path: "${join(folder, 'edits.duckdb')}" }`,
  ];
}

/** Writes the files; for before the workbench starts. @param {string} folder */
export async function fillFiles(folder) {
  const sqlite = new DatabaseSync(join(folder, 'edits.sqlite'));
  sqlite.exec(TABLE);
  sqlite.exec(`INSERT INTO bench_edits
    WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 100000) SELECT n, 'name ' || n, 0 FROM c`);
  sqlite.close();
  await withDuckDb(join(folder, 'edits.duckdb'), async (connection) => {
    await connection.run(TABLE);
    await connection.run("INSERT INTO bench_edits SELECT n, 'name ' || n, 0 FROM range(1, 100001) AS rows(n)");
  });
}

/**
 * Prints the median times of rehearsing and applying 1,000 edits of one row each, and their ratios to the bound: the same
 * transaction made by the bare engine in a process of its own, which reads the rows before and answers with both. Beside it
 * stands one transaction of the engine in this process, without what it would take to undo it.
 * @param {string} folder
 * @param {(method: string, path: string, body?: object) => Promise<any>} send a request to `/api/changes`
 */
export async function printEditedFiles(folder, send) {
  const engines = [
    { id: 'sqlite', name: 'SQLite', schema: 'main', bare: bareSqlite },
    { id: 'duckdb', name: 'DuckDB', schema: 'main', bare: bareDuckDb },
  ];
  for (const { id, name, schema, bare } of engines) {
    const path = join(folder, `bare.${id}`);
    const bareMs = await bare(folder, path);
    const rolledBackMs = await boundMs(id, path, 'ROLLBACK');
    const committedMs = await boundMs(id, path, 'COMMIT');
    rmSync(path);
    const { rehearseMs, applyMs } = await reviewedMs(id, schema, send);
    print(`${name}, rehearsal of 1,000 edits`, rehearseMs, rolledBackMs, bareMs);
    print(`${name}, applying 1,000 edits`, applyMs, committedMs, bareMs);
  }
}

/**
 * @param {string} id @param {string} schema
 * @param {(method: string, path: string, body?: object) => Promise<any>} send
 */
async function reviewedMs(id, schema, send) {
  /** @type {number[]} */
  const rehearseMs = [];
  /** @type {number[]} */
  const applyMs = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const change = await send('POST', '', { connection_id: id, items: editsOf(schema, round) });
    let startedAtMs = performance.now();
    const { rehearsal } = await send('POST', `/${change.id}/rehearse`);
    const rehearsedMs = performance.now() - startedAtMs;
    const seen = { hash: change.hash, effect_hash: rehearsal.effect_hash };
    startedAtMs = performance.now();
    const applied = await send('POST', `/${change.id}/apply`, seen);
    const appliedMs = performance.now() - startedAtMs;
    if (applied.state !== 'applied') throw new Error(`The change set is ${applied.state}.`);
    // The first round warms up.
    if (round === 0) continue;
    rehearseMs.push(rehearsedMs);
    applyMs.push(appliedMs);
  }
  return { rehearseMs: median(rehearseMs), applyMs: median(applyMs) };
}

/** @param {string} what @param {number} ms @param {number} boundMs @param {number} aloneMs */
function print(what, ms, boundMs, aloneMs) {
  const [times, alone] = [ms / boundMs, ms / aloneMs];
  // A request and what is kept of it take longer than the edits in SQLite.
  const isMet = times <= MOST_TIMES || (what.startsWith('SQLite') && alone <= MOST_TIMES_ALONE);
  if (!isMet) process.exitCode = 1;
  console.log(
    `${what}: ${ms.toFixed(0)} ms, ${times.toFixed(2)}× the engine in its own process with the rows before (${boundMs.toFixed(1)} ms, ≤ ${MOST_TIMES}), ${alone.toFixed(1)}× the engine alone (${aloneMs.toFixed(1)} ms, ≤ ${MOST_TIMES_ALONE})${isMet ? '' : '  MISSED'}`,
  );
}

/** Median milliseconds from sending the edits to the answer. @param {string} kind @param {string} path @param {'COMMIT' | 'ROLLBACK'} end */
async function boundMs(kind, path, end) {
  const child = fork(BARE_ENGINE, [kind, path], { serialization: 'advanced' });
  const answer = () => new Promise((resolve) => child.once('message', resolve));
  await answer();
  const times = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const edits = Array.from({ length: EDITS }, (_, index) => ({ id: String(index + 1), n: String(round) }));
    const startedAtMs = performance.now();
    const answered = answer();
    child.send({ edits, end });
    await answered;
    if (round > 0) times.push(performance.now() - startedAtMs);
  }
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.disconnect();
  await ended;
  return median(times);
}

/** @param {string} schema @param {number} n */
function editsOf(schema, n) {
  return Array.from({ length: EDITS }, (_, index) => ({
    ...{ kind: 'update', schema, table: 'bench_edits', key: { id: String(index + 1) } },
    before: { n: String(n) },
    values: { n: String(n + 1) },
  }));
}

/** Median milliseconds in a copy of the file's table, which stays. @param {string} folder @param {string} path */
async function bareSqlite(folder, path) {
  const database = new DatabaseSync(path);
  database.exec(TABLE);
  database.exec(
    `ATTACH '${join(folder, 'edits.sqlite')}' AS source; INSERT INTO bench_edits SELECT * FROM source.bench_edits`,
  );
  const update = database.prepare(UPDATE);
  const times = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const startedAtMs = performance.now();
    database.exec('BEGIN');
    for (let id = 1; id <= EDITS; id += 1) update.all(round, id);
    database.exec('COMMIT');
    times.push(performance.now() - startedAtMs);
  }
  database.close();
  return median(times);
}

/** The same in DuckDB. @param {string} _folder @param {string} path */
async function bareDuckDb(_folder, path) {
  /** @type {number[]} */
  const times = [];
  await withDuckDb(path, async (connection) => {
    await connection.run(TABLE);
    await connection.run("INSERT INTO bench_edits SELECT n, 'name ' || n, 0 FROM range(1, 100001) AS rows(n)");
    const update = await connection.prepare(UPDATE);
    for (let round = 1; round <= ROUNDS; round += 1) {
      const startedAtMs = performance.now();
      await connection.run('BEGIN');
      for (let id = 1; id <= EDITS; id += 1) {
        update.bind([round, id]);
        await update.runAndReadAll();
      }
      await connection.run('COMMIT');
      times.push(performance.now() - startedAtMs);
    }
  });
  return median(times);
}

/** @param {string} path @param {(connection: import('@duckdb/node-api').DuckDBConnection) => Promise<void>} work */
async function withDuckDb(path, work) {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await work(connection);
  connection.closeSync();
  instance.closeSync();
}
