import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { waitUntilShopAnswers } from './demo-shop.js';
import { StudioPage } from './studio-page.js';
import { toast } from './toast.js';
import { expect, test } from './workbench.js';

const ROWS = 48_219;
const LARGE = `SELECT i, CASE WHEN i % 2 = 0 THEN 'even, "' || i || '"' END AS note, (i * 7919) % 1000 AS scattered
FROM generate_series(1, ${ROWS}) AS s(i)`;

test.beforeEach(async ({ demo }) => {
  await waitUntilShopAnswers(demo);
});

async function download(page: Page, item: string): Promise<{ name: string; text: string }> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByText('Whole result, 48,219 rows', { exact: true })).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: item, exact: true }).click(),
  ]);
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
}

test('a person downloads a whole result that is shown in pages', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.run(LARGE);
  await expect(studio.resultHead).toContainText(/48,219\s*rows/);

  const csv = await download(page, 'Download CSV');
  expect(csv.name).toMatch(/^shop-[\d-]+\.csv$/);
  const lines = csv.text.split('\n');
  expect([lines.length, lines[0], lines.at(-2), lines.at(-1)]).toEqual([
    ROWS + 2,
    'i,note,scattered',
    '48219,,261',
    '',
  ]);
  expect(lines[2]).toBe('2,"even, ""2""",838');

  const json = JSON.parse((await download(page, 'Download JSON')).text) as unknown[];
  expect([json.length, json[1]]).toEqual([ROWS, { i: 2, note: 'even, "2"', scattered: 838 }]);
  const ndjson = await download(page, 'Download NDJSON');
  expect(ndjson.text.split('\n').at(-2)).toBe('{"i":48219,"note":null,"scattered":261}');
});

test('a click on a column sorts the whole of a paged result', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.run(LARGE);
  await expect(studio.resultHead).toContainText(/48,219\s*rows/);
  await studio.scrollToRow(200);
  await expect(studio.cell(200, 0)).toHaveText('201');

  const head = page.getByRole('columnheader', { name: /^i/ });
  await studio.clickHead(/^i/);
  await expect(studio.cell(0, 0)).toHaveText('1');
  await studio.clickHead(/^i/);
  await expect(studio.cell(0, 0)).toHaveText('48219');
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByText('1–200 of 48,219')).toBeVisible();
  await studio.scrollToRow(200);
  await expect(studio.cell(200, 0)).toHaveText('48019');
  await studio.clickHead(/^i/);
  await expect(studio.cell(0, 0)).toHaveText('1');
  await expect(head).toHaveAttribute('aria-sort', 'none');

  await studio.clickHead(/^note/);
  await studio.clickHead(/^note/);
  await expect(studio.cell(0, 1)).toHaveText('NULL');
  await studio.run(LARGE.replace('SELECT i,', 'SELECT i + 0 AS i,'));
  await expect(studio.cell(0, 0)).toHaveText('1');
  await expect(page.getByRole('columnheader', { name: /^note/ })).toHaveAttribute('aria-sort', 'none');
});

test('all rows of a paged result are copied and downloaded in the order on screen', async ({ page, demo, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const studio = new StudioPage(page);
  const copied = (): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()');
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.run(LARGE);
  await expect(studio.resultHead).toContainText(/48,219\s*rows/);
  await studio.clickHead(/^i/);
  await studio.clickHead(/^i/);
  await expect(studio.cell(0, 0)).toHaveText('48219');
  await page.getByRole('button', { name: 'Copy CSV' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const lines = (await copied()).split('\n');
  expect([lines.length, lines[1], lines.at(-2)]).toEqual([ROWS + 2, '48219,,261', '1,,919']);
  expect((await download(page, 'Download CSV')).text).toBe(lines.join('\n'));

  await studio.run('SELECT i FROM generate_series(1, 100001) AS s(i)');
  await expect(studio.resultHead).toContainText(/100,001\s*rows/);
  await page.getByRole('button', { name: 'Copy CSV' }).click();
  await expect(toast(page, 'Copied 100,000 of 100,001 rows')).toBeVisible();
});

test('what is on screen is copied in the order it has there', async ({ page, demo, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const studio = new StudioPage(page);
  const copied = (): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()');
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.run("SELECT * FROM (VALUES (1, 'a'), (2, NULL), (3, '')) AS t(id, name)");
  await expect(studio.resultHead).toContainText(/3\s*rows/);
  await page.getByRole('button', { name: 'Copy CSV' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  await expect.poll(copied).toBe('id,name\n1,a\n2,\n3,""\n');

  await studio.clickHead(/^id/);
  await studio.clickHead(/^id/);
  await expect(studio.cell(0, 0)).toHaveText('3');
  await page.getByRole('button', { name: 'Copy as' }).click();
  await page.getByRole('menuitem', { name: 'Copy as INSERT' }).click();
  await expect.poll(copied).toBe("INSERT INTO table_name (id, name) VALUES\n  (3, ''),\n  (2, NULL),\n  (1, 'a');\n");
});

test('a result that is no longer kept says so instead of failing as a download', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.run(LARGE);
  await expect(studio.resultHead).toContainText(/48,219\s*rows/);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  // The page asks for the run no more: it has seen its end.
  await expect(page.getByText('Whole result, 48,219 rows', { exact: true })).toBeVisible();
  const { body } = await demo.api<{ items: { id: string }[] }>('GET', '/api/studio/runs');
  for (const { id } of body.items) await demo.api('DELETE', `/api/studio/runs/${id}`);
  await page.getByRole('menuitem', { name: 'Download CSV', exact: true }).click();
  await expect(toast(page, "Couldn't create the file")).toBeVisible();
});

const MILLION = `SELECT i, md5(i::text) AS token, i * 1.5 AS amount, CASE WHEN i % 2 = 0 THEN 'even' END AS note
FROM generate_series(1, 1000000) AS s(i)`;

test('a person exports a million rows and sees how far the file is', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.run(MILLION);
  await expect(studio.resultHead).toContainText(/1,000,000\s*rows/);
  await expect(studio.resultHead).not.toContainText('so far');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download CSV', exact: true }).click(),
  ]);
  const line = page.getByRole('list', { name: 'Exports' }).getByRole('listitem');
  await expect(line).toContainText(/CSV, [\d,]+ of 1,000,000 rows, [\d.]+ [kM]B/);
  await expect(line).toContainText(/CSV written: 1,000,000 rows, \d+ MB/);
  const text = readFileSync(await file.path(), 'utf8');
  const lines = text.split('\n');
  expect([lines.length, lines.at(-2), lines.at(-1)]).toEqual([
    1_000_002,
    '1000000,8155bc545f84d9652f1012ef2bdfb6eb,1500000.0,even',
    '',
  ]);
  await expect(line).toHaveCount(0);
});

test('a file that is cancelled is a failed download', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.type("SELECT i, repeat('x', 1000) AS filler FROM generate_series(1, 3000000) AS s(i)");
  await page.getByRole('button', { name: 'Run options' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /into a CSV file/ }).click(),
  ]);
  const line = page.getByRole('list', { name: 'Exports' }).getByRole('listitem');
  await expect(line).toContainText(/CSV, [\d,]+ rows, [\d.]+ [kMG]B/);
  await page.getByRole('button', { name: 'Cancel export' }).click();
  await expect(line).toContainText('the file is not complete');
  expect(await file.failure()).not.toBeNull();
  const { body } = await demo.api<{ items: { status: string }[] }>('GET', '/api/studio/exports');
  expect(body.items[0]?.status).toBe('cancelled');
});

test('a query that fails on its way into a file says why', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.type('SELECT 1 / 0');
  await page.getByRole('button', { name: 'Run options' }).click();
  await page.getByRole('menuitem', { name: /into a CSV file/ }).click();
  const line = page.getByRole('list', { name: 'Exports' }).getByRole('listitem');
  await expect(line).toContainText('CSV failed: division by zero');
  await page.getByRole('button', { name: 'Close the message' }).click();
  await expect(line).toHaveCount(0);
});

test('rows that are selected by mouse or keyboard are what is copied', async ({ page, demo, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const studio = new StudioPage(page);
  const copied = (): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()');
  const rowNumber = (row: number) => page.locator(`.ag-row[row-index="${row}"] [col-id="row"]`);
  const copyAs = async (item: string, rows: string): Promise<void> => {
    await page.getByRole('button', { name: 'Copy as' }).click();
    await expect(page.locator('.dw-menu-head')).toHaveText(rows);
    await page.getByRole('menuitem', { name: item }).click();
  };
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.run(
    "SELECT i AS id, CASE i WHEN 2 THEN NULL WHEN 3 THEN '' ELSE 'a|' || i END AS name FROM generate_series(1, 9) AS s(i)",
  );
  await expect(studio.resultHead).toContainText(/9\s*rows/);
  await studio.cell(1, 1).click();
  await copyAs('Copy as TSV', '9 rows');
  await expect.poll(copied).toContain('9\ta|9\n');
  await rowNumber(1).click();
  await rowNumber(3).click({ modifiers: ['Shift'] });
  await copyAs('Copy as Markdown', '3 selected rows');
  await expect.poll(copied).toBe('| id | name |\n| ---: | --- |\n| 2 | *NULL* |\n| 3 |  |\n| 4 | a\\|4 |\n');
  await studio.cell(7, 0).click({ modifiers: ['ControlOrMeta'] });
  await copyAs('Copy as IN-list', '4 selected rows');
  await expect.poll(copied).toBe('(2, 3, 4, 8)');
  await expect(page.locator('.ag-row-selected')).toHaveCount(4);

  await rowNumber(0).click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('ControlOrMeta+C');
  await expect.poll(copied).toBe('id\tname\n1\ta|1\n2\t\n');
  await studio.cell(2, 0).click();
  await page.keyboard.press('ControlOrMeta+C');
  await expect.poll(copied).toBe('3');
  await page.keyboard.press('ControlOrMeta+A');
  await expect(page.locator('.ag-row-selected')).toHaveCount(9);
  await studio.clickHead(/^id/);
  await expect(page.locator('.ag-row-selected')).toHaveCount(1);
});

test('a CSV file for spreadsheets is written as was asked', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.run("SELECT '=1+1' AS formula, -5 AS number, 'a;b' AS text");
  await expect(studio.resultHead).toContainText(/1\s*row/);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Download CSV for spreadsheets' }).click();
  await page.getByRole('radio', { name: 'Semicolon' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(readFileSync(await file.path(), 'utf8')).toBe('\u{feff}formula;number;text\r\n"\'=1+1";-5;"a;b"\r\n');
});
