/**
 * Prints how long the editor takes in a real browser: a keystroke in a text of 2,000 lines until it is painted, beside a
 * bare text field; the completion list with 10,000 tables; the visit until one can type, and until the editor is there.
 */
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { percentile } from './parts/percentile.mjs';
import { startTableWorkbench } from './parts/table-workbench.mjs';
import { readyAfter, typeAndMeasure } from './parts/typing.mjs';

const LINES = 2_000;
const TABLES = 10_000;
const KEYS = 80;
const VISITS = 5;
const EDITOR = '.monaco-editor .native-edit-context, .monaco-editor textarea';
const FIELDS = { plain: 'dw-plain-editor textarea', full: EDITOR };
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
const { address, home, stop } = await startTableWorkbench(TABLES);
const LAUNCH = { executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: FLAGS };
const WINDOW = { viewport: { width: 1440, height: 900 } };
const browser = await chromium.launch(LAUNCH);
try {
  await measureVisits();
  await measureTyping();
} finally {
  await browser.close();
  await stop();
}

/**
 * Each first visit has an empty cache. The warm ones are those of a browser that has been here and keeps its profile on
 * disk, where it puts what it has compiled beside the files.
 */
async function measureVisits() {
  /** @type {{keysAt: number, readyAt: number}[]} */
  const cold = [];
  for (let visit = 0; visit < VISITS; visit += 1) {
    const context = await browser.newContext(WINDOW);
    cold.push(await readyAfter(context, address, FIELDS));
    await context.close();
  }
  /** @type {{keysAt: number, readyAt: number}[]} */
  const warm = [];
  const returning = await chromium.launchPersistentContext(join(home, 'profile'), { ...LAUNCH, ...WINDOW });
  await readyAfter(returning, address, FIELDS);
  for (let visit = 0; visit < VISITS; visit += 1) warm.push(await readyAfter(returning, address, FIELDS));
  await returning.close();
  for (const [what, visits, limitMs] of /** @type {const} */ ([
    ['First visit, empty cache', cold, 1_500],
    ['Visit, warm', warm, 600],
  ])) {
    const keys = visits.map(({ keysAt }) => keysAt);
    const ready = visits.map(({ readyAt }) => readyAt);
    tell(`${what}, until one can type`, percentile(keys, 0.5), limitMs, 'median');
    tell(`${what}, until the whole editor is there`, percentile(ready, 0.5), limitMs, 'median');
  }
}

async function measureTyping() {
  const page = await browser.newPage(WINDOW);
  const text = Array.from({ length: LINES }, (_, n) => `SELECT id, name FROM table_${n} WHERE id = ${n}; -- line ${n}`);
  await page.goto('about:blank');
  await page.setContent('<textarea style="width: 900px; height: 400px; font: 13px/20px monospace"></textarea>');
  await page.locator('textarea').fill(text.join('\n'));
  // Pasted, as a person would: the keyboard's own insertion makes Monaco type letter by letter.
  for (const keys of ['Control+A', 'Control+C', 'End']) await page.keyboard.press(keys);
  const bare = await typeAndMeasure(page, 'x', KEYS);
  await page.goto(address);
  await page.locator(EDITOR).first().waitFor({ state: 'attached' });
  await page.locator('.monaco-editor').first().click();
  await page.keyboard.press('Control+V');
  await page.waitForTimeout(3_000);
  const comment = await typeAndMeasure(page, 'x', KEYS);
  tell(`Keystroke to painted, ${LINES} lines`, percentile(comment, 0.95), 16, 'p95');
  console.log(`  a bare text field: ${percentile(bare, 0.95).toFixed(1)} ms p95`);

  await page.keyboard.press('Control+A');
  await page.keyboard.insertText('SELECT * FROM ');
  await page.waitForTimeout(1_500);
  const lists = await typeAndMeasure(page, 'b', KEYS / 2, { lists: true });
  tell('Completion list with 10,000 tables', percentile(lists, 0.95), 60, 'p95');
  await page.close();
}

/** @param {string} what @param {number} ms @param {number} limitMs @param {string} kind */
function tell(what, ms, limitMs, kind) {
  const share = (ms / limitMs).toFixed(2);
  const missed = ms <= limitMs ? '' : '  MISSED';
  console.log(
    `${what}: ${ms.toFixed(1)} ms ${kind}, ${share}× its limit of ${limitMs} ms (load ${loadavg()[0]?.toFixed(1)})${missed}`,
  );
}
