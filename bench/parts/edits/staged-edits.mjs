import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import pg from 'pg';
import { writeBenchConnections } from '../bench-connection.mjs';
import { median } from '../load.mjs';
import { percentile } from '../percentile.mjs';
import { startProgram, stopProgram } from '../processes.mjs';
import { measureFrames } from '../typing.mjs';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];
const ROWS = 1_000;
const EDITS = 40;
/** The first ones warm up what has not run yet. */
const WARM_UP = 8;
const FRAME_MS = 16;

/** Prints how long an edit of a cell takes until it is painted. @param {string} databaseUrl */
export async function printStagedEdits(databaseUrl) {
  const home = mkdtempSync(join(tmpdir(), 'workbench-bench-'));
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('DROP TABLE IF EXISTS bench_staged');
  await client.query('CREATE TABLE bench_staged (id integer PRIMARY KEY, name text, n integer, at timestamptz)');
  await client.query(
    `INSERT INTO bench_staged SELECT n, 'name ' || n, 0, now() FROM generate_series(1, ${2 * ROWS}) AS n`,
  );
  writeBenchConnections(home, databaseUrl);
  const env = { WORKBENCH_HOME: home, WORKBENCH_DEMO: 'off', PORT: '0', LOG_LEVEL: 'error' };
  const own = await startProgram('dist/server/src/main.js', env);
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  try {
    const { workedMs, passedMs } = await measure(browser, String(own.line.split(' ').at(-1)));
    const [worked, painted, slowest] = [median(workedMs), median(passedMs), percentile(passedMs, 0.95)];
    if (painted > FRAME_MS) process.exitCode = 1;
    console.log(
      `Edit of a cell with 1,000 staged rows: painted after ${painted.toFixed(1)} ms (≤ ${FRAME_MS} ms), p95 ${slowest.toFixed(1)} ms, of which ${worked.toFixed(1)} ms of work, load ${loadavg()[0]?.toFixed(1)}${painted <= FRAME_MS ? '' : '  MISSED'}`,
    );
  } finally {
    await browser.close();
    await stopProgram(own.child);
    await client.query('DROP TABLE IF EXISTS bench_staged').catch(() => undefined);
    await client.end();
    rmSync(home, { recursive: true, force: true });
  }
}

/**
 * @param {import('@playwright/test').Browser} browser
 * @param {string} address
 * @returns {Promise<{workedMs: number[], passedMs: number[]}>}
 */
async function measure(browser, address) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: address });
  const page = await context.newPage();
  await page.goto(`${address}/studio?connection=bench`);
  await page
    .locator('.monaco-editor .native-edit-context, .monaco-editor textarea')
    .first()
    .waitFor({ state: 'attached' });
  await page.locator('.monaco-editor').first().click();
  await page.keyboard.insertText('SELECT * FROM bench_staged ORDER BY id');
  await page.keyboard.press('ControlOrMeta+Enter');
  const cell = page.locator('.ag-row[row-index="0"] [col-id="c1"]');
  await cell.click();
  const names = Array.from({ length: ROWS }, (_, place) => `changed ${place}`).join('\n');
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(names)})`);
  await page.keyboard.press('ControlOrMeta+V');
  await page.getByText('1,000 changes in 1,000 rows').waitFor();
  return measureFrames(page, () => edit(page), { key: 'Enter', skip: WARM_UP });
}

/** Edits one cell after the other, each below the last. @param {import('@playwright/test').Page} page */
async function edit(page) {
  for (let edit = 0; edit < EDITS + WARM_UP; edit += 1) {
    await page.keyboard.type(`edit ${edit}`);
    await page.locator('dw-cell-editor .field').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('dw-cell-editor').waitFor({ state: 'detached' });
  }
}
