/**
 * Prints what the process of a SQLite connection costs against reading the same file in this process. The limits of the
 * ratios are a fifth above what was measured.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { median } from './parts/load.mjs';
import { memoryMegabytes } from './parts/processes.mjs';

const ENGINE = new URL('../dist/server/src/connections/engines/files/index.js', import.meta.url).href;
const ROWS = 1_000_000;
const STARTS = 9;
const PREVIEWS = 200;
const ROUNDS = 3;
const PREVIEW = 'SELECT * FROM big LIMIT 200';
const ALL = 'SELECT * FROM big';

const folder = mkdtempSync(join(tmpdir(), 'sqlite-bench-'));
const path = join(folder, 'big.sqlite');
const { createFilesConnector } = await import(ENGINE);
const config = {
  ...{ id: 'bench', name: 'Bench', kind: 'files', colour: null, readOnly: true, writes: 'none' },
  ...{ statementTimeoutMs: 0, autoCommit: true, confirmDestructive: true, path },
};
const context = { onHealthChanged: () => undefined, now: Date.now, connectTimeoutMs: 60_000, home: null };

try {
  createFile();
  const starts = [];
  for (let start = 0; start < STARTS; start += 1) starts.push(await measureStart());
  add('Start and first statement', `${median(starts).toFixed(0)} ms`, '≤ 150 ms', median(starts) <= 150);
  const connector = createFilesConnector(config, context);
  await measurePreviews(connector);
  await measureMillion(connector);
  await connector.close();
} finally {
  rmSync(folder, { recursive: true });
}

function createFile() {
  const database = new DatabaseSync(path);
  database.exec(`CREATE TABLE big (id INTEGER PRIMARY KEY, name TEXT, price REAL, amount INTEGER, note TEXT, city TEXT,
    remark TEXT, kind INTEGER);
    INSERT INTO big WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${ROWS})
    SELECT n, 'name ' || n, n / 100.0, n * 3, 'some text of a row', 'Zürich', NULL, n % 10 FROM c`);
  database.close();
}

/** Milliseconds from nothing to the first answer. */
async function measureStart() {
  const connector = createFilesConnector(config, context);
  const begin = performance.now();
  const session = await connector.openSession(never());
  await read(session, 'SELECT 1');
  const ms = performance.now() - begin;
  await session.release();
  await connector.close();
  return ms;
}

/** @param {any} connector */
async function measurePreviews(connector) {
  /** @type {number[]} */
  const hosted = [];
  const inProcess = [];
  for (let preview = 0; preview < PREVIEWS; preview += 1) {
    hosted.push(
      await timed(async () => {
        const session = await connector.openSession(never());
        await read(session, PREVIEW);
        await session.release();
      }),
    );
    inProcess.push(await timed(() => Promise.resolve(readHere(PREVIEW))));
  }
  const [host, here] = [median(hosted), median(inProcess)];
  add(
    'Preview of 200 rows, p50',
    `${host.toFixed(2)} ms, ${(host / here).toFixed(2)}× this process`,
    '≤ 4.5×',
    host / here <= 4.5,
  );
  const idle = memoryMegabytes(childProcess()).share;
  add('Idle process, its share of memory', `${idle.toFixed(0)} MB`, '≤ 60 MB', idle <= 60);
}

/** @param {any} connector */
async function measureMillion(connector) {
  const ratios = [];
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const session = await connector.openSession(never());
    const host = await timed(async () => {
      const rows = await read(session, ALL);
      if (rows !== ROWS) throw new Error(`${rows} rows were read, not ${ROWS}.`);
    });
    await session.release();
    ratios.push(host / (await timed(() => Promise.resolve(readHere(ALL)))));
    times.push(host);
  }
  const rate = Math.round(ROWS / (median(times) / 1000));
  const ratio = median(ratios);
  add('1,000,000 rows', `${rate} rows/s, ${ratio.toFixed(2)}× this process`, '≤ 2.2×', ratio <= 2.2);
}

/** The number of rows. @param {any} session @param {string} sql @returns {Promise<number>} */
async function read(session, sql) {
  let rows = 0;
  const sink = {
    columns: () => undefined,
    row: () => (rows += 1) > 0,
    drained: () => Promise.resolve(),
    notice: () => undefined,
  };
  const { status } = await session.run(sql, sink, never());
  if (status !== 'succeeded') throw new Error(`${sql}: ${status}`);
  return rows;
}

/** Reads into text, as the process does. @param {string} sql */
function readHere(sql) {
  const database = new DatabaseSync(path, { readOnly: true, returnArrays: true, readBigInts: true });
  const rows = /** @type {Iterable<unknown[]>} */ (/** @type {unknown} */ (database.prepare(sql).iterate()));
  let characters = 0;
  for (const row of rows) for (const value of row) characters += value === null ? 0 : String(value).length;
  database.close();
  return characters;
}

/** @param {() => Promise<unknown>} work */
async function timed(work) {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

/** The process itself, below what confines it. */
function childProcess() {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,args='])
    .toString()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  let pid = String(process.pid);
  for (;;) {
    const child = rows.find(([, parent, ...args]) => parent === pid && args.join(' ').includes('sqlite-program'));
    if (child?.[0] === undefined) return Number(pid);
    pid = child[0];
  }
}

function never() {
  return new AbortController().signal;
}

/** @param {string} name @param {string} figure @param {string} aim @param {boolean} isMet */
function add(name, figure, aim, isMet) {
  console.log(`${name}: ${figure} (${aim})${isMet ? '' : '  MISSED'}`);
  if (!isMet) process.exitCode = 1;
}
