import type { Connection, ConnectionList } from '#libs/api';
import type { Page } from '@playwright/test';
import { waitUntilShopAnswers } from './demo-shop.js';
import { press } from './keys.js';
import { runSql } from './run-sql.js';
import { StudioPage } from './studio-page.js';
import { expect, test } from './workbench.js';
import type { Workbench } from './workbench.js';

const TABLE = `
  DROP TABLE IF EXISTS e2e_rows;
  CREATE TABLE e2e_rows (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    code varchar(8) NOT NULL UNIQUE,
    note text DEFAULT 'none',
    price numeric(12, 2) CHECK (price >= 0),
    mood text,
    paid boolean,
    placed_at timestamptz DEFAULT now(),
    details jsonb
  )`;

/** Changes the demo's shop; a story puts it back. */
async function change(demo: Workbench, settings: Partial<Connection>): Promise<void> {
  const { items } = (await demo.api<ConnectionList>('GET', '/api/connections')).body;
  const shop = items.find(({ id }) => id === 'shop');
  if (!shop) throw new Error('The demo has no shop.');
  const { name, kind, host, port, database, user, colour } = shop;
  const input = { name, kind, host, port, database, user, colour, ...settings };
  const { status } = await demo.api('PUT', '/api/connections/shop', input);
  expect(status).toBe(200);
  await waitUntilShopAnswers(demo);
}

const field = (page: Page, name: string) =>
  page.locator('dw-row-field').filter({ hasText: new RegExp(`^\\s*${name}`) });

test.beforeEach(async ({ demo }) => {
  await waitUntilShopAnswers(demo);
  expect((await runSql(demo, TABLE)).status).toBe('succeeded');
});

test('a text that destroys data needs a confirmation on a connection that is no playground, and Enter does not run it', async ({
  page,
  demo,
}) => {
  await change(demo, { confirm_destructive: true });
  try {
    await runSql(demo, "INSERT INTO e2e_rows (code) VALUES ('kept')");
    const studio = new StudioPage(page);
    await studio.open(`${demo.address}/studio?connection=shop`);
    await studio.run("SELECT 'DROP TABLE e2e_rows' AS words -- DELETE FROM e2e_rows");
    await expect(studio.cell(0, 0)).toHaveText('DROP TABLE e2e_rows');

    await studio.run('UPDATE e2e_rows SET paid = true;\nDELETE FROM e2e_rows WHERE true;\nDROP TABLE e2e_rows;');
    const question = page.getByRole('dialog', { name: 'Run this on Shop?' });
    await expect(question.locator('.sentence')).toHaveText([
      'Changes every row of e2e_rows.',
      'Deletes every row of e2e_rows.',
      'Drops the table e2e_rows.',
    ]);
    await expect(question.locator('[data-conn="green"]')).toContainText('Shop');
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expect(page.locator('dw-failed-state')).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(question).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    // What was in sight before the question stays there.
    await expect(studio.cell(0, 0)).toHaveText('DROP TABLE e2e_rows');
    await expect(page.locator('dw-failed-state')).toHaveCount(0);
    expect((await runSql(demo, 'SELECT code FROM e2e_rows')).statements[0]?.rows).toEqual([['kept']]);

    await studio.run('DELETE FROM e2e_rows');
    await press(question.getByRole('button', { name: 'Run anyway' }), 'Enter');
    await expect(page.locator('dw-result-area')).toContainText('1 row');
    expect((await runSql(demo, 'SELECT code FROM e2e_rows')).statements[0]?.rows).toEqual([]);

    await studio.connection('Shop').getByRole('button').first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const form = page.getByRole('dialog', { name: 'Edit Shop' });
    await form.getByRole('switch', { name: 'Confirm destructive statements' }).uncheck();
    await form.getByRole('button', { name: 'Save connection' }).click();
    await expect(form).toHaveCount(0);
    await studio.run('DROP TABLE e2e_rows');
    await expect(page.locator('dw-result-area')).toContainText('DROP TABLE');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  } finally {
    await change(demo, { confirm_destructive: false });
  }
});

test('a row is added with NULL, a default and an empty string, and a refusal stands beside its column', async ({
  page,
  demo,
}) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.run('SELECT code, note, mood, price, id FROM e2e_rows ORDER BY id');
  await studio.resultHead.getByRole('button', { name: 'INSERT' }).click();
  const form = page.getByRole('dialog', { name: 'Insert a row into e2e_rows' });
  await expect(form.locator('dw-row-field')).toHaveCount(7);
  await expect(field(page, 'code').locator('textarea')).toBeFocused();
  await expect(field(page, 'note').getByRole('radio', { name: 'Default' })).toBeChecked();

  await page.keyboard.type('a');
  await field(page, 'code').locator('textarea').fill('');
  await form.getByRole('button', { name: 'Insert row' }).click();
  await expect(field(page, 'code')).toContainText('Enter a value, or choose Empty.');
  await field(page, 'code').locator('textarea').fill('a');
  await field(page, 'mood').getByRole('radio', { name: 'Empty' }).click();
  await field(page, 'price').locator('input').fill('1,5');
  await form.getByRole('button', { name: 'Insert row' }).click();
  await expect(field(page, 'price')).toContainText('“1,5” is not a number.');
  await field(page, 'price').locator('input').fill('12345678901234567890');
  await form.getByRole('button', { name: 'Insert row' }).click();
  await expect(form.getByRole('alert')).toContainText('numeric field overflow');
  await field(page, 'price').locator('input').fill('1.5');
  await form.getByRole('button', { name: 'Insert row' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Run again' }).click();
  await expect(studio.cell(0, 0)).toHaveText('a');
  await expect(studio.cell(0, 1)).toHaveText('none');
  await expect(studio.cell(0, 2)).toHaveText("''");
  await expect(studio.cell(0, 3)).toHaveText('1.50');

  await studio.resultHead.getByRole('button', { name: 'INSERT' }).click();
  await field(page, 'code').locator('textarea').fill('a');
  await field(page, 'note').getByRole('radio', { name: 'NULL' }).click();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(field(page, 'code')).toContainText('duplicate key value');
  await expect(field(page, 'code').locator('textarea')).toBeFocused();
  await field(page, 'code').locator('textarea').fill('b');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await runSql(demo, 'SELECT code, note FROM e2e_rows ORDER BY id')).statements[0]?.rows).toEqual([
    ['a', 'none'],
    ['b', null],
  ]);
});

test('the schema tree opens an INSERT or the form, and the form opens as SQL with what was typed', async ({
  page,
  demo,
}) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  const row = page.getByRole('treeitem').filter({ hasText: 'e2e_rows' });
  await row.hover();
  await row.getByRole('button', { name: 'INSERT statement for e2e_rows' }).click();
  await expect(page.getByRole('tab', { name: 'Insert into e2e_rows' })).toBeVisible();
  await expect(page.locator('.monaco-editor').first()).toContainText(':code, -- character varying(8)');
  await row.hover();
  await row.getByRole('button', { name: 'Insert a row into e2e_rows' }).click();
  const form = page.getByRole('dialog', { name: 'Insert a row into e2e_rows' });
  await field(page, 'code').locator('textarea').fill("it's");
  await form.getByRole('button', { name: 'Open as SQL' }).click();
  await expect(page.getByRole('tab', { name: 'Insert into e2e_rows' })).toHaveCount(2);
  await expect(page.locator('.monaco-editor').first()).toContainText("'it''s', -- character varying(8)");
});

test('a read-only connection refuses a write in words, and offers no row', async ({ page, demo }) => {
  await change(demo, { read_only: true });
  try {
    const studio = new StudioPage(page);
    await studio.open(`${demo.address}/studio?connection=shop`);
    await expect(page.locator('dw-action-bar')).toContainText('Read-only');
    await studio.run('DELETE FROM e2e_rows');
    await expect(page.locator('dw-result-area')).toContainText('cannot execute DELETE in a read-only transaction');
    await studio.run('SELECT * FROM e2e_rows');
    await expect(studio.resultHead.getByRole('button', { name: 'Copy CSV' })).toBeVisible();
    await expect(studio.resultHead.getByRole('button', { name: 'INSERT' })).toHaveCount(0);
  } finally {
    await change(demo, { read_only: false });
  }
});
