/** Prints how 10,000 jobs and 1,000,000 runs weigh on a tick, on the lateness of runs and on the list of jobs. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { SchedulerRegistry } from '@nestjs/schedule';
// The server's own SQLite: two copies of it in one process take each other's locks away.
import Database from 'better-sqlite3';

/**
 * What is measured is the built server, of which there are no types.
 * @typedef {{ get(type: unknown, options: object): any, getUrl(): Promise<string>, close(): Promise<void> }} App
 */
const built = new URL('../dist/server/src/', import.meta.url).href;
/** @type {{ createApplication(config: object): Promise<App> }} */
// Not from `start.js`: its modules are joined into it, and are others than those that are imported below.
const { createApplication } = await import(`${built}application.js`);
/** @type {{ readConfig(env: object, cwd: string): { kind: 'valid', config: object } | { kind: 'invalid', mistakes: string[] } }} */
const { readConfig } = await import(`${built}platform/index.js`);
/** @type {{ JobKinds: unknown }} */
const { JobKinds } = await import(`${built}scheduler/index.js`);
/** @type {{ SchedulerLoop: unknown }} */
const { SchedulerLoop } = await import(`${built}scheduler/scheduler-loop.js`);

const JOBS = 10_000;
const RUNS = 1_000_000;
/** 10,000 jobs every 200 s are 50 a second. */
const EVERY_S = 200;
const WATCHED_MS = 20_000;
const HOUR_MS = 3_600_000;

const home = mkdtempSync(join(tmpdir(), 'workbench-bench-'));
const reading = readConfig({ WORKBENCH_HOME: home, WORKBENCH_DEMO: 'off', PORT: '0', LOG_LEVEL: 'error' }, home);
if (reading.kind === 'invalid') throw new Error(reading.mistakes.join());

try {
  await (await createApplication(reading.config)).close();
  fill(join(home, 'state.sqlite'));
  const app = await createApplication(reading.config);
  try {
    await measure(app);
  } finally {
    await app.close();
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** @param {App} app */
async function measure(app) {
  /** @type {object | null} */
  const kind = app.get(JobKinds, { strict: false }).find('plugin');
  if (kind === null) throw new Error('There is no kind to stand in for one that does nothing.');
  Object.assign(kind, { run: () => Promise.resolve() });
  /** @type {{ tick(): Promise<void> }} */
  const loop = app.get(SchedulerLoop, { strict: false });
  // Its own ticks would leave half of the work to those that are measured.
  const clocks = app.get(SchedulerRegistry, { strict: false });
  for (const name of clocks.getIntervals()) clocks.deleteInterval(name);
  const lists = [];
  beginNow(join(home, 'state.sqlite'));
  const begunAt = Date.now();
  const ticking = tickOnAndOn(loop);
  await new Promise((resolve) => setTimeout(resolve, WATCHED_MS));
  const url = await app.getUrl();
  for (let round = 0; round < 9; round += 1) {
    const begin = performance.now();
    await (await fetch(`${url}/api/scheduler/jobs`)).arrayBuffer();
    lists.push(performance.now() - begin);
  }
  const ticks = await ticking.end();
  const seconds = (Date.now() - begunAt) / 1000;
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const database = new Database(join(home, 'state.sqlite'), { readonly: true });
  const late = /** @type {{ late: number }[]} */ (
    database
      .prepare('SELECT started_at - slot AS late FROM job_run WHERE slot > ? AND started_at IS NOT NULL ORDER BY 1')
      .all(begunAt)
  ).map((row) => row.late);
  database.close();
  const p99 = late[Math.floor(late.length * 0.99)] ?? Infinity;
  say('Runs a second', `${(late.length / seconds).toFixed(0)}`, late.length > 40 * seconds);
  say('Tick, median', `${middle(ticks).toFixed(1)} ms (≤ 20 ms)`, middle(ticks) <= 20);
  const longest = Math.max(...ticks);
  say('Tick, longest', `${longest.toFixed(0)} ms (≤ 100 ms)`, longest <= 100);
  say('Lateness, p99', `${p99} ms (≤ 1000 ms)`, p99 <= 1000);
  say(
    `List of ${JOBS.toLocaleString('en')} jobs, median`,
    `${middle(lists).toFixed(0)} ms (≤ 300 ms)`,
    middle(lists) <= 300,
  );
}

/** Ticks until it is stopped; answers how many milliseconds each tick took. @param {{ tick(): Promise<void> }} loop */
function tickOnAndOn(loop) {
  let isOver = false;
  const work = async () => {
    const ticks = [];
    while (!isOver) {
      const begin = performance.now();
      await loop.tick();
      ticks.push(performance.now() - begin);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    return ticks;
  };
  const done = work();
  const end = () => {
    isOver = true;
    return done;
  };
  return { end };
}

/** @param {string} file */
function fill(file) {
  const database = new Database(file);
  const now = Date.now();
  const job = prepareInsert(database, 'job', {
    ...{ id: '?', kind: "'plugin'", name: '?', name_key: '?', owner_id: "'local'" },
    ...{ limits: `'{"scopes":null,"connectionIds":null}'`, schedule: '?', anchor_at: '?' },
    ...{ settings: `'{"plugin":"x","job":"y","options":{}}'`, settings_text: "'x/y'" },
    ...{ notify_success: '0', notify_error: '1', missed: "'skip'", timeout_s: '60', is_paused: '0' },
    ...{ next_run_at: '?', active_runs: '0', last_run_id: '?', last_status: "'success'", recent_runs: '?' },
    ...{ run_count: '100', created_at: '?', updated_at: '?' },
  });
  const run = prepareInsert(database, 'job_run', {
    ...{ id: '?', job_id: '?', job_name: '?', kind: "'plugin'", owner_id: "'local'", cause: "'schedule'" },
    ...{ slot: '?', missed_slots: '0', queued_at: '?', started_at: '?', duration_ms: '5' },
    ...{ status: "'success'", partials: "'[]'" },
  });
  const trigger = JSON.stringify({ type: 'interval', every: EVERY_S, unit: 'seconds' });
  database.prepare('BEGIN').run();
  {
    for (let place = 0; place < JOBS; place += 1) {
      const id = randomUUID();
      const name = `Job ${place}`;
      const anchor = now - EVERY_S * 1000 + Math.floor((place / JOBS) * EVERY_S * 1000);
      let last = '';
      const marks = [];
      for (let count = 0; count < RUNS / JOBS; count += 1) {
        last = randomUUID();
        const at = now - 100 * HOUR_MS + count * HOUR_MS + place;
        run.run(last, id, name, at, at, at);
        if (count >= RUNS / JOBS - 20) {
          marks.push({ id: last, status: 'success', started_at: new Date(at).toISOString(), duration_ms: 5 });
        }
      }
      // Far enough that none comes before the server has started.
      const next = anchor + 2 * EVERY_S * 1000;
      job.run(id, name, name.toLowerCase(), trigger, anchor, next, last, JSON.stringify(marks), now, now);
    }
  }
  database.prepare('COMMIT').run();
  database.close();
}

/**
 * Names the columns, so that new ones do not end the measurement.
 * @param {Database} database @param {string} table @param {Record<string, string>} values
 */
function prepareInsert(database, table, values) {
  const names = Object.keys(values).join(', ');
  return database.prepare(`INSERT INTO ${table} (${names}) VALUES (${Object.values(values).join(', ')})`);
}

/** Moves every slot so that the first comes in a second: what passed while the server started would be run first. @param {string} file */
function beginNow(file) {
  const database = new Database(file);
  database.pragma('busy_timeout = 10000');
  const { first } = /** @type {{ first: number }} */ (
    database.prepare('SELECT min(next_run_at) AS first FROM job').get()
  );
  const byMs = Date.now() + 1000 - first;
  database.prepare('UPDATE job SET anchor_at = anchor_at + ?, next_run_at = next_run_at + ?').run(byMs, byMs);
  database.close();
}

/** @param {number[]} values */
function middle(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Infinity;
}

/** @param {string} what @param {string} text @param {boolean} isMet */
function say(what, text, isMet) {
  console.log(`${what}: ${text}${isMet ? '' : '  MISSED'}`);
  if (!isMet) process.exitCode = 1;
}
