import { readFileSync } from 'node:fs';
import type { HistoryList } from '#libs/api';
import { waitUntilShopAnswers } from './demo-shop.js';
import { StudioPage } from './studio-page.js';
import { expect, test } from './workbench.js';

test.beforeEach(async ({ demo }) => {
  await waitUntilShopAnswers(demo);
});

const SQL = "SELECT :who || '!' AS greeting, :n::int + 1 AS next, :gone::text IS NULL AS gone, ':x' AS text -- :y";

test('values of parameters are asked for, bound and remembered, with the keyboard alone', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.run(SQL);
  const dialog = page.getByRole('dialog', { name: 'Run with parameters' });
  await expect(dialog.getByRole('group')).toHaveCount(3);
  await expect(dialog.getByLabel('Value of :who')).toBeFocused();
  await page.keyboard.type("O'Brien; DROP TABLE orders");
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'NULL for :who' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('41');
  await dialog.getByRole('button', { name: 'NULL for :gone' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(dialog).toHaveCount(0);
  await expect(studio.cell(0, 0)).toHaveText("O'Brien; DROP TABLE orders!");
  await expect(studio.cell(0, 1)).toHaveText('42');
  await expect(studio.cell(0, 2)).toHaveText('t');
  await expect(studio.cell(0, 3)).toHaveText(':x');

  await page.reload();
  await page.locator('.monaco-editor').first().click();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(dialog.getByLabel('Value of :who')).toHaveValue("O'Brien; DROP TABLE orders");
  await expect(dialog.getByRole('button', { name: 'NULL for :gone' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await page.getByRole('button', { name: 'Run options' }).click();
  await page.getByRole('menuitem', { name: /into a CSV file/ }).click();
  await dialog.getByLabel('Value of :n').fill('1');
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('ControlOrMeta+Enter')]);
  expect(readFileSync(await file.path(), 'utf8')).toBe("greeting,next,gone,text\nO'Brien; DROP TABLE orders!,2,t,:x\n");

  const { body } = await demo.api<HistoryList>('GET', '/api/studio/history?search=greeting');
  expect(body.items.map(({ sql }) => sql)).toEqual([SQL, SQL]);
  expect(JSON.stringify(body)).not.toContain("O'Brien");
});

test('a wrong value, a mistake beside parameters and a command of psql are explained', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  const dialog = page.getByRole('dialog', { name: 'Run with parameter' });
  const result = page.locator('dw-result-area');
  await studio.run('SELECT $1, nope');
  await dialog.getByLabel('Type of $1').selectOption('integer');
  await dialog.getByLabel('Value of $1').fill('5');
  await page.keyboard.press('Enter');
  await expect(result).toContainText('column "nope" does not exist');
  await expect(result).toContainText('column 12');

  await studio.run('SELECT $1 AS number');
  await dialog.getByLabel('Type of $1').selectOption('integer');
  await dialog.getByLabel('Value of $1').fill('many');
  await page.keyboard.press('Enter');
  await expect(result).toContainText('invalid input syntax for type integer: "many"');

  await studio.run('SELECT 1;\n\\dt');
  await expect(result).toContainText('Line 2: \\dt cannot be run here. The Schema panel shows');
});

test('on a connection with manual commit a statement opens a transaction, and its tab asks before it closes', async ({
  page,
  demo,
}) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await page.getByRole('button', { name: 'Add connection' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Kind').selectOption('duckdb');
  await form.getByLabel('Name').fill('By hand');
  await form.getByLabel('Path').fill('by-hand.duckdb');
  await form.getByRole('switch', { name: 'Manual commit' }).check();
  await form.getByRole('switch', { name: 'Confirm destructive statements' }).uncheck();
  await form.getByRole('button', { name: 'Add connection' }).click();
  await expect(form).toHaveCount(0);
  await studio.connection('By hand').dblclick();

  await expect(page.locator('dw-action-bar')).toContainText('Manual commit');
  const transaction = page.getByRole('group', { name: 'Transaction', exact: true });
  await studio.run('CREATE TABLE kept (i INTEGER); INSERT INTO kept VALUES (1)');
  await expect(transaction).toContainText('Transaction open');
  await transaction.getByRole('button', { name: 'Commit' }).click();
  await expect(transaction).toHaveCount(0);

  await studio.run('DELETE FROM kept');
  await expect(transaction).toContainText('Transaction open');
  const strip = page.getByRole('tablist', { name: 'Queries' });
  await strip.getByRole('tab').last().locator('.close').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Roll back and close' }).click();
  await expect(transaction).toHaveCount(0);
  await studio.connection('By hand').dblclick();
  await studio.run('SELECT i FROM kept');
  await expect(studio.cell(0, 0)).toHaveText('1');
});
