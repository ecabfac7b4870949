import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { StudioPage } from './studio-page.js';
import { Workbench, closeTabs, expect, temporaryHome, test } from './workbench.js';

const CONNECTIONS = `connections:
  - { id: lake, name: Lake, kind: duckdb, path: ./lake.duckdb, colour: blue }
`;

let workbench: Workbench;
test.beforeAll(async () => {
  workbench = new Workbench(temporaryHome(), { WORKBENCH_DEMO: 'off' });
  writeFileSync(join(workbench.home, 'connections.yaml'), CONNECTIONS);
  await workbench.start();
  const sql = 'CREATE TABLE customer_orders (id INTEGER, placed_at TIMESTAMP, "Total" DECIMAL(12,2))';
  await workbench.api('POST', '/api/studio/runs', { connection_id: 'lake', sql });
});
test.beforeEach(() => closeTabs(workbench));
test.afterAll(async () => {
  await workbench.stop();
  rmSync(workbench.home, { recursive: true, force: true });
});

test('tables, their columns and what was just made are offered while typing', async ({ page }) => {
  const studio = new StudioPage(page);
  await studio.open(`${workbench.address}/studio?connection=lake`);
  const list = page.locator('.suggest-widget');
  await page.locator('.monaco-editor').first().click();
  await page.keyboard.type('SELECT * FROM cust', { delay: 20 });
  await expect(list).toContainText('customer_orders');
  await page.keyboard.press('Tab');
  await page.keyboard.type(' o WHERE o.pl', { delay: 20 });
  await expect(list).toContainText('placed_at');
  await page.keyboard.press('Tab');
  await page.keyboard.type(' < now()', { delay: 20 });
  await expect(page.locator('.view-lines').first()).toContainText(
    'SELECT * FROM customer_orders o WHERE o.placed_at < now()',
  );

  await studio.run('CREATE TABLE brand_new (a INTEGER)');
  await expect(studio.resultHead).toBeVisible();
  await expect(page.getByRole('tree', { name: 'Schema' })).toContainText('brand_new');
  await studio.type('');
  await page.keyboard.press('Delete');
  await page.keyboard.type('FROM bra', { delay: 20 });
  await expect(list).toContainText('brand_new');
});

test('a list that was asked for before a run does not come up after it', async ({ page }) => {
  const studio = new StudioPage(page);
  await studio.open(`${workbench.address}/studio?connection=lake`);
  await page.locator('.monaco-editor').first().click();
  for (let round = 1; round <= 3; round += 1) {
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText(`SELECT ${round} AS n FROM customer_orders`);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(studio.resultHead).toBeVisible();
    await page.waitForTimeout(700);
    await expect(page.locator('.suggest-widget.visible'), `round ${round}`).toHaveCount(0);
  }
  // A key that asks for the list brings it for the same text.
  await page.keyboard.press('Control+Space');
  await expect(page.locator('.suggest-widget.visible')).toContainText('customer_orders');
});

test('no key that is typed has the whole page styled or laid out again', async ({ page }) => {
  const studio = new StudioPage(page);
  await studio.open(`${workbench.address}/studio?connection=lake`);
  await page.locator('.monaco-editor').first().click();
  await page.keyboard.type('SELECT * FROM cus', { delay: 20 });
  await expect(page.locator('.suggest-widget')).toContainText('customer_orders');
  const reasons = await restyledWhile(page, async () => {
    for (const key of 'tom') {
      await page.keyboard.press(key);
      await expect(page.locator('.suggest-widget .monaco-list-row').first()).toContainText('customer_orders');
    }
  });
  expect(reasons).toContain('Inline CSS style declaration was mutated');
  expect(reasons).not.toContain('Affected by :has()');
  // With one that applies, each key lays the page out some forty times.
  expect(await containerQueries(page)).toEqual([]);
});

test('the table that is selected in the tree gives its columns before there is a FROM', async ({ page }) => {
  const studio = new StudioPage(page);
  await studio.open(`${workbench.address}/studio?connection=lake`);
  await page.getByRole('treeitem').filter({ hasText: 'customer_orders' }).click();
  await page.locator('.monaco-editor').first().click();
  await page.keyboard.type('SELECT pl', { delay: 20 });
  await expect(page.locator('.suggest-widget .monaco-list-row').first()).toContainText('placed_at');
  await page.keyboard.press('Tab');
  await expect(page.locator('.view-lines').first()).toContainText('SELECT placed_at');
});

test('tables that another program makes in a SQLite file are in the tree and in completion', async ({ page }) => {
  // The workbench opens no file of its own folder.
  const folder = temporaryHome();
  const file = join(folder, 'others.sqlite');
  // The workbench may be reading the file.
  const database = new DatabaseSync(file, { timeout: 10_000 });
  database.exec('CREATE TABLE already_there (id INTEGER)');
  writeFileSync(
    join(workbench.home, 'connections.yaml'),
    `${CONNECTIONS}  - { id: others, name: Others, kind: files, path: ${file} }\n`,
  );
  await isShownSoon(page, `${workbench.address}/studio?connection=others`, 'already_there', () => {
    database.exec('CREATE TABLE made_elsewhere (id INTEGER, reason TEXT)');
    database.close();
  });
  rmSync(folder, { recursive: true, force: true });
});

test('tables that another client makes in Postgres are in the tree and in completion', async ({ page, demo }) => {
  // A second workbench on the same server: nothing but the catalog says to the first what it does.
  const other = new Workbench(temporaryHome());
  for (const name of ['connections.yaml', 'secret.key']) copyFileSync(join(demo.home, name), join(other.home, name));
  await other.start();
  const run = (sql: string) => other.api('POST', '/api/studio/runs', { connection_id: 'shop', sql });
  try {
    await isShownSoon(page, `${demo.address}/studio?connection=shop`, 'customers', async () => {
      await run('CREATE TABLE made_elsewhere (id INTEGER, reason TEXT)');
    });
  } finally {
    await run('DROP TABLE IF EXISTS made_elsewhere');
    await other.stop();
    rmSync(other.home, { recursive: true, force: true });
  }
});

test('a page out of sight asks for no catalog', async ({ page }) => {
  const studio = new StudioPage(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('catalog-version')) asked.push(request.url());
  });
  await studio.open(`${workbench.address}/studio?connection=lake`);
  await expect.poll(() => asked.length).toBeGreaterThan(1);
  await page.evaluate(`Object.defineProperty(document, 'hidden', { get: () => true });
    document.dispatchEvent(new Event('visibilitychange'))`);
  const before = asked.length;
  await new Promise((resolve) => setTimeout(resolve, 9_000));
  expect(asked.length).toBe(before);
});

test('Format and the palette know the table that is selected in the tree', async ({ page }) => {
  const sql = 'CREATE TABLE worded (id INTEGER, "set" INTEGER)';
  await workbench.api('POST', '/api/studio/runs', { connection_id: 'lake', sql });
  const studio = new StudioPage(page);
  await studio.open(`${workbench.address}/studio?connection=lake`);
  await page.getByRole('treeitem').filter({ hasText: 'worded' }).click();
  await studio.type('select id, set from worded where set > 1');
  await page.keyboard.press('Alt+Shift+F');
  await expect(page.locator('.view-line')).toHaveText([/select/, /id,/, /set/, /from/, /worded/, /where/, /set\s>\s1/]);
  await page.keyboard.press('ControlOrMeta+K');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await expect(palette).toBeVisible();
  await page.keyboard.type('preview worded');
  await expect(palette.getByRole('option').first()).toContainText('Preview worded');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { selected: true })).toContainText('worded');
});

test('Enter ends a line, and running takes the list away', async ({ page }) => {
  const studio = new StudioPage(page);
  await studio.open(`${workbench.address}/studio?connection=lake`);
  await page.locator('.monaco-editor').first().click();
  await page.keyboard.type('SELECT 1 AS one', { delay: 20 });
  await page.keyboard.press('Enter');
  await page.keyboard.type('ORDER BY on', { delay: 20 });
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.locator('.suggest-widget.visible')).toHaveCount(0);
});

/** A table `made_elsewhere` comes into the tree within ten seconds, which keeps its selection and is never empty. */
async function isShownSoon(page: Page, address: string, there: string, make: () => unknown): Promise<void> {
  await new StudioPage(page).open(address);
  const tree = page.getByRole('tree', { name: 'Schema' });
  const selected = tree.getByRole('treeitem').filter({ hasText: there }).first();
  await selected.click();
  await expect(selected).toHaveAttribute('aria-selected', 'true');
  await page.evaluate(`window.fewest = 9; new MutationObserver(() => {
    window.fewest = Math.min(window.fewest, document.querySelectorAll('dw-schema-tree [role=treeitem]').length);
  }).observe(document.querySelector('dw-schema-section'), { childList: true, subtree: true })`);
  await make();
  await expect(tree).toContainText('made_elsewhere');
  await expect(selected).toHaveAttribute('aria-selected', 'true');
  expect(await page.evaluate('window.fewest')).toBeGreaterThan(1);
  await page.locator('.monaco-editor').first().click();
  await page.keyboard.type('SELECT * FROM made', { delay: 20 });
  await expect(page.locator('.suggest-widget')).toContainText('made_elsewhere');
}

interface TraceEvent {
  readonly name: string;
  readonly args: { readonly data?: { readonly reason?: string } };
}

function containerQueries(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule instanceof CSSContainerRule)
    .map(({ cssText }) => cssText)`);
}

/** Why the browser computed the style of elements again while something was done. */
async function restyledWhile(page: Page, work: () => Promise<void>): Promise<string[]> {
  const tools = await page.context().newCDPSession(page);
  const reasons: string[] = [];
  tools.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, args } of value as unknown as readonly TraceEvent[])
      if (name === 'StyleRecalcInvalidationTracking') reasons.push(args.data?.reason ?? '');
  });
  await tools.send('Tracing.start', {
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline.invalidationTracking'] },
  });
  await work();
  const complete = new Promise((resolve) => tools.once('Tracing.tracingComplete', resolve));
  await tools.send('Tracing.end');
  await complete;
  return reasons;
}
