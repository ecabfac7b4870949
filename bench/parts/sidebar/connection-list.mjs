/** What 500 connections cost the page in a real browser: the list of the tab's chip opened, both lists filtered and scrolled. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { framesOfWheel } from '../frames.mjs';
import { percentile } from '../percentile.mjs';
import { startProgram, stopProgram } from '../processes.mjs';
import { measureFrames, typeAndMeasure } from '../typing.mjs';

const COUNT = 500;
const ROUNDS = 15;
const OPEN_LIMIT_MS = 50;
const LETTER_LIMIT_MS = 16;
const PAUSE_MS = 200;
const REGIONS = ['Europe', 'Asia', 'Africa', 'America', 'Oceania'];

/**
 * Prints what the two lists cost, each beside its target.
 * @param {import('@playwright/test').Browser} browser
 */
export async function measureConnectionList(browser) {
  const home = mkdtempSync(join(tmpdir(), 'workbench-bench-'));
  writeFileSync(join(home, 'connections.yaml'), connectionsFile());
  const env = { WORKBENCH_DEMO: 'off', WORKBENCH_HOME: home, PORT: '0', LOG_LEVEL: 'error' };
  const server = await startProgram('dist/server/src/main.js', env);
  try {
    await measure(
      await browser.newPage({ viewport: { width: 1440, height: 900 } }),
      String(server.line.split(' ').at(-1)),
    );
  } finally {
    await stopProgram(server.child);
    rmSync(home, { recursive: true, force: true });
  }
}

function connectionsFile() {
  const lines = Array.from(
    { length: COUNT },
    (_, at) =>
      `  - { id: s${at}, name: Store ${at}, kind: duckdb, path: ./s${at}.duckdb, folder: ${REGIONS[at % 5] ?? ''}/${at % 2 === 0 ? 'Live' : 'Test'} }\n`,
  );
  return `connections:\n${lines.join('')}`;
}

/** @param {import('@playwright/test').Page} page @param {string} address */
async function measure(page, address) {
  const visit = async () => {
    await page.goto(`${address}/studio?connection=s7`);
    await page.locator('.monaco-editor').first().waitFor();
    await page.waitForTimeout(3_000);
  };
  await visit();

  const open = async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await page.locator('dw-connection-chip > button').focus();
      for (const key of ['Enter', 'Escape']) {
        await page.keyboard.press(key);
        await page.waitForTimeout(PAUSE_MS);
      }
    }
  };
  const opened = await measureFrames(page, open, { key: 'Enter', skip: 3 });
  printWork('The list of the chip opened', opened.workedMs, OPEN_LIMIT_MS);

  // Other keys are measured from here on.
  await visit();
  await page.locator('dw-connection-chip > button').click();
  const picked = await typeAndMeasure(page, 'a', ROUNDS, { back: true });
  printWork('A letter in the field of the chip, painted', picked.workedMs, LETTER_LIMIT_MS);
  await page.locator('dw-connection-picker .scroller').hover();
  printFrames('The list of the chip scrolled by the wheel', await framesOfWheel(page));
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Filter connections' }).click();
  const field = page.getByRole('searchbox', { name: 'Filter connections' });
  await field.fill('stor');
  const filtered = await typeAndMeasure(page, 'e', ROUNDS, { back: true });
  printWork('A letter in the filter of the sidebar, painted', filtered.workedMs, LETTER_LIMIT_MS);
  await page.getByRole('list', { name: 'Connections' }).hover();
  printFrames('The sidebar scrolled by the wheel', await framesOfWheel(page));
}

/** @param {string} what @param {readonly number[]} workedMs @param {number} limitMs */
function printWork(what, workedMs, limitMs) {
  const ms = percentile([...workedMs], 0.5);
  print(`${what}: ${ms.toFixed(1)} ms median, ${percentile([...workedMs], 0.95).toFixed(1)} ms p95`, limitMs / ms);
}

/** @param {string} what @param {{perSecond: number, slowMs: number}} frames */
function printFrames(what, { perSecond, slowMs }) {
  print(`${what}: ${perSecond.toFixed(0)} frames a second, 95 % of gaps ≤ ${slowMs.toFixed(0)} ms`, perSecond / 50);
}

/** @param {string} text @param {number} share of the target, 1 and more meets it */
function print(text, share) {
  const missed = share >= 1 ? '' : '  MISSED';
  if (missed) process.exitCode = 1;
  console.log(`${text}, ${share.toFixed(2)}× its target (load ${loadavg()[0]?.toFixed(1)})${missed}`);
}
