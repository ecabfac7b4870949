import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DemoPostgres } from './demo-postgres.js';
import { waitUntilShopAnswers } from './demo-shop.js';
import { StudioPage } from './studio-page.js';
import { expect, temporaryHome, test, Workbench } from './workbench.js';

const JOIN = `SELECT o.id, c.full_name, o.total, o.gift_message
FROM orders o JOIN customers c ON c.id = o.customer_id
ORDER BY o.id LIMIT 50`;

test.beforeEach(async ({ demo }) => {
  await waitUntilShopAnswers(demo);
});

test('a person runs a join on the demo shop, loses the database, and gets it back', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(demo.address);
  await studio.connection('Shop').dblclick();
  await studio.expectState('Shop', 'healthy');
  await studio.expectChip('healthy');
  await studio.run(JOIN);
  await expect(studio.resultHead).toContainText(/50\s*rows/);
  await expect(studio.resultHead).toContainText('All rows loaded');
  await expect(studio.cell(0, 0)).toHaveText('1');
  await expect(page.getByRole('gridcell', { name: 'NULL' }).first()).toBeVisible();

  const postgres = new DemoPostgres(demo.home);
  await postgres.stop();
  await studio.expectState('Shop', 'failed');
  await studio.expectChip('failed');
  await studio.run('SELECT 1 AS while_down');
  await expect(page.locator('dw-result-area')).toContainText(/cannot be reached|could not be reached|refused|lost/i);

  postgres.start();
  await studio.expectState('Shop', 'healthy');
  await studio.run('SELECT 2 AS back_again');
  await expect(studio.resultHead).toContainText(/1\s*row/);
  await expect(studio.cell(0, 0)).toHaveText('2');
  await studio.expectState('Shop', 'healthy');
});

test('an idle connection looks the same in the list, in the chip and in the status bar', async ({ page }) => {
  const home = temporaryHome();
  const workbench = new Workbench(home, { WORKBENCH_DEMO: 'off' });
  const line = '{ id: lake, name: Lake, kind: duckdb, path: ./lake.duckdb, colour: violet }';
  writeFileSync(join(home, 'connections.yaml'), `connections:\n  - ${line}\n`);
  await workbench.start();
  await workbench.api('POST', '/api/studio/runs', { connection_id: 'lake', sql: 'CREATE TABLE a (b INTEGER)' });
  await workbench.stop();
  await workbench.start();
  // A page that shows no schema leaves the database closed.
  await page.route('**/api/connections/lake/schema*', (route) => route.abort());
  await page.route('**/api/studio/completion*', (route) => route.abort());
  await page.route('**/api/studio/catalog-version*', (route) => route.abort());
  const studio = new StudioPage(page);
  await studio.open(`${workbench.address}/studio?connection=lake`);
  await studio.expectState('Lake', 'idle');
  await studio.expectChip('idle');
  await expect(page.locator('dw-status-bar dw-dot')).toHaveAttribute('data-tone', 'idle');
  await studio.run('SELECT 1');
  await studio.expectChip('healthy');
  await workbench.stop();
  rmSync(home, { recursive: true, force: true });
});

test('each statement of a text has its own result, and errors stand under theirs', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.run("SELECT 'a' AS one;\nSELECT 'b' AS two");
  const statements = page.getByRole('tablist', { name: 'Statements' }).getByRole('tab');
  await expect(statements).toHaveCount(2);
  for (const [index, text] of ['a', 'b'].entries()) {
    await statements.nth(index).click();
    await expect(studio.cell(0, 0)).toHaveText(text);
  }
  await studio.run("SELECT 'fine' AS first;\nSELECT nope FROM orders;\nSELECT 3");
  const failure = page.locator('dw-statement-failure');
  await expect(failure).toContainText('column "nope" does not exist');
  await expect(failure).toContainText('42703');
  await expect(failure).toContainText('Line 2, column 8');
  await failure.getByRole('button', { name: 'Go to' }).click();
  await expect(page.getByText('Ln 2, Col 8')).toBeVisible();
  await statements.first().click();
  await expect(studio.cell(0, 0)).toHaveText('fine');
});

test('a running query is cancelled in the database', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.run('SELECT pg_sleep(300) AS cancelled_from_the_browser');
  // Not the history's entry, whose text says "cancelled", too.
  await page
    .locator('dw-action-bar')
    .getByRole('button', { name: /^Cancel/ })
    .click();
  await expect(page.locator('dw-result-area')).toContainText(/cancelled/i);
  await studio.run(
    "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%cancelled_from_the_browser' AND state = 'active' AND pid <> pg_backend_pid()",
  );
  await expect(studio.cell(0, 0)).toHaveText('0');
});

test('a large result is paged by the server', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.run('SELECT i FROM generate_series(1, 48219) AS s(i)');
  await expect(studio.resultHead).toContainText(/48,219\s*rows/);
  await expect(studio.resultHead).toContainText('Paged by the server');
  await studio.cell(0, 0).click();
  await page.keyboard.press('ControlOrMeta+End');
  await expect(page.getByText('48,201–48,219 of 48,219')).toBeVisible();
  await expect(studio.cell(48_200, 0)).toHaveText('48201');
});

test('DuckDB and a folder of files answer, too', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=lake`);
  await studio.run('SELECT count(*) > 1000 AS many FROM events');
  await expect(studio.cell(0, 0)).toHaveText('true');
  await studio.open(`${demo.address}/studio?connection=drop`);
  await studio.run('SELECT count(*) > 0 AS some FROM supplier_prices');
  await expect(studio.cell(0, 0)).toHaveText('true');
});

test('the tree previews a table', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  const orders = page.getByRole('treeitem', { name: /^orders/ });
  await orders.hover();
  await page.getByRole('button', { name: 'Preview orders', exact: true }).click();
  await expect(studio.resultHead).toContainText(/200\s*rows/);
});

test('texts and tabs survive a reload', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.type('SELECT 41 + 1 AS kept');
  await expect(page.locator('.view-lines')).toContainText('41 + 1');
  await page.reload();
  await expect(page.locator('.view-lines')).toContainText('41 + 1');
});

test('tabs are opened and closed from the editor by their keys', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  const tabs = page.getByRole('tablist', { name: 'Queries' }).getByRole('tab');
  const before = await tabs.count();
  await studio.type('SELECT 1 AS stays');
  await page.keyboard.press('Alt+T');
  await expect(tabs).toHaveCount(before + 1);
  await studio.type('SELECT 2 AS goes');
  await page.keyboard.press('Alt+W');
  await expect(tabs).toHaveCount(before);
  await expect(page.locator('.view-lines')).toContainText('stays');

  // A window of its own gets these two from the browser; the second pair is what the tooltips show.
  await page.keyboard.press('ControlOrMeta+T');
  await expect(tabs).toHaveCount(before + 1);
  await page.keyboard.press('ControlOrMeta+W');
  await expect(tabs).toHaveCount(before);
  await page.getByRole('button', { name: 'New tab' }).hover();
  await expect(page.locator('.dw-tooltip')).toContainText(/New tab.*(Alt.*T|⌥.*T)/s);
});
