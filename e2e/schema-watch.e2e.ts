import type { Locator, Page } from '@playwright/test';
import { violations, violationsInThemes } from './axe.js';
import { waitUntilShopAnswers } from './demo-shop.js';
import { sql } from './run-sql.js';
import { expect, testAlone as test } from './workbench.js';

const TABLE = `
  DROP SCHEMA IF EXISTS watched CASCADE;
  CREATE SCHEMA watched;
  CREATE TABLE watched.customers (id bigint PRIMARY KEY, phone text);
  CREATE TABLE watched.orders (
    id bigint PRIMARY KEY,
    customer_id bigint NOT NULL REFERENCES watched.customers,
    total numeric(10,2) NOT NULL,
    discount_code text
  );
  CREATE VIEW watched.codes AS SELECT discount_code FROM watched.orders`;

/** The page as a person sees it. */
class WatchPage {
  readonly contract: Locator;
  readonly timeline: Locator;

  constructor(readonly page: Page) {
    this.contract = page.getByRole('complementary', { name: 'Contract' });
    this.timeline = page.locator('dw-change-timeline');
  }

  async check(outcome: RegExp): Promise<void> {
    await this.page.getByRole('button', { name: 'Check now' }).click();
    await expect(this.page.locator('dw-toast-stack')).toContainText(outcome);
  }
}

test.beforeEach(async ({ demo }) => {
  await waitUntilShopAnswers(demo);
  await sql(demo, TABLE);
});

test.afterEach(async ({ demo }) => {
  await sql(demo, 'DROP SCHEMA IF EXISTS watched CASCADE');
  await demo.api('DELETE', '/api/contracts/shop');
});

test('a baseline, a change, a contract, its breach, its end and its release', async ({ page, demo }) => {
  const watch = new WatchPage(page);
  await page.goto(`${demo.address}/studio?connection=shop`);
  await page.getByRole('link', { name: 'Schema Watch' }).click();
  await expect(page).toHaveURL(/\/schema-watch\/shop\?connection=shop$/);
  await expect(watch.timeline).toContainText('No snapshot yet');
  await watch.timeline.getByRole('button', { name: 'Take baseline' }).click();
  await expect(page.locator('dw-toast-stack')).toContainText('Baseline of Shop taken');
  await expect(watch.timeline).toContainText('Nothing changed since the first snapshot');
  await expect(page.locator('dw-watch-state')).toContainText('1 snapshot kept');

  await watch.contract.getByRole('button', { name: 'Freeze schema' }).click();
  const dialog = page.getByRole('dialog', { name: 'Freeze Shop' });
  await dialog.getByLabel('Name').fill('Orders');
  await dialog.getByRole('button', { name: 'Freeze schema' }).click();
  await expect(watch.contract.getByRole('heading', { name: 'Orders' })).toBeVisible();
  await expect(watch.contract).toContainText('Holds');

  await sql(
    demo,
    `ALTER TABLE watched.orders DROP COLUMN discount_code CASCADE, ALTER COLUMN total TYPE numeric(14,4), ADD coupon text;
     ALTER TABLE watched.customers RENAME COLUMN phone TO telephone`,
  );
  await watch.check(/6 changes in Shop/);
  const orders = watch.timeline.locator('.diff');
  await expect(orders).toContainText('watched.orders');
  await expect(watch.timeline.locator('.line.remove')).toContainText([/telephone/, /discount_code/]);
  await expect(watch.timeline.locator('.line.add').filter({ hasText: 'coupon text' })).toBeVisible();
  await expect(watch.timeline.locator('.line.change')).toContainText('total: type numeric(10,2) → numeric(14,4)');
  await expect(watch.timeline).toContainText('renamed from phone');
  await expect(watch.timeline.getByText('Breaks contract')).toHaveCount(3);

  await expect(watch.contract.locator('[data-state]')).toHaveText('Violated');
  const breakages = watch.contract.getByRole('list', { name: 'What broke' }).getByRole('listitem');
  await expect(breakages).toHaveCount(3);
  await expect(breakages.filter({ hasText: 'total' })).toContainText(
    /Expected\s*numeric\(10,2\)\s*Actual\s*numeric\(14,4\)/,
  );
  await expect(page.getByRole('link', { name: /Shop/ })).toContainText(/Violated\s*6 changes today/);
  await page.getByRole('button', { name: /: 6 changes, broke the contract$/ }).click();
  await expect(watch.timeline.getByRole('button', { name: /6 changes, 3 break the contract/ })).toBeFocused();

  await page.getByRole('checkbox', { name: 'Only breaking' }).check();
  await expect(page).toHaveURL(/breaking=true/);
  await expect(watch.timeline.locator('.count')).toHaveText('1 check with breaking changes');
  await expect(watch.timeline.getByText('Breaks contract')).toHaveCount(3);
  await page.getByRole('checkbox', { name: 'Only breaking' }).uncheck();
  await expect(watch.timeline.locator('.count')).toHaveText('1 check with changes');

  const reliance = watch.timeline.getByRole('region', { name: 'Relied on by' });
  await expect(reliance).toContainText('watched.orders: - column discount_code');
  await expect(reliance.getByRole('listitem').filter({ hasText: 'View' })).toContainText('watched.codes');

  await page.goto(`${demo.address}/studio?connection=shop`);
  await expect(page.locator('dw-connection-row').filter({ hasText: 'Shop' }).locator('dw-schema-mark')).toContainText(
    'Contract Orders violated: 3 breakages',
  );
  const schema = page.getByRole('tree', { name: 'Schema' });
  await schema.getByRole('treeitem', { name: /watched/ }).click();
  await expect(schema.getByRole('treeitem', { name: /customers/ }).locator('dw-schema-mark')).toContainText(
    'Breaks the contract Orders',
  );
  await page.getByRole('link', { name: 'Schema Watch' }).click();

  await page.getByRole('heading', { name: 'Schema Watch' }).click();
  await page.keyboard.press('/');
  await page.keyboard.type('coupon');
  await expect(page).toHaveURL(/q=coupon/);
  await expect(watch.timeline.locator('.table')).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Find in changes' }).fill('nowhere');
  await expect(watch.timeline).toContainText('No matches');
  await watch.timeline.getByRole('button', { name: 'Clear search' }).click();
  await page.getByRole('radio', { name: '7 days' }).click();
  await page.reload();
  await expect(page.getByRole('radio', { name: '7 days' })).toBeChecked();
  await expect(watch.timeline).toContainText('6 changes, 3 break the contract');

  await sql(
    demo,
    `ALTER TABLE watched.orders ADD discount_code text, ALTER COLUMN total TYPE numeric(10,2);
     ALTER TABLE watched.customers RENAME COLUMN telephone TO phone`,
  );
  await watch.check(/4 changes in Shop/);
  await expect(watch.contract.locator('[data-state]')).toHaveText('Holds');
  await expect(watch.contract.getByRole('list', { name: 'History of violations' })).toContainText(
    'Violated, 3 breakages',
  );

  await page.getByRole('checkbox', { name: 'Only breaking' }).check();
  await expect(watch.timeline).toContainText('No breaking change');
  await watch.timeline.getByRole('button', { name: 'Show all changes' }).click();
  await expect(watch.timeline.locator('.count')).toHaveText('2 checks with changes');

  await watch.contract.getByRole('button', { name: 'Check a migration' }).click();
  const migration = page.getByRole('dialog', { name: 'Check a migration' });
  await migration.getByRole('textbox', { name: 'SQL' }).fill('BEGIN; DROP TABLE watched.orders');
  await page.keyboard.press('Control+Enter');
  await expect(migration.getByRole('alert')).toContainText('BEGIN cannot be tried out.');
  await migration.getByRole('textbox', { name: 'SQL' }).fill('ALTER TABLE watched.orders DROP COLUMN total');
  await migration.getByRole('button', { name: 'Check' }).click();
  await expect(migration.locator('dw-check-result')).toContainText('It would break 1 expectation of Orders.');
  await expect(migration.getByRole('list', { name: 'Would break' })).toContainText(
    'watched.orders.total: column no longer exists',
  );
  await migration.getByRole('textbox', { name: 'SQL' }).fill('ALTER TABLE watched.orders ADD more text');
  await page.keyboard.press('Control+Enter');
  await expect(migration.locator('dw-check-result')).toContainText('Orders is not broken by it');
  await migration.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(watch.contract.locator('[data-state]')).toHaveText('Holds');

  await watch.contract.getByRole('button', { name: 'YAML' }).click();
  const file = page.getByRole('dialog', { name: 'Orders as YAML' });
  await expect(file.locator('pre')).toContainText('discount_code');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    file.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('shop-contract.yaml');
  await file.getByRole('radio', { name: 'ODCS 3.1' }).click();
  await expect(file.locator('pre')).toContainText('apiVersion: v3.1.0');
  await file.getByRole('button', { name: 'Close' }).last().click();

  await watch.contract.getByRole('button', { name: 'Freeze again' }).click();
  const again = page.getByRole('dialog', { name: 'Freeze Shop again' });
  await expect(again).toContainText('Replaces Orders');
  await expect(again.getByRole('region', { name: 'Changes to the contract' })).toContainText('column coupon text');
  await again.getByRole('radio', { name: 'Some tables' }).click();
  const picker = again.getByRole('group', { name: 'Tables of the last snapshot' });
  for (const schema of await picker.getByRole('checkbox', { name: /^\S+ \d+ tables?$/ }).all()) {
    await schema.check();
    await schema.uncheck();
  }
  await expect(again.getByRole('status').filter({ hasText: 'selected' })).toHaveText('0 tables selected');
  await again.getByRole('button', { name: 'Replace contract' }).click();
  await expect(again).toContainText('Select at least one table, or freeze the whole schema.');
  await again.getByRole('searchbox', { name: 'Find tables' }).fill('watched.ord');
  await picker.getByRole('checkbox', { name: /^watched 1 table/ }).check();
  await expect(picker.getByRole('checkbox', { name: 'watched.orders' })).toBeChecked();
  await sql(demo, 'ALTER TABLE watched.orders RENAME TO orders_elsewhere');
  await again.getByRole('button', { name: 'Replace contract' }).click();
  // The preview of the changes says so, too, while the dialog is still sending.
  await expect(again.locator('.outcome').first()).toContainText('These tables were not found: watched.orders.');
  await sql(demo, 'ALTER TABLE watched.orders_elsewhere RENAME TO orders');
  await again.getByRole('button', { name: 'Replace contract' }).click();
  await expect(watch.contract).toContainText('1 table, 5 columns');

  await watch.contract.getByRole('button', { name: 'Release' }).click();
  await page.getByRole('dialog', { name: 'Release Orders?' }).getByRole('button', { name: 'Release contract' }).click();
  await expect(watch.contract).toContainText('No contract');
});

test('partitions and extension tables are watched and frozen by name', async ({ page, demo }) => {
  await sql(
    demo,
    `CREATE TABLE watched.events (day int) PARTITION BY RANGE (day);
     CREATE TABLE watched.events_26 PARTITION OF watched.events FOR VALUES FROM (0) TO (10)`,
  );
  const watch = new WatchPage(page);
  await demo.api('POST', '/api/schema-watch/shop/run');
  await page.goto(`${demo.address}/schema-watch/shop`);
  await page.getByRole('button', { name: 'Tables', exact: true }).click();
  const tables = page.getByRole('dialog', { name: 'Watched tables of Shop' });
  const list = tables.getByRole('group', { name: 'Partitions and extension tables' });
  await expect(list.getByText('partition of watched.events')).toBeVisible();
  await expect(list.getByText('watched.orders')).toHaveCount(0);
  await expect(tables.getByRole('status')).toHaveText('0 tables selected');
  await tables.getByRole('searchbox', { name: 'Find tables' }).fill('events_26');
  await expect(list.getByRole('checkbox', { name: /watched\.events_26/ })).toHaveCount(1);
  expect(await violations(page)).toEqual([]);
  await list.getByRole('checkbox', { name: /watched\.events_26/ }).check();
  await tables.getByRole('button', { name: 'Save tables' }).click();
  await expect(page.locator('dw-toast-stack')).toContainText('Watched tables saved');
  await sql(demo, 'CREATE INDEX own_day ON watched.events_26 (day)');
  await watch.check(/1 change in Shop/);
  await expect(watch.timeline).toContainText('own_day');

  await watch.contract.getByRole('button', { name: 'Freeze schema' }).click();
  const dialog = page.getByRole('dialog', { name: 'Freeze Shop' });
  await dialog.getByLabel('Name').fill('One partition');
  await dialog.getByRole('radio', { name: 'Some tables' }).click();
  await dialog.getByRole('searchbox', { name: 'Find tables' }).fill('events_26');
  await dialog.getByRole('checkbox', { name: /watched\.events_26/ }).check();
  await expect(dialog.getByRole('status').filter({ hasText: 'selected' })).toHaveText('1 table selected');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Freeze schema' }).click();
  await expect(watch.contract).toContainText('1 table, 1 column');
  await demo.api('PUT', '/api/schema-watch/shop/tables', { tables: [] });
});

test('magnified, nothing lies over anything else, and all of it can be reached', async ({ page, demo }) => {
  await demo.api('POST', '/api/schema-watch/shop/run');
  for (const column of ['one', 'two']) {
    await sql(demo, `ALTER TABLE watched.orders ADD ${column} text`);
    await demo.api('POST', '/api/schema-watch/shop/run');
  }
  await page.setViewportSize({ width: 640, height: 360 });
  await page.goto(`${demo.address}/schema-watch/shop`);
  await expect(new WatchPage(page).timeline).toContainText('watched.orders: + column two text');
  expect(await violations(page)).toEqual([]);
  const last = page.locator('dw-rail .dw-rail-target').last();
  await last.focus();
  const [target, bar, head] = await Promise.all(
    [last, page.locator('dw-status-bar'), page.locator('.dw-page-head')].map((part) => part.boundingBox()),
  );
  expect((target?.y ?? Infinity) + (target?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  expect(head?.y).toBe(0);
});

test('changes and a broken contract can be read by everybody', async ({ page, demo }) => {
  await demo.api('POST', '/api/schema-watch/shop/run');
  await demo.api('POST', '/api/contracts/shop/freeze', { name: 'Orders' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${demo.address}/schema-watch/shop`);
  const watch = new WatchPage(page);
  await expect(watch.contract).toContainText('Holds');
  await sql(
    demo,
    'ALTER TABLE watched.orders DROP COLUMN total, ADD coupon text; DROP TABLE watched.customers CASCADE',
  );
  await watch.check(/changes in Shop/);
  await expect(watch.contract.locator('[data-state]')).toHaveText('Violated');
  expect(await violationsInThemes(page)).toEqual([]);
  await watch.contract.getByRole('button', { name: 'Freeze again' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await violationsInThemes(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await watch.contract.getByRole('button', { name: 'Check a migration' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('DROP TABLE watched.orders CASCADE');
  await page.keyboard.press('Control+Enter');
  await expect(page.locator('dw-check-result')).toContainText('Would break');
  expect(await violationsInThemes(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await watch.contract.getByRole('button', { name: 'YAML' }).click();
  await expect(page.getByRole('dialog').locator('pre')).toBeVisible();
  expect(await violationsInThemes(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page
    .getByRole('link', { name: /Not watched/ })
    .first()
    .click();
  await expect(page.locator('dw-empty-state')).toContainText('is not watched');
  expect(await violationsInThemes(page)).toEqual([]);
});
