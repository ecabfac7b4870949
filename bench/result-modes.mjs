/** How fast results are painted, scrolled and panned in a real browser; the targets are those of the studio. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { framesOfWheel, framesWhile, NOTCH } from './parts/frames.mjs';
import { median } from './parts/load.mjs';
import { startProgram, stopProgram } from './parts/processes.mjs';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];
const ROUNDS = 5;

/** Scripts run in the page, whose globals are not those of this program. */
const ARRIVED_SCRIPT = `Math.max(...performance.getEntriesByType('resource')
  .filter(({ name }) => /studio\\/runs(?:\\/[^/]+)?$/.test(name)).map(({ responseEnd }) => responseEnd))`;

/** Counts how often there is a row in the midst of the table when a frame begins, and how often there is none. */
const COUNT_ROWS_SCRIPT = `{
  const counts = (globalThis.rowCounts = { drawn: 0, blank: 0 });
  const { left, top, height } = document.querySelector('.ag-grid-viewport').getBoundingClientRect();
  const count = () => {
    const row = document.elementFromPoint(left + 40, top + height / 2)?.closest('.ag-row');
    counts[row ? 'drawn' : 'blank'] += 1;
    if (counts === globalThis.rowCounts) requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
}`;

/** The greatest number of a row that has its values. */
const FARTHEST_SCRIPT = `Math.max(...[...document.querySelectorAll('.ag-row')]
  .filter((row) => row.querySelector('[col-id="c0"]')?.textContent)
  .map((row) => Number(row.getAttribute('row-index'))))`;

/** Puts the table at a share of its height, from 0 to 1 and on from the top again. @param {number} share */
const scrollTo = (share) => `{
  const body = document.querySelector('.ag-grid-viewport');
  body.scrollTop = (body.scrollHeight - body.clientHeight) * ${share === 1 ? 1 : share % 1};
}`;

/** When the first cell of the second column holds a text, in the page's own time. @param {string} text */
const paintedScript = (text) => `new Promise((resolve) => {
  const look = () => {
    const cell = document.querySelector('.ag-row[row-index="0"] [col-id="c1"]');
    if (cell?.textContent === '${text}') requestAnimationFrame(() => resolve(performance.now()));
    else requestAnimationFrame(look);
  };
  look();
})`;

/** @type {{name: string, value: string, target: string, isMet: boolean}[]} */
const report = [];
const home = mkdtempSync(join(tmpdir(), 'workbench-bench-'));
writeFileSync(
  join(home, 'connections.yaml'),
  'connections:\n  - { id: duck, name: Duck, kind: duckdb, path: ./a.duckdb }\n',
);
const env = { WORKBENCH_HOME: home, WORKBENCH_DEMO: 'off', PORT: '0', LOG_LEVEL: 'error' };
const own = await startProgram('dist/server/src/main.js', env);
const address = String(own.line.split(' ').at(-1));
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: FLAGS });
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.route(
    (url) => url.origin !== address,
    (route) => route.abort(),
  );
  await page.goto(`${address}/studio?connection=duck`);
  await page
    .locator('.monaco-editor .native-edit-context, .monaco-editor textarea')
    .first()
    .waitFor({ state: 'attached' });
  await measurePaint(page);
  await measureScroll(page);
  await measureMap(page);
} finally {
  await browser.close();
  await stopProgram(own.child);
  rmSync(home, { recursive: true, force: true });
}
print();

/** From the last byte of the answer to the frame in which the rows stand. @param {import('@playwright/test').Page} page */
async function measurePaint(page) {
  /** @type {number[]} */
  const times = [];
  for (let round = 0; round < ROUNDS + 1; round += 1) {
    const marker = `r${round}`;
    const painted = page.evaluate(paintedScript(marker));
    await run(
      page,
      `SELECT i, '${marker}' AS round, i * 1.5 AS price, 'customer ' || i AS name, 'city ' || i % 50 AS city, i % 2 = 0 AS paid FROM range(10000) AS s(i)`,
    );
    const at = Number(await painted);
    const arrived = Number(await page.evaluate(ARRIVED_SCRIPT));
    if (round > 0) times.push(at - arrived);
  }
  add('10,000 rows painted after their bytes arrived, median', median(times), 150, 'ms');
}

/** Frames while the table is scrolled, and while one flies past its rows. @param {import('@playwright/test').Page} page */
async function measureScroll(page) {
  await run(
    page,
    "SELECT i, 'customer ' || i AS name, i * 1.5 AS price, i % 2 = 0 AS paid FROM range(1000000) AS s(i)",
  );
  await page.getByText('1,000,000').first().waitFor({ timeout: 60_000 });
  await page.locator('.ag-row').first().hover();
  await page.evaluate(COUNT_ROWS_SCRIPT);
  const frames = await framesOfWheel(page);
  addFrames('frames a second while 1,000,000 rows are scrolled by the wheel', frames, 50);
  const { drawn, blank } = /** @type {{drawn: number, blank: number}} */ (await page.evaluate('globalThis.rowCounts'));
  await page.evaluate('globalThis.rowCounts = null');
  add('of these frames without a row in the midst', (100 * blank) / (drawn + blank), 2, '%');
  await page.waitForTimeout(500);
  const [reached, wanted] = [Number(await page.evaluate(FARTHEST_SCRIPT)), (frames.notches * NOTCH.pixels) / 24];
  if (reached < wanted) throw new Error(`The wheel has reached row ${reached} instead of ${wanted.toFixed(0)}.`);
  let at = 0;
  const dragged = await framesWhile(page, () => page.evaluate(scrollTo((at += 0.004))));
  addFrames('frames a second while they fly past from end to end (the label shows the row)', dragged, 50);
  await page.evaluate(scrollTo(1));
  const began = performance.now();
  await page.locator('.ag-row[row-index="999999"] [col-id="c0"]', { hasText: '999999' }).waitFor();
  add('the last row there after a jump to the end', performance.now() - began, 500, 'ms');
}

/** Frames while a map of 50,000 points is dragged. @param {import('@playwright/test').Page} page */
async function measureMap(page) {
  await run(page, 'SELECT i AS id, 45 + (i % 223) / 22.3 AS lat, (i % 499) / 25.0 AS lng FROM range(50000) AS s(i)');
  await page.getByText('50,000').first().waitFor({ timeout: 60_000 });
  await page.getByRole('radio', { name: 'Map', exact: true }).click();
  await page.getByText('50,000 rows drawn').waitFor({ timeout: 60_000 });
  await page.waitForTimeout(2000);
  const box = await page.locator('dw-map-frame').boundingBox();
  if (!box) throw new Error('There is no map.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  let step = 0;
  const frames = await framesWhile(page, () =>
    page.mouse.move(x + 120 * Math.sin((step += 1) / 8), y + 60 * Math.cos(step / 8)),
  );
  await page.mouse.up();
  addFrames('frames a second while a map of 50,000 points is panned', frames, 30);
}

/** @param {import('@playwright/test').Page} page @param {string} sql */
async function run(page, sql) {
  // A tab runs one text at a time.
  await page.locator('dw-action-bar').getByRole('button', { name: /^Run/ }).first().waitFor();
  await page.waitForTimeout(500);
  await page.locator('.monaco-editor').first().click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(sql);
  await page.keyboard.press('ControlOrMeta+Enter');
}

/** @param {string} name @param {number} value @param {number} limit @param {string} unit */
function add(name, value, limit, unit) {
  report.push({ name, value: `${value.toFixed(0)} ${unit}`, target: `≤ ${limit} ${unit}`, isMet: value <= limit });
}

/** @param {string} name @param {{perSecond: number, slowMs: number}} frames @param {number} least */
function addFrames(name, { perSecond, slowMs }, least) {
  const value = `${perSecond.toFixed(0)} (95 % of gaps ≤ ${slowMs.toFixed(0)} ms)`;
  report.push({ name, value, target: `≥ ${least}`, isMet: perSecond >= least });
}

function print() {
  for (const { name, value, target, isMet } of report)
    console.log(`${isMet ? '✓' : '✗'} ${name}: ${value} (${target})`);
  if (report.some(({ isMet }) => !isMet)) process.exitCode = 1;
  console.log(
    `load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  );
}
