/** How fast the page of a large change set opens and scrolls. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { framesOfWheel } from '../frames.mjs';
import { median } from '../load.mjs';
import { startProgram, stopProgram } from '../processes.mjs';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];
/** The most edits that a change set takes. */
const ROWS = 100_000;
const OPENED_MS = 300;
const FRAMES_PER_SECOND = 50;
const ROUNDS = 5;
const COLUMNS = ['id', 'name', 'price', 'note'];

/** Prints how long the page of a change set with as many rows as one takes opens, and how it scrolls. */
export async function printOpenedChange() {
  const home = mkdtempSync(join(tmpdir(), 'workbench-bench-'));
  const folder = mkdtempSync(join(tmpdir(), 'bench-parts-'));
  const path = join(folder, 'parts.sqlite');
  const file = new DatabaseSync(path);
  file.exec('CREATE TABLE parts (id INTEGER PRIMARY KEY, name TEXT, price REAL, note TEXT)');
  file.close();
  const connections = `connections:\n  - { id: parts, name: Parts, kind: files, path: ${path}, read_only: false }\n`;
  writeFileSync(join(home, 'connections.yaml'), connections);
  const env = { WORKBENCH_HOME: home, WORKBENCH_DEMO: 'off', PORT: '0', LOG_LEVEL: 'error' };
  const own = await startProgram('dist/server/src/main.js', env);
  const address = String(own.line.split(' ').at(-1));
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  try {
    await makeChange(address);
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${address}/changes`);
    const opened = [];
    // The first round loads the code of the page.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const ms = await openedMs(page);
      if (round > 0) opened.push(ms);
      if (round < ROUNDS) await page.getByRole('button', { name: 'Close the change set' }).click();
    }
    report(`Page of a change with ${ROWS.toLocaleString('en')} rows opens`, median(opened), OPENED_MS, 'ms', '≤');
    await page.locator('dw-row-diff .box').hover();
    const { perSecond, slowMs, notches } = await framesOfWheel(page);
    report(
      `It scrolls by ${notches} notches (slowest twentieth ${slowMs.toFixed(0)} ms)`,
      perSecond,
      FRAMES_PER_SECOND,
      'fps',
      '≥',
    );
    await scrollToEnd(page);
  } finally {
    await browser.close();
    await stopProgram(own.child);
    for (const one of [home, folder]) rmSync(one, { recursive: true, force: true });
  }
}

/** Hands the rows of a file to a change set and rehearses it. @param {string} address */
async function makeChange(address) {
  const lines = Array.from(
    { length: ROWS },
    (_, place) => `${place + 1},part ${place + 1},${place}.5,a note of ${place}`,
  );
  const bytes = Buffer.from(`${COLUMNS.join(',')}\n${lines.join('\n')}\n`);
  const made = await send(address, 'POST', '/api/imports', { file_name: 'parts.csv', size_bytes: bytes.length });
  await send(address, 'PUT', `/api/imports/${made.id}/file?offset=0`, bytes);
  await settled(address, made.id);
  const columns = COLUMNS.map((name) => ({ source: name, target: name }));
  const target = { connection_id: 'parts', schema: 'main', table: 'parts', is_new: false };
  await send(address, 'POST', `/api/imports/${made.id}/start`, {
    ...target,
    columns,
    on_reject: 'stop',
    as_change: true,
  });
  const { change } = await settled(address, made.id);
  await send(address, 'POST', `/api/changes/${change.id}/rehearse`);
}

/** @param {string} address @param {string} id */
async function settled(address, id) {
  for (;;) {
    const found = await send(address, 'GET', `/api/imports/${id}`);
    if (!['reading', 'importing'].includes(found.status)) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** From the click in the list to the first frame with rows. @param {import('@playwright/test').Page} page */
async function openedMs(page) {
  await page.locator('dw-change-table .name').first().waitFor();
  return /** @type {Promise<number>} */ (
    page.evaluate(`new Promise((resolve) => {
      const startedAt = performance.now();
      document.querySelector('dw-change-table .name').click();
      const look = () => {
        if (document.querySelector('dw-row-diff tr.after')) resolve(performance.now() - startedAt);
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    })`)
  );
}

/** Scrolls until the last row is there: all pages arrive. @param {import('@playwright/test').Page} page */
async function scrollToEnd(page) {
  const startedAtMs = performance.now();
  for (;;) {
    await page.evaluate(
      `(() => { const box = document.querySelector('dw-row-diff .box'); box.scrollTop = box.scrollHeight; })()`,
    );
    if ((await page.locator('dw-row-diff tr.after').last().textContent())?.includes(`part ${ROWS}`)) break;
    await page.waitForTimeout(50);
  }
  console.log(
    `All ${ROWS.toLocaleString('en')} rows were scrolled to after ${((performance.now() - startedAtMs) / 1000).toFixed(1)} s`,
  );
}

/** @param {string} name @param {number} value @param {number} limit @param {string} unit @param {'≤' | '≥'} sign */
function report(name, value, limit, unit, sign) {
  const isMet = sign === '≤' ? value <= limit : value >= limit;
  if (!isMet) process.exitCode = 1;
  const load = `load ${loadavg()[0]?.toFixed(1)}`;
  console.log(`${name}: ${value.toFixed(0)} ${unit} (${sign} ${limit} ${unit}), ${load}${isMet ? '' : '  MISSED'}`);
}

/** @param {string} address @param {string} method @param {string} path @param {object} [body] @returns {Promise<any>} */
async function send(address, method, path, body) {
  const isBytes = Buffer.isBuffer(body);
  const type = isBytes ? 'application/octet-stream' : 'application/json';
  const init = body && {
    headers: { 'Content-Type': type },
    body: isBytes ? new Uint8Array(body) : JSON.stringify(body),
  };
  const response = await fetch(`${address}${path}`, { method, ...init });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}
