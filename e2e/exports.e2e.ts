import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { waitUntilShopAnswers } from './demo-shop.js';
import { StudioPage } from './studio-page.js';
import { expect, test } from './workbench.js';

const ROWS = 48_219;
const LARGE = `SELECT i, CASE WHEN i % 2 = 0 THEN 'even, "' || i || '"' END AS note, (i * 7919) % 1000 AS scattered
FROM generate_series(1, ${ROWS}) AS s(i)`;

test.beforeEach(async ({ demo }) => {
  await waitUntilShopAnswers(demo);
});

async function download(page: Page, item: string): Promise<{ name: string; text: string }> {
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByText('Whole result, 48,219 rows')).toBeVisible();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: item }).click()]);
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
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(studio.cell(0, 0)).toHaveText('201');

  const head = page.getByRole('columnheader', { name: /^i/ });
  await head.click();
  await expect(studio.cell(0, 0)).toHaveText('1');
  await head.click();
  await expect(studio.cell(0, 0)).toHaveText('48219');
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByText('1–200 of 48,219')).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(studio.cell(0, 0)).toHaveText('48019');
  await head.click();
  await expect(studio.cell(0, 0)).toHaveText('1');
  await expect(head).toHaveAttribute('aria-sort', 'none');

  await page.getByRole('columnheader', { name: /^note/ }).click();
  await page.getByRole('columnheader', { name: /^note/ }).click();
  await expect(studio.cell(0, 1)).toHaveText('NULL');
  await studio.run(LARGE.replace('SELECT i,', 'SELECT i + 0 AS i,'));
  await expect(studio.cell(0, 0)).toHaveText('1');
  await expect(page.getByRole('columnheader', { name: /^note/ })).toHaveAttribute('aria-sort', 'none');
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
  expect(await copied()).toBe('id,name\n1,a\n2,\n3,""\n');

  const head = page.getByRole('columnheader', { name: /^id/ });
  await head.click();
  await head.click();
  await expect(studio.cell(0, 0)).toHaveText('3');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Copy as INSERT' }).click();
  expect(await copied()).toBe("INSERT INTO table_name (id, name) VALUES\n  (3, ''),\n  (2, NULL),\n  (1, 'a');\n");
});

test('a result that is no longer kept says so instead of failing as a download', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.run(LARGE);
  await expect(studio.resultHead).toContainText(/48,219\s*rows/);
  const { body } = await demo.api<{ items: { id: string }[] }>('GET', '/api/studio/runs');
  for (const { id } of body.items) await demo.api('DELETE', `/api/studio/runs/${id}`);
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Download CSV' }).click();
  await expect(page.getByText('The result cannot be downloaded')).toBeVisible();
});
