/** Two server processes share the runs of jobs on one state in Postgres, and one of them is killed: prints what became of every slot. */
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startProgram, stopProgram } from './parts/processes.mjs';
import { scratchState } from './parts/scratch-state.mjs';

const SLOTS = Number(process.env.SHARED_SLOTS ?? 1000);
const JOBS = 40;
const EVERY_MS = 2000;
const CONNECTIONS = 10;
const SERVER = 'dist/server/src/main.js';
const DATABASE = `shared_runs_${process.pid}`;

const { root, url, databaseUrl, remove } = await scratchState(DATABASE);
const state = new pg.Client({ connectionString: url.href });

try {
  await measure();
} finally {
  await state.end().catch(() => undefined);
  await remove();
}

async function measure() {
  const [one = '', two = ''] = ['one', 'two'].map((name) => prepare(join(root, name)));
  const servers = [await start(one)];
  copyFileSync(join(one, 'secret.key'), join(two, 'secret.key'));
  servers.push(await start(two));
  await state.connect();
  try {
    const address = String(servers[0]?.line.split(' ').at(-1));
    for (let place = 0; place < JOBS; place += 1) await createJob(address, place);
    await until(async () => (await count('true')) >= SLOTS / 2);
    const dying = servers[1]?.child;
    const died = new Promise((resolve) => dying?.once('close', resolve));
    dying?.removeAllListeners('exit');
    dying?.kill('SIGKILL');
    await died;
    await until(async () => (await count('true')) >= (SLOTS * 3) / 4);
    servers[1] = await start(two);
    await until(async () => (await count('true')) >= SLOTS);
    await post(`${address}/api/scheduler/pause-all`, {});
    await until(async () => (await count("status IN ('queued', 'running')")) === 0);
    await until(async () => (await entries()) === 0);
    await report();
  } finally {
    for (const { child } of servers) await stopProgram(child);
  }
}

async function report() {
  const { rows } = await state.query(
    `SELECT count(*)::int AS runs, count(DISTINCT (job_id, slot))::int AS slots,
       count(*) FILTER (WHERE status = 'success')::int AS good, count(*) FILTER (WHERE status = 'skipped')::int AS skipped,
       count(*) FILTER (WHERE status = 'interrupted')::int AS interrupted, count(*) FILTER (WHERE status = 'error')::int AS failed
     FROM job_run`,
  );
  const [lost] = (
    await state.query(
      `SELECT coalesce(sum((newest - oldest) / ${EVERY_MS} + 1 - found - missed), 0)::int AS lost FROM (
         SELECT max(slot) AS newest, min(slot) AS oldest, count(*) AS found, sum(missed_slots) AS missed FROM job_run GROUP BY job_id) j`,
    )
  ).rows;
  const found = rows[0];
  say('Runs of two processes, one of them killed and started again', `${found.runs}`, found.runs >= SLOTS);
  say('Slots doubled', `${found.runs - found.slots}`, found.runs === found.slots);
  say('Slots lost', `${lost.lost}`, lost.lost === 0);
  say('Runs that failed', `${found.failed}`, found.failed === 0);
  console.log(`${found.good} succeeded, ${found.skipped} skipped, ${found.interrupted} interrupted`);
}

/** A state directory whose outputs are those of the others. @param {string} home */
function prepare(home) {
  mkdirSync(home, { recursive: true });
  mkdirSync(join(root, 'outputs'), { recursive: true });
  symlinkSync(join(root, 'outputs'), join(home, 'outputs'));
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const lines = Array.from(
    { length: CONNECTIONS },
    (_, place) =>
      `  - { id: db${place}, name: Db ${place}, kind: postgres, host: ${hostname}, port: ${port || 5432}, database: ${pathname.slice(1)}, user: ${username}, password: "${decodeURIComponent(password)}" }`,
  );
  writeFileSync(join(home, 'connections.yaml'), `connections:\n${lines.join('\n')}\n`);
  return home;
}

/** @param {string} home */
function start(home) {
  const env = {
    WORKBENCH_HOME: home,
    WORKBENCH_DEMO: 'off',
    PORT: '0',
    LOG_LEVEL: 'error',
    WORKBENCH_JOBS_AT_ONCE: '8',
  };
  return startProgram(SERVER, { ...env, STATE_DATABASE_URL: url.href });
}

/** @param {string} address @param {number} place */
async function createJob(address, place) {
  const trigger = { type: 'interval', every: EVERY_MS / 1000, unit: 'seconds' };
  const connection = `db${place % CONNECTIONS}`;
  await post(`${address}/api/scheduler/jobs/query`, {
    ...{ name: `Job ${place}`, connection_id: connection, trigger, missed: 'once', settings: { sql: 'SELECT 1' } },
  });
}

/** @param {string} where */
async function count(where) {
  return Number((await state.query(`SELECT count(*) AS n FROM job_run WHERE ${where}`)).rows[0].n);
}

/** What is left in the queue. */
async function entries() {
  return Number((await state.query('SELECT count(*) AS n FROM queue_entry')).rows[0].n);
}

/** @param {() => Promise<boolean>} isSo */
async function until(isSo) {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 100));
}

/** @param {string} address @param {object} body @returns {Promise<any>} */
async function post(address, body) {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(address, init);
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

/** @param {string} what @param {string} text @param {boolean} isMet */
function say(what, text, isMet) {
  console.log(`${what}: ${text}${isMet ? '' : '  MISSED'}`);
  if (!isMet) process.exitCode = 1;
}
