/**
 * Prints how long the editor takes in a real browser: a keystroke in a text of 2,000 lines until it is painted, beside a
 * bare text field; the completion list with 10,000 tables; the visit until one can type, and until the editor is there.
 */
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { percentile } from './parts/percentile.mjs';
import { startTableWorkbench } from './parts/table-workbench.mjs';
import { typeAndMeasure, typeForLists } from './parts/typing.mjs';
import { startUnwatchedBrowser } from './parts/unwatched-browser.mjs';

const LINES = 2_000;
const TABLES = 10_000;
const KEYS = 80;
const VISITS = 5;
const EDITOR = '.monaco-editor .native-edit-context, .monaco-editor textarea';
/** What the studio marks once it is painted: a field that takes keys and runs, and the editor with all it can do. */
const MARKS = ['studio.field', 'studio.editor'];
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
 * Each first visit is one of a browser that has been nowhere. The warm ones are those of one that has been here and keeps
 * its profile on disk, where it puts what it has compiled beside the files.
 */
async function measureVisits() {
  const visitor = await startUnwatchedBrowser(LAUNCH.executablePath, join(home, 'profile'));
  const visitAll = async () => {
    const cold = await visits(() => visitor.visit(address, MARKS, { isNew: true }));
    await visitor.visit(address, MARKS);
    return { cold, warm: await visits(() => visitor.visit(address, MARKS)) };
  };
  // A browser that stays open would keep this process from ending.
  const { cold, warm } = await visitAll().finally(visitor.close);
  for (const [what, times, limitMs] of /** @type {const} */ ([
    ['First visit, empty cache', cold, 1_500],
    ['Visit, warm', warm, 600],
  ])) {
    /** @param {number} mark */
    const middle = (mark) =>
      percentile(
        times.map((at) => Number(at[mark])),
        0.5,
      );
    printRow(`${what}, until one can type`, middle(0), limitMs, 'median');
    printRow(`${what}, until the whole editor is there`, middle(1), limitMs, 'median');
  }
}

/** @param {() => Promise<number[]>} visit */
async function visits(visit) {
  const times = [];
  for (let count = 0; count < VISITS; count += 1) times.push(await visit());
  return times;
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
  printRow(`Keystroke to painted, ${LINES} lines`, percentile(comment.workedMs, 0.95), 16, 'p95');
  for (const [what, { workedMs, passedMs }] of /** @type {const} */ ([
    ['the editor', comment],
    ['a bare text field', bare],
  ])) {
    const [middle, worked, passed] = [
      percentile(workedMs, 0.5),
      percentile(workedMs, 0.95),
      percentile(passedMs, 0.95),
    ];
    const times = `${middle.toFixed(1)} ms median, ${worked.toFixed(1)} ms p95, ${passed.toFixed(1)} ms p95 with the wait for a refresh`;
    console.log(`  ${what}: ${times}`);
  }

  await page.keyboard.press('Control+A');
  await page.keyboard.insertText('SELECT * FROM ');
  await page.waitForTimeout(1_500);
  const lists = await typeForLists(page, 'b', KEYS / 2);
  printRow('Completion list with 10,000 tables', percentile(lists, 0.95), 60, 'p95');
  await page.close();
}

/** @param {string} what @param {number} ms @param {number} limitMs @param {string} kind */
function printRow(what, ms, limitMs, kind) {
  const share = (ms / limitMs).toFixed(2);
  const missed = ms <= limitMs ? '' : '  MISSED';
  if (missed) process.exitCode = 1;
  console.log(
    `${what}: ${ms.toFixed(1)} ms ${kind}, ${share}× its limit of ${limitMs} ms (load ${loadavg()[0]?.toFixed(1)})${missed}`,
  );
}
