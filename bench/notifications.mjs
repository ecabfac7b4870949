/**
 * Prints how fast messages go out: 1,000 events to 10 webhooks, the first message after a commit, what notifying costs the
 * publisher, and what an agent's call takes over 1,000 contracts.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { NestFactory } from '@nestjs/core';
import Database from 'better-sqlite3';
import { quantile } from './parts/load.mjs';
import { startProgram, stopProgram } from './parts/processes.mjs';

const SERVER = 'dist/server/src/main.js';
/** The types of what is built are of no concern here. */
const BUILT = '../dist/server/src';
const EVENTS = 1000;
const HOOKS = 10;
/** How often the same is sent again, to see whether anything of it stays in memory. */
const REPEATS = 3;
const CONTRACTS = 1000;
const CALLS = 300;
const MEGABYTE = 1024 * 1024;

let isMissed = false;
const home = mkdtempSync(join(tmpdir(), 'workbench-bench-'));
try {
  await measureDelivery();
  await measureAgents();
} finally {
  rmSync(home, { recursive: true, force: true });
}
process.exit(isMissed ? 1 : 0);

/** @param {string} what @param {number} value @param {number} limit @param {string} unit */
function printRow(what, value, limit, unit) {
  const isMet = value <= limit;
  isMissed ||= !isMet;
  console.log(`${what}: ${value.toFixed(2)} ${unit} (≤ ${limit} ${unit})${isMet ? '' : '  MISSED'}`);
}

async function measureDelivery() {
  const { AppModule } = await import(`${BUILT}/app.module.js`);
  const platform = await import(`${BUILT}/platform/index.js`);
  const env = {
    WORKBENCH_HOME: join(home, 'delivery'),
    WORKBENCH_DEMO: 'off',
    LOG_LEVEL: 'error',
    WORKBENCH_OUTBOUND_ALLOW: '127.0.0.0/8',
  };
  const { config } = platform.readConfig(env, home);
  const app = await NestFactory.create(AppModule.with(config), new platform.LeanExpressAdapter(), {
    bodyParser: false,
    logger: false,
  });
  await platform.configureHttp(app, config);
  await app.listen(0, '127.0.0.1');
  const address = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  const events = app.get(platform.EventBus);
  const state = app.get(platform.State);
  const { child, ports } = await startReceivers();
  /** @returns {Promise<{received: number, firstAt: number}>} */
  const asked = async () => /** @type {any} */ (await (await fetch(`http://127.0.0.1:${ports[0]}/`)).json());

  const bare = await publishAll(state, () => undefined, EVENTS);
  for (const port of ports) await subscribe(address, port);
  const before = process.memoryUsage().rss;
  const begin = Date.now();
  let firstCommitAt = 0;
  const notified = await publishAll(
    state,
    () => events.publish('schema.changed', payload()),
    EVENTS,
    () => (firstCommitAt ||= Date.now()),
  );
  let peak = process.memoryUsage().rss;
  while ((await asked()).received < EVENTS * HOOKS) {
    peak = Math.max(peak, process.memoryUsage().rss);
    if (Date.now() - begin > 120_000) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const { received, firstAt } = await asked();
  const seconds = (Date.now() - begin) / 1000;
  if (received < EVENTS * HOOKS) throw new Error(`Only ${received} messages arrived.`);
  printRow(`${EVENTS * HOOKS} deliveries to ${HOOKS} webhooks`, seconds, 20, 's');
  printRow('First delivery after the commit', Math.max(0, firstAt - firstCommitAt), 500, 'ms');
  printRow(
    `Notifying ${HOOKS} channels costs the publisher (median)`,
    quantile(notified, 0.5) - quantile(bare, 0.5),
    1,
    'ms',
  );
  console.log(`Memory: ${(before / MEGABYTE).toFixed(0)} MB before, ${(peak / MEGABYTE).toFixed(0)} MB at most`);
  const once = keptMegabytes();
  for (let round = 2; round <= 1 + REPEATS; round += 1) {
    await publishAll(state, () => events.publish('schema.changed', payload()), EVENTS);
    while ((await asked()).received < EVENTS * HOOKS * round) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  printRow(`Memory kept of ${REPEATS * EVENTS * HOOKS} more deliveries`, keptMegabytes() - once, 5, 'MB');
  child.kill();
  await app.close();
}

/** Memory in use after a garbage collection. */
function keptMegabytes() {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MEGABYTE;
}

/** @param {any} state @param {() => void} tellIt @param {number} count @param {() => void} [committed] */
async function publishAll(state, tellIt, count, committed) {
  /** @type {number[]} */
  const took = [];
  for (let n = 0; n < count; n += 1) {
    const begin = performance.now();
    await state.transaction(async (/** @type {any} */ manager) => {
      await manager.query('SELECT 1');
      tellIt();
    });
    took.push(performance.now() - begin);
    committed?.();
    // Publishers come by requests, between which others have their turn.
    await new Promise((resolve) => setTimeout(resolve));
  }
  return took;
}

function payload() {
  const changes = [
    { kind: 'table_added', schema: 'public', name: 'orders', table: 'orders', summary: '+ table orders' },
  ];
  return {
    connection_id: 'shop',
    connection_name: 'Shop',
    change_id: 'c',
    title: 'Schema of Shop changed',
    message: '+ table orders',
    changes,
  };
}

/** @param {string} address @param {number} port */
async function subscribe(address, port) {
  const settings = { url: `http://127.0.0.1:${port}/` };
  const channel = await send(address, 'notifications/channels', { name: `hook ${port}`, kind: 'webhook', settings });
  await send(address, 'notifications/subscriptions', { channel_id: channel.id, events: ['schema.changed'] });
}

/** @param {string} address @param {string} path @param {object} body @returns {Promise<any>} */
async function send(address, path, body) {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${address}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

async function startReceivers() {
  const child = spawn(process.execPath, ['bench/parts/receivers.mjs'], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    return { child, ports: line.split(' ').slice(1).map(Number) };
  }
  throw new Error('The receivers did not start.');
}

async function measureAgents() {
  const agentsHome = join(home, 'agents');
  const file = join(home, 'connections.yaml');
  const lines = Array.from(
    { length: CONTRACTS },
    (_, n) => `  - { id: c${n}, name: C ${n}, kind: postgres, host: 127.0.0.1, port: 1, database: x, user: x }`,
  );
  writeFileSync(file, `connections:\n${lines.join('\n')}\n`);
  const env = {
    WORKBENCH_DEMO: 'off',
    PORT: '0',
    LOG_LEVEL: 'error',
    WORKBENCH_HOME: agentsHome,
    WORKBENCH_CONFIG: file,
  };
  const { child, line } = await startProgram(SERVER, env);
  const address = /http:\S+$/.exec(line)?.[0] ?? '';
  /** @type {any} */
  const database = new Database(join(agentsHome, 'state.sqlite'));
  const insert = database.prepare(
    `INSERT INTO contract (connection_id, id, name, frozen_at, frozen_by, tables, table_count, breakage, evaluated_at)
     VALUES (?, ?, ?, ?, ?, ?, 50, ?, ?)`,
  );
  const tables = JSON.stringify(
    Array.from({ length: 50 }, (_, n) => ({
      schema: 'public',
      name: `t${n}`,
      columns: [],
      primaryKey: [],
      foreignKeys: [],
    })),
  );
  const now = new Date().toISOString();
  database.exec('BEGIN');
  for (let n = 0; n < CONTRACTS; n += 1) insert.run(`c${n}`, `k${n}`, `API ${n}`, now, 'local', tables, null, now);
  database.exec('COMMIT');
  database.close();
  const { token } = await send(address, 'profile/tokens', { name: 'bench', scopes: ['mcp'] });
  /** @type {number[]} */
  const took = [];
  for (let n = 0; n < CALLS; n += 1) {
    const begin = performance.now();
    await callTool(address, token);
    took.push(performance.now() - begin);
  }
  // The first calls are those of a program that has just been loaded.
  printRow(`An agent's call over ${CONTRACTS} contracts (p95)`, quantile(took.slice(50), 0.95), 15, 'ms');
  await stopProgram(child);
}

/** @param {string} address @param {string} token */
async function callTool(address, token) {
  const answer = await fetch(`${address}/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'contract_status', arguments: {} },
    }),
  });
  const { result } = /** @type {any} */ (await answer.json());
  if (result.structuredContent.items.length !== 20) throw new Error('The answer is not what was asked for.');
}
