/** How Schema Watch and contracts stand a large database; what is read is compared with psql asking the same questions. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { median } from './parts/load.mjs';
import { findPsql } from './parts/psql.mjs';
import { residentMegabytes, startProgram, stopProgram } from './parts/processes.mjs';

const TABLES = 10_000;
const CONTRACT_TABLES = 1_000;
const RECORDS = 10_000;
const databaseUrl = String(process.env.TEST_POSTGRES_URL);
const built = (/** @type {string} */ path) => import(new URL(`../dist/${path}`, import.meta.url).href);
const questions = await built('server/src/connections/engines/postgres/catalog/catalog-reading.sql.js');
const { diffCatalogs } = await built('libs/catalog/index.js');
const { evaluateContract, freezeContract } = await built('libs/contracts/index.js');
const DATABASE = 'bench_schema_watch';

/** @type {{name: string, value: string, target: string, isMet: boolean}[]} */
const report = [];
const home = mkdtempSync(join(tmpdir(), 'workbench-bench-'));

try {
  const address = await createDatabase();
  writeConnections(address);
  const env = { WORKBENCH_HOME: home, WORKBENCH_DEMO: 'off', PORT: '0', LOG_LEVEL: 'error' };
  const own = await startProgram('dist/server/src/main.js', env);
  const origin = String(own.line.split(' ').at(-1));
  await measureSnapshot(origin, address, own.child.pid);
  await measureContract(origin);
  await stopProgram(own.child);
  await measureChangesPage(env);
  measureLibraries();
} finally {
  rmSync(home, { recursive: true, force: true });
}
print();

/** 10,000 tables with 60,000 columns, 20,000 keys and 13,000 indexes, made once for a server. */
async function createDatabase() {
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  const { rows } = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
  if (rows.length === 0) await admin.query(`CREATE DATABASE ${DATABASE}`);
  await admin.end();
  const address = new URL(databaseUrl);
  address.pathname = `/${DATABASE}`;
  const client = new pg.Client({ connectionString: address.href });
  await client.connect();
  for (let from = rows.length === 0 ? 0 : TABLES; from < TABLES; from += 200) {
    await client.query(Array.from({ length: 200 }, (_, index) => tableSql(from + index)).join(';'));
  }
  await client.query('VACUUM ANALYZE pg_catalog.pg_attribute');
  await client.end();
  return address.href;
}

/** @param {number} number */
function tableSql(number) {
  const parent = number === 0 ? 0 : Math.floor((number - 1) / 2);
  const index = number % 10 < 3 ? `; CREATE INDEX ON t${number} (amount, created_at)` : '';
  return `CREATE TABLE t${number} (
      id bigint PRIMARY KEY, parent_id bigint REFERENCES t${parent}, name character varying(80) NOT NULL,
      amount numeric(12,2), created_at timestamp with time zone NOT NULL, note text);
    CREATE INDEX ON t${number} (parent_id)${index}`;
}

/**
 * A whole snapshot against psql reading the same questions to nowhere, both with the catalog in the server's memory.
 * @param {string} origin @param {string} address @param {number | undefined} pid
 */
async function measureSnapshot(origin, address, pid) {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  const script = readingScript();
  /** @type {number[]} */
  const ratios = [];
  const before = residentMegabytes(pid);
  let peak = before;
  const watching = setInterval(() => (peak = Math.max(peak, residentMegabytes(pid))), 20);
  /** @type {number[]} */
  const delays = [];
  for (let round = 0; round < 6; round += 1) {
    // Something has to have changed, or else nothing is read.
    await client.query(`ALTER TABLE t${round} ADD round${round}_${Date.now()} int`);
    const bare = await timeOf(() => psql(address, script));
    await longestDelay(origin);
    const own = await timeOf(() => post(`${origin}/api/schema-watch/bench/run`));
    const delay = await longestDelay(origin);
    if (round === 0) continue;
    ratios.push(own / bare);
    delays.push(delay);
  }
  clearInterval(watching);
  const longest = median(delays);
  await client.end();
  const ratio = median(ratios);
  add('Snapshot of 10,000 tables', `${ratio.toFixed(2)}× psql`, '≤ 1.3×', ratio <= 1.3);
  const growth = peak - before;
  add('Memory while reading it', `+${growth.toFixed(0)} MB`, '≤ 150 MB', growth <= 150);
  add('Longest stop of the event loop', `${longest.toFixed(0)} ms`, '≤ 50 ms', longest <= 50);
}

/** The questions of one reading as psql asks them, with what the server gives as parameters written into them. */
function readingScript() {
  const types = questions.COLUMN_TYPES_SQL.replace('$1', `'{20,1043,1700,1184,25,23}'`).replace(
    '$2',
    `'{-1,84,786438,-1,-1,-1}'`,
  );
  const tables = [questions.WATCHED_TABLES_SQL, questions.WATCHED_COLUMNS_SQL, questions.WATCHED_KEYS_SQL]
    .concat([questions.WATCHED_CHECKS_SQL, questions.WATCHED_EXPRESSIONS_SQL].map(withNothingLocked))
    .concat([questions.WATCHED_COLLATIONS_SQL, types, questions.NOT_NULL_DOMAINS_SQL])
    .concat([withNothingLocked(questions.WATCHED_INDEXES_SQL)]);
  const views = [questions.BEGIN_VIEWS_SQL, questions.VIEWS_SQL, questions.END_VIEWS_SQL];
  const others = [questions.ENUM_LABELS_SQL, questions.DOMAINS_SQL, questions.DEPENDENTS_SQL];
  const { FINGERPRINT_SQL: fingerprint, BEGIN_READING_SQL: begin } = questions;
  return [
    fingerprint,
    begin,
    ...tables,
    ...views,
    ...others,
    'ROLLBACK',
    fingerprint,
    questions.INACCESSIBLE_SCHEMAS_SQL,
  ]
    .map((sql) => `${sql};\n`)
    .join('');
}

/** @param {string} sql A question whose only parameter are the ids of locked tables. */
function withNothingLocked(sql) {
  return sql.replaceAll('$1', `'{}'`);
}

/** How long the server's event loop was held up at most since the last look. @param {string} origin */
async function longestDelay(origin) {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return 1000 * Number(/^nodejs_eventloop_lag_max_seconds (.*)$/m.exec(text)?.[1]);
}

/** Freezing the whole schema, and the run after it, in which the contract is evaluated. @param {string} origin */
async function measureContract(origin) {
  const freeze = await timeOf(() => post(`${origin}/api/contracts/bench/freeze`, { name: 'All' }));
  const run = await timeOf(() => post(`${origin}/api/schema-watch/bench/run`));
  add('Freezing 10,000 tables', `${freeze.toFixed(0)} ms`, 'no limit', true);
  add('A run that changed nothing, with them', `${run.toFixed(0)} ms`, 'no limit', true);
}

/** The page's own requests with 10,000 records of a year. @param {Record<string, string>} env */
async function measureChangesPage(env) {
  const { DatabaseSync } = await import('node:sqlite');
  const state = new DatabaseSync(join(home, 'state.sqlite'));
  const insert = state.prepare(
    `INSERT INTO schema_change (id, connection_id, detected_at, summary, changes, recreated, views, from_snapshot_id, to_snapshot_id)
     VALUES (?, 'bench', ?, ?, ?, '[]', '[]', 'a', 'b')`,
  );
  state.exec('BEGIN');
  for (let number = 0; number < RECORDS; number += 1) {
    const at = new Date(Date.now() - (number * 365 * 86_400_000) / RECORDS).toISOString();
    const column = { name: 'note', type: 'text', nullable: true, position: 7 };
    const summary = `t${number}: + column note text`;
    const change = { schema: 'public', name: `t${number}`, kind: 'column_added', column: 'note', after: column };
    insert.run(`r${number}`, at, summary, JSON.stringify([{ ...change, table: `t${number}`, summary }]));
  }
  breakContract(state);
  state.exec('COMMIT');
  state.close();
  const own = await startProgram('dist/server/src/main.js', env);
  const origin = String(own.line.split(' ').at(-1));
  for (const [what, query] of [
    ['The changes page, 30 days', 'days=30&limit=50'],
    ['The changes page, a year of 10,000', 'days=365&limit=50'],
    ['A search in them', 'days=365&limit=50&search=t77'],
    ['500 of them at once', 'days=365'],
    ['Only breaking, among 10,000', 'days=365&limit=50&breaking=true'],
  ]) {
    /** @type {number[]} */
    const times = [];
    for (let round = 0; round < 7; round += 1) {
      times.push(await timeOf(() => changesOf(origin, String(query))));
    }
    const ms = median(times);
    add(String(what), `${ms.toFixed(0)} ms`, '≤ 300 ms', ms <= 300);
  }
  await stopProgram(own.child);
}

/** A contract that every hundredth record broke. @param {import('node:sqlite').DatabaseSync} state */
function breakContract(state) {
  const yearAgo = new Date(Date.now() - 366 * 86_400_000).toISOString();
  const numbers = Array.from({ length: RECORDS / 100 }, (_, index) => index * 100);
  const gone = { schema: 'public', kind: 'column_gone', column: 'note', expected: 'text', summary: '' };
  const items = numbers.map((number) => ({ ...gone, name: `t${number}`, table: `t${number}` }));
  state.prepare(`UPDATE contract SET frozen_at = ? WHERE connection_id = 'bench'`).run(yearAgo);
  state
    .prepare(
      `INSERT INTO contract_violation (id, connection_id, contract_id, opened_at, changed_at, resolved_at, summary, items)
       VALUES ('v', 'bench', 'k', ?, ?, NULL, '', ?)`,
    )
    .run(yearAgo, yearAgo, JSON.stringify(items));
  const removed = state.prepare(
    `UPDATE schema_change SET changes = replace(replace(changes, 'column_added', 'column_removed'), 'after', 'before') WHERE id = ?`,
  );
  for (const number of numbers) removed.run(`r${number}`);
}

/** @param {string} origin @param {string} query */
async function changesOf(origin, query) {
  const answer = await fetch(`${origin}/api/schema-watch/bench/changes?${query}`);
  const { changes } = /** @type {{ changes: unknown[] }} */ (await answer.json());
  if (changes.length === 0) throw new Error(`No change was found by ${query}.`);
}

function measureLibraries() {
  const [before, after] = [catalogOf(TABLES, 0), catalogOf(TABLES, 100)];
  const diff = best(() => diffCatalogs(before, after));
  add('Diff of two such catalogs', `${diff.toFixed(0)} ms`, '≤ 100 ms', diff <= 100);
  const order = { name: 'All', connectionId: 'bench', frozenAt: new Date().toISOString() };
  const frozen = freezeContract({ ...order, catalog: catalogOf(CONTRACT_TABLES, 0) });
  if (frozen.kind !== 'frozen') throw new Error('The contract was not frozen.');
  const evaluation = best(() => evaluateContract(frozen.contract, after));
  add('Evaluating 1,000 tables', `${evaluation.toFixed(1)} ms`, '≤ 50 ms', evaluation <= 50);
}

/** @param {number} tables @param {number} changed */
function catalogOf(tables, changed) {
  return { tables: Array.from({ length: tables }, (_, number) => tableOf(number, number < changed)), objects: [] };
}

/** @param {number} number @param {boolean} isChanged */
function tableOf(number, isChanged) {
  const names = ['id', 'parent_id', 'name', 'amount', 'created_at', isChanged ? 'remark' : 'note'];
  return {
    ...{ schema: 'public', name: `t${number}`, primary_key: ['id'] },
    columns: names.map((name, index) => ({ name, type: 'text', nullable: index > 2, position: index + 1 })),
    foreign_keys: [{ columns: ['parent_id'], references: { schema: 'public', name: 't0', columns: ['id'] } }],
    indexes: [{ name: `t${number}_parent`, definition: `btree (parent_id)` }],
  };
}

/** The best of some rounds: the machine has other work. @param {() => unknown} work */
function best(work) {
  return Math.min(
    ...Array.from({ length: 7 }, () => {
      const begin = performance.now();
      work();
      return performance.now() - begin;
    }),
  );
}

/** @param {() => Promise<unknown>} work */
async function timeOf(work) {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

/** @param {string} address @param {string} script */
async function psql(address, script) {
  const child = spawn(findPsql(), ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-o', '/dev/null', address], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.end(script);
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('exit', resolve));
  if (code !== 0) throw new Error('psql could not ask the questions of a reading.');
}

/** @param {string} address @param {object} body */
async function post(address, body = {}) {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
}

/** @param {string} address */
function writeConnections(address) {
  const { hostname, port, username, password, pathname } = new URL(address);
  writeFileSync(
    join(home, 'connections.yaml'),
    `connections:\n  - { id: bench, name: Bench, kind: postgres, host: ${hostname}, port: ${port || 5432}, database: ${pathname.slice(1)}, user: ${username}, password: "${decodeURIComponent(password)}" }\n`,
  );
}

/** @param {string} name @param {string} value @param {string} target @param {boolean} isMet */
function add(name, value, target, isMet) {
  report.push({ name, value, target, isMet });
}

function print() {
  for (const { name, value, target, isMet } of report) {
    console.log(`${isMet ? '✓' : '✗'} ${name.padEnd(38)} ${value.padEnd(24)} ${target}`);
  }
  console.log(`Load of the machine over the last minute: ${loadavg()[0]?.toFixed(1)}`);
  if (report.some(({ isMet }) => !isMet)) process.exitCode = 1;
}
