/**
 * How long a plan of 1,000 nodes takes to be read and weighed, beside JSON.parse of the same text; and in a real browser,
 * from the last byte of the answer until its cards are painted. 5,000 nodes are reported, too.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { chromium } from '@playwright/test';
import pg from 'pg';
import { median } from './parts/load.mjs';
import { startProgram, stopProgram } from './parts/processes.mjs';

const BUILT = new URL('../dist/libs/plan/index.js', import.meta.url).href;
/** @type {typeof import('../libs/plan/index.ts')} */
const { listNodes, readPlan } = await import(BUILT);

const NODES = 1_000;
const ROUNDS = 200;
const PAINT_ROUNDS = 5;
const READ_LIMIT_MS = 10;
const PAINT_LIMIT_MS = 300;
/** Nodes of one branch of the query: a hash join, a hash, and two scans. */
const BRANCH_NODES = 4;
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
const databaseUrl = process.env.TEST_POSTGRES_URL;
if (!databaseUrl) throw new Error('Run it with "npm run bench", which starts the Postgres that it needs.');

/** Scripts run in the page, whose globals are not those of this program. */
const ARRIVED_SCRIPT = `Math.max(...performance.getEntriesByType('resource')
  .filter(({ name }) => name.endsWith('/api/studio/explain')).map(({ responseEnd }) => responseEnd))`;

const PRESSED_SCRIPT = `addEventListener('keydown', ({ timeStamp }) => (globalThis.pressedAt = timeStamp), { capture: true })`;
const WHOLE_SCRIPT = `new Promise((resolve) => {
  const look = () => requestAnimationFrame(
    document.querySelector('.distant') ? () => resolve(performance.now() - globalThis.pressedAt) : look,
  );
  look();
})`;

/** When the cards of a plan of so many nodes stand, in the page's own time. @param {number} nodes */
const paintedScript = (nodes) => `new Promise((resolve) => {
  const look = () => {
    const count = document.querySelector('dw-plan-view .head')?.textContent.replaceAll(',', '') ?? '';
    const isThere = count.includes('${nodes} nodes') && document.querySelector('dw-plan-card') !== null;
    requestAnimationFrame(isThere ? () => resolve(performance.now()) : look);
  };
  look();
})`;

/**
 * A plan as wide as it is deep, with everything that ANALYZE and BUFFERS print.
 * @param {number} id
 * @returns {object}
 */
function node(id) {
  const children = [2 * id + 1, 2 * id + 2].filter((child) => child < NODES).map(node);
  return {
    ...{ 'Node Type': children.length === 0 ? 'Seq Scan' : 'Hash Join', 'Parent Relationship': 'Outer' },
    ...{ 'Relation Name': `table_${id % 50}`, Alias: `t${id}`, Filter: `(t${id}.mark > ${id})` },
    ...{ 'Startup Cost': 0, 'Total Cost': 10 * (NODES - id), 'Plan Rows': 1000 + id, 'Plan Width': 40 },
    ...{ 'Actual Total Time': 1, 'Actual Rows': 10, 'Actual Loops': 1 },
    ...{ 'Shared Hit Blocks': 5, 'Shared Read Blocks': 1 },
    Plans: children,
  };
}

/** @param {() => unknown} work milliseconds of the middle one of many runs */
function typical(work) {
  return median(
    Array.from({ length: ROUNDS }, () => {
      const startedAt = performance.now();
      work();
      return performance.now() - startedAt;
    }),
  );
}

const text = JSON.stringify([{ Plan: node(0), 'Execution Time': 5 }]);
const parse = typical(() => JSON.parse(text));
const read = typical(() => readPlan(text));
console.log(`${listNodes(readPlan(text).root).length} nodes, ${Math.round(text.length / 1000)} kB`);
printRow(`read and weighed, ${(read / parse).toFixed(1)} × JSON.parse (${parse.toFixed(2)} ms)`, read, READ_LIMIT_MS);
await measureBrowser();

/** Real plans of a real server, asked for as a person does. */
async function measureBrowser() {
  const home = mkdtempSync(join(tmpdir(), 'workbench-bench-'));
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('CREATE TABLE branch AS SELECT g AS id, g % 10 AS mark FROM generate_series(1, 1000) g');
  await client.query('ANALYZE branch');
  writeFileSync(join(home, 'connections.yaml'), connectionList(new URL(String(databaseUrl))));
  const env = { WORKBENCH_DEMO: 'off', WORKBENCH_HOME: home, PORT: '0', LOG_LEVEL: 'error' };
  const server = await startProgram('dist/server/src/main.js', env);
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${server.line.split(' ').at(-1)}/studio?connection=bench`);
    await page.locator('.monaco-editor').first().waitFor();
    /** @type {number[]} */
    const times = [];
    for (let round = 0; round < PAINT_ROUNDS + 1; round += 1)
      times.push(await paint(page, NODES / BRANCH_NODES + round));
    printRow(`${NODES} nodes painted after their bytes arrived, median`, median(times.slice(1)), PAINT_LIMIT_MS);
    printRow(`${NODES} nodes, the whole of it on screen`, await paintWhole(page));
    printRow('5,000 nodes painted after their bytes arrived', await paint(page, 1_250));
    printRow('5,000 nodes, the whole of it on screen', await paintWhole(page));
  } finally {
    await browser.close();
    await stopProgram(server.child);
    await client.query('DROP TABLE branch');
    await client.end();
    rmSync(home, { recursive: true, force: true });
  }
}

/** @param {URL} url */
function connectionList({ hostname, port, username, password, pathname }) {
  const login = `user: ${username}, password: "${decodeURIComponent(password)}"`;
  return `connections:\n  - { id: bench, name: Bench, kind: postgres, host: ${hostname}, port: ${port || 5432}, database: ${pathname.slice(1)}, ${login} }\n`;
}

/**
 * From the last byte of the answer to the frame in which the cards stand.
 * @param {import('@playwright/test').Page} page @param {number} branches
 */
async function paint(page, branches) {
  const branch = 'SELECT a.id FROM branch a JOIN branch b ON a.id = b.mark';
  await page.locator('.monaco-editor').first().click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(Array.from({ length: branches }, () => branch).join('\nUNION ALL '));
  const painted = page.evaluate(paintedScript(branches * BRANCH_NODES + 1));
  await page.keyboard.press('ControlOrMeta+Shift+E');
  const at = Number(await painted);
  return at - Number(await page.evaluate(ARRIVED_SCRIPT));
}

/** From the key to the frame in which every node stands. @param {import('@playwright/test').Page} page */
async function paintWhole(page) {
  await page.locator('dw-plan-card').first().focus();
  await page.evaluate(PRESSED_SCRIPT);
  await page.keyboard.press('0');
  return Number(await page.evaluate(WHOLE_SCRIPT));
}

/** @param {string} what @param {number} ms @param {number} [limitMs] */
function printRow(what, ms, limitMs) {
  const isMet = limitMs === undefined || ms <= limitMs;
  const limit = limitMs === undefined ? 'no limit' : `≤ ${limitMs} ms`;
  const load = loadavg()[0]?.toFixed(1);
  console.log(`${isMet ? '✓' : '✗'} ${what}: ${ms.toFixed(ms < 10 ? 2 : 0)} ms (${limit}, load ${load})`);
  if (!isMet) process.exitCode = 1;
}
