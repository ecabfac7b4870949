/** What the review of edits costs on files, against the same edits by their engine in this process. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DuckDBInstance } from '@duckdb/node-api';
import { median } from '../load.mjs';

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
 * Prints the median times of rehearsing and applying 1,000 edits of one row each, and their ratios to one transaction of
 * the engine with a prepared statement for each row. That one runs in this process, without a request and without keeping
 * what it would take to undo it, so that its ratios have no limit.
 * @param {string} folder
 * @param {(method: string, path: string, body?: object) => Promise<any>} send a request to `/api/changes`
 */
export async function printEditedFiles(folder, send) {
  const engines = [
    { id: 'sqlite', name: 'SQLite', schema: 'main', bare: bareSqlite },
    { id: 'duckdb', name: 'DuckDB', schema: 'main', bare: bareDuckDb },
  ];
  for (const { id, name, schema, bare } of engines) {
    const bareMs = await bare(folder);
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
    const [rehearse, apply] = [median(rehearseMs), median(applyMs)];
    const shown = (/** @type {number} */ ms) => `${ms.toFixed(0)} ms, ${(ms / bareMs).toFixed(1)}×`;
    console.log(
      `${name}, 1,000 edits: rehearsal ${shown(rehearse)}, applying ${shown(apply)} the engine alone (${bareMs.toFixed(1)} ms; no limit)`,
    );
  }
}

/** @param {string} schema @param {number} n */
function editsOf(schema, n) {
  return Array.from({ length: EDITS }, (_, index) => ({
    ...{ kind: 'update', schema, table: 'bench_edits', key: { id: String(index + 1) } },
    before: { n: String(n) },
    values: { n: String(n + 1) },
  }));
}

/** Median milliseconds in a copy of the file's table. @param {string} folder */
async function bareSqlite(folder) {
  const path = join(folder, 'bare.sqlite');
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
  rmSync(path);
  return median(times);
}

/** The same in DuckDB. @param {string} folder */
async function bareDuckDb(folder) {
  const path = join(folder, 'bare.duckdb');
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
  rmSync(path);
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
