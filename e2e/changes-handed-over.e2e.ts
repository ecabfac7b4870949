import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Connection, ConnectionList } from '#libs/api';
import { violations } from './axe.js';
import { waitUntilShopAnswers } from './demo-shop.js';
import { press } from './keys.js';
import { runSql, sql } from './run-sql.js';
import { StudioPage } from './studio-page.js';
import { expect, test } from './workbench.js';
import type { Workbench } from './workbench.js';

const TABLE = `
  DROP SCHEMA IF EXISTS handed CASCADE;
  CREATE SCHEMA handed;
  CREATE TABLE handed.tents (id integer PRIMARY KEY, name text NOT NULL, price numeric(8, 2) DEFAULT 5);
  INSERT INTO handed.tents VALUES (1, 'Tent 1', 1)`;

const folder = mkdtempSync(join(tmpdir(), 'handed-e2e-'));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));
test.beforeEach(async ({ demo }) => {
  await waitUntilShopAnswers(demo);
  await sql(demo, TABLE);
});
test.afterEach(async ({ demo }) => {
  await setLane(demo, 'direct');
  await sql(demo, 'DROP SCHEMA IF EXISTS handed CASCADE');
});

/** Has writes of the shop reviewed, or not. */
async function setLane(demo: Workbench, writes: Connection['writes']): Promise<void> {
  const { items } = (await demo.api<ConnectionList>('GET', '/api/connections')).body;
  const shop = items.find(({ id }) => id === 'shop');
  if (!shop) throw new Error('The demo has no shop.');
  const { name, kind, host, port, database, user, colour } = shop;
  const input = { name, kind, host, port, database, user, colour, confirm_destructive: false, writes };
  expect((await demo.api('PUT', '/api/connections/shop', input)).status).toBe(200);
  await waitUntilShopAnswers(demo);
}

const panel = (page: Page) => page.getByRole('region', { name: 'Review changes', exact: true });
const bar = (page: Page) => page.getByRole('region', { name: 'Staged changes' });
const field = (page: Page, name: string) =>
  page.locator('dw-row-field').filter({ hasText: new RegExp(`^\\s*${name}`) });

async function tents(demo: Workbench): Promise<(string | null)[][] | undefined> {
  return (await runSql(demo, 'SELECT id, name, price FROM handed.tents ORDER BY id LIMIT 5')).statements[0]?.rows;
}

/** Opens the form for a row of the table that is shown. */
async function openForm(page: Page, demo: Workbench) {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await page.keyboard.press('Alt+T');
  await studio.run('SELECT * FROM handed.tents');
  await expect(studio.cell(0, 0)).toBeVisible();
  await studio.resultHead.getByRole('button', { name: 'INSERT' }).click();
  const form = page.getByRole('dialog', { name: 'Insert a row into tents' });
  await field(page, 'id').locator('input').fill('2');
  await field(page, 'name').locator('textarea').fill('Igloo');
  return form;
}

test('the form of a row adds it to the staged changes', async ({ page, demo }) => {
  const form = await openForm(page, demo);
  await field(page, 'name').locator('textarea').fill('');
  await form.getByRole('button', { name: 'Add to changes' }).click();
  await expect(field(page, 'name')).toContainText('Enter a value, or choose Empty.');
  await field(page, 'name').locator('textarea').fill('Igloo');
  await form.getByRole('button', { name: 'Add to changes' }).click();
  await expect(bar(page)).toContainText('1 change in 1 row');
  await expect(page.locator('.dw-cell-added').first()).toBeVisible();
  expect(await tents(demo)).toHaveLength(1);
  await bar(page).getByRole('button', { name: 'Review changes' }).click();
  await panel(page).getByRole('button', { name: 'Apply 1 change' }).click();
  await expect(page.getByRole('heading', { name: 'Changes applied' })).toBeVisible();
  expect(await tents(demo)).toEqual([
    ['1', 'Tent 1', '1.00'],
    ['2', 'Igloo', '5.00'],
  ]);
});

test('where writes are reviewed, the form makes a change set that can be proposed', async ({ page, demo }) => {
  await setLane(demo, 'review');
  const form = await openForm(page, demo);
  await expect(form.getByRole('button', { name: 'Insert row' })).toHaveCount(0);
  await form.getByRole('button', { name: 'Add to changes' }).click();
  await expect(panel(page).locator('tr.after')).toHaveText([/\+\s*After\s*2\s*Igloo\s*5\.00/]);
  await expect(panel(page).getByRole('button', { name: /^Apply/ })).toHaveCount(0);
  await panel(page).getByRole('button', { name: 'Propose' }).click();
  await expect(page.getByRole('heading', { name: 'Changes proposed' })).toBeVisible();
  expect(await tents(demo)).toHaveLength(1);
});

test('a file is handed to a change set as rows, and as a count with a checksum', async ({ page, demo }) => {
  await setLane(demo, 'review');
  const few = join(folder, 'few.csv');
  writeFileSync(few, 'id,name,price\n2,Igloo,2\n3,Tipi,\n');
  await page.goto(`${demo.address}/imports?connection=shop&schema=handed&table=tents`);
  const chooser = page.waitForEvent('filechooser');
  await press(page.getByRole('button', { name: 'Choose file' }), 'Enter');
  await (await chooser).setFiles(few);
  await expect(page.getByRole('heading', { name: 'Columns' })).toBeVisible();
  await expect(page.getByText('Shop accepts writes only as change sets that another person approves.')).toBeVisible();
  await expect(page.getByRole('radiogroup', { name: 'Rejected rows' })).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await press(page.getByRole('button', { name: 'Add 2 rows to changes' }), 'Enter');
  await expect(page.getByRole('status').filter({ hasText: '2 rows added to the change set' })).toBeVisible();
  await press(page.getByRole('link', { name: 'Review changes' }), 'Enter');
  const change = page.getByRole('region', { name: 'Import few.csv into handed.tents' });
  await press(change.getByRole('button', { name: 'Rehearse' }), 'Enter');
  await expect(change.locator('tr.after')).toHaveText([/2\s*Igloo\s*2\.00/, /3\s*Tipi\s*NULL/]);
  await expect(change.getByRole('button', { name: 'Propose' })).toBeVisible();
  expect(await tents(demo)).toHaveLength(1);

  await setLane(demo, 'direct');
  const many = join(folder, 'many.csv');
  writeFileSync(
    many,
    `id,name,price\n${Array.from({ length: 10_500 }, (_, at) => `${at + 10},n ${at},1.5\n`).join('')}`,
  );
  await page.goto(`${demo.address}/imports?connection=shop&schema=handed&table=tents`);
  await page.locator('input[type=file]').setInputFiles(many);
  await expect(page.getByRole('button', { name: 'Import 10,500 rows' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Add the rows to a change set' }).check();
  await expect(page.getByText('More than 10,000 rows are reviewed as a count, a checksum and a sample.')).toBeVisible();
  await page.getByRole('button', { name: 'Add 10,500 rows to changes' }).click();
  await page.getByRole('link', { name: 'Review changes' }).click();
  const large = page.getByRole('region', { name: 'Import many.csv into handed.tents' });
  await large.getByRole('button', { name: 'Rehearse' }).click();
  await expect(large.getByText('Statement 1: INSERT, 10,500 rows (100 shown)')).toBeVisible();
  await large.getByRole('button', { name: 'Apply 1 statement' }).click();
  await expect(large.getByText('Applied', { exact: true }).first()).toBeVisible();
  const count = await runSql(demo, 'SELECT count(*) FROM handed.tents');
  expect(count.statements[0]?.rows).toEqual([['10501']]);
});
