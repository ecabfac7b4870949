import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { runSql } from './run-sql.js';
import { StudioPage } from './studio-page.js';
import { Workbench, expect, temporaryHome } from './workbench.js';

/** A workbench without the demo that keeps no more than 30 MB of a result. */
const test = base.extend<{ small: Workbench }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the parameter's pattern
  small: async ({}, use) => {
    const home = temporaryHome();
    writeFileSync(
      join(home, 'connections.yaml'),
      'connections:\n  - { id: lake, name: Lake, kind: duckdb, path: ./lake.duckdb }\n',
    );
    const workbench = new Workbench(home, { WORKBENCH_DEMO: 'off', WORKBENCH_RESULT_MAX_BYTES: '30000000' });
    await workbench.start();
    await use(workbench);
    await workbench.stop();
    rmSync(home, { recursive: true, force: true });
  },
});

const ENDLESS = "SELECT i, md5(i::VARCHAR) AS digest, repeat('x', 40) AS filler FROM range(1000000000) AS t(i)";
/** Eats time for every row, so that the rows are still arriving when a person looks. */
const SLOW = `SELECT i, md5(i::VARCHAR) AS digest, list_sum(list_transform(range(600), lambda k: k * i)) AS n
FROM range(1000000) AS t(i)`;

/** Drags the table's thumb from the top to the middle, and answers with what the label said on the way. */
const FLY_SCRIPT = `(async () => {
  const [body, label] = [document.querySelector('.ag-grid-viewport'), document.querySelector('dw-fast-scroll-label span')];
  const labels = new Set();
  for (let step = 1; step <= 30; step += 1) {
    body.scrollTop = ((body.scrollHeight - body.clientHeight) * step) / 60;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if (!label.hidden) labels.add(label.textContent);
  }
  return [...labels];
})()`;

const results = (workbench: Workbench) =>
  readdirSync(join(workbench.home, 'results')).filter((name) => name.endsWith('.ndjson'));

test('a person sees rows arrive, scrolls meanwhile, and stops them', async ({ page, small }) => {
  const studio = new StudioPage(page);
  await studio.open(`${small.address}/studio?connection=lake`);
  await studio.run(SLOW);
  const bar = page.getByRole('progressbar', { name: 'Rows are arriving' });
  await expect(bar).toHaveAttribute('aria-valuetext', /^[\d,]+ rows, [\d.]+ [kM]?B$/);
  await expect(studio.resultHead).toContainText(/rows so far/);
  await studio.scrollToRow(200);
  await expect(studio.cell(200, 0)).toHaveText('200');
  await page.keyboard.press('Escape');
  await expect(studio.resultHead).toContainText('Cancelled, rows so far');
  await expect(bar).toHaveCount(0);
  await expect(studio.cell(200, 0)).toHaveText('200');
});

test('a result that reaches its limit says what is kept, shows it, and goes with its tab', async ({ page, small }) => {
  const studio = new StudioPage(page);
  await studio.open(`${small.address}/studio?connection=lake`);
  await studio.run(ENDLESS);
  const failure = page.locator('dw-statement-failure');
  await expect(failure).toContainText(
    /The result has reached 30 MB, the most that is kept of one result\. Its first [\d,]+ rows can be read\./,
  );
  await expect(failure).toContainText('The result ends early');
  await expect(failure).toContainText('WORKBENCH_RESULT_MAX_BYTES');
  await expect(studio.cell(0, 0)).toHaveText('0');
  await studio.clickHead(/^i/);
  await studio.clickHead(/^i/);
  await expect(studio.cell(0, 0)).toHaveText(/^\d{6}$/);

  // The tab has not been in front since the reload when it is closed.
  await page.getByRole('button', { name: 'New tab' }).click();
  await page.reload();
  expect(results(small)).toHaveLength(1);
  await page.getByRole('tab').first().click({ button: 'middle' });
  await expect.poll(() => results(small)).toEqual([]);
});

test('a workbench that was killed while rows arrived starts again without them', async ({ small }) => {
  const { body: run } = await small.api<{ id: string }>('POST', '/api/studio/runs', {
    connection_id: 'lake',
    sql: SLOW,
  });
  await expect.poll(() => results(small)).toEqual([`${run.id}-0.ndjson`]);
  await small.stop('SIGKILL');
  expect(results(small)).toHaveLength(1);
  await small.start();
  expect(results(small)).toEqual([]);
  expect((await small.api('GET', `/api/studio/runs/${run.id}`)).status).toBe(404);
  expect((await runSql(small, 'SELECT 1', 'lake')).status).toBe('succeeded');
});

test('a person turns the wheel over a million rows, flies to others by the scrollbar, and sees them', async ({
  page,
  small,
}) => {
  const studio = new StudioPage(page);
  await studio.open(`${small.address}/studio?connection=lake`);
  await studio.run('SELECT i FROM range(1000000) AS t(i)');
  await expect(studio.resultHead).toContainText('1,000,000');
  const flight = page.locator('dw-fast-scroll-label span');

  // A table that is taller than a browser lets a page be is drawn closer, and yet scrolls as far as any other.
  await studio.cell(3, 0).hover();
  for (let notch = 0; notch < 10; notch += 1) await page.mouse.wheel(0, 120);
  await expect(studio.cell(55, 0)).toBeInViewport();
  await expect(studio.cell(40, 0)).not.toBeInViewport();
  await expect(page.getByRole('columnheader', { name: /^i/ })).toBeInViewport();
  await expect(flight).toBeHidden();

  const flown = await page.evaluate<string[]>(FLY_SCRIPT);
  expect(flown.length).toBeGreaterThan(10);
  expect(flown.every((text) => /^Row \d{2,3},\d{3}$/.test(text))).toBe(true);
  await expect(studio.cell(499_995, 0)).toHaveText('499995');
  await expect(flight).toBeHidden();
});
