import type { Page } from '@playwright/test';
import { violations } from './axe.js';
import { waitUntilShopAnswers } from './demo-shop.js';
import { fillSql } from './fill-sql.js';
import { StudioPage } from './studio-page.js';
import { expect, test } from './workbench.js';

const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

test('a person sets the preview, the editor and the basemap, and all of them hold at once', async ({ page, demo }) => {
  await waitUntilShopAnswers(demo);
  const tiles: string[] = [];
  await page.route('https://tile.example.org/**', async (route) => {
    tiles.push(new URL(route.request().url()).pathname);
    await route.fulfill({ body: TILE, contentType: 'image/png' });
  });
  await page.goto(`${demo.address}/settings`);
  await page.getByLabel('Preview rows').fill('0');
  await page.getByLabel('Editor font size').fill('20');
  await page.getByRole('radio', { name: 'Custom XYZ' }).click();
  await page.getByLabel('XYZ tile address').fill('https://tile.example.org/{z}/{x}');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Enter a whole number from 1 to 10,000.')).toBeVisible();
  await expect(page.getByText('The address needs {y} behind its host.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('Preview rows').fill('7');
  await page.getByLabel('XYZ tile address').fill('https://tile.example.org/{z}/{x}/{y}.png');
  await page.getByLabel('Attribution').fill('© <b>Example</b>');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  const studio = new StudioPage(page);
  await page.getByRole('link', { name: 'Studio', exact: true }).first().click();
  await studio.open(`${demo.address}/studio?connection=shop`);
  await expect(page.locator('.monaco-editor .view-lines').first()).toHaveCSS('font-size', '20px');
  await page.getByRole('treeitem', { name: /stores/ }).hover();
  await page
    .getByRole('treeitem', { name: /stores/ })
    .getByRole('button', { name: 'PREVIEW' })
    .click();
  await expect(studio.resultHead).toContainText(/7\s*rows/);
  await page.getByRole('radio', { name: 'Map', exact: true }).click();
  await expect(page.getByText('7 rows drawn')).toBeVisible();
  await expect(page.getByText('© <b>Example</b>')).toBeVisible();
  await expect.poll(() => tiles.some((path) => /^\/\d+\/\d+\/\d+\.png$/.test(path))).toBe(true);
});

test('the editor wraps, indents and formats on save as a person sets it', async ({ page, demo }) => {
  await waitUntilShopAnswers(demo);
  await page.goto(`${demo.address}/settings`);
  await page.getByLabel('Tab size').fill('9');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Enter a whole number from 1 to 8.')).toBeVisible();
  await page.getByLabel('Tab size').fill('4');
  await page.getByRole('switch', { name: 'Word wrap' }).check();
  await page.getByRole('switch', { name: 'Format on save' }).check();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.type(`SELECT 1 AS one, '${'x'.repeat(400)}' AS long FROM stores`);
  await expect.poll(() => page.locator('.monaco-editor .view-line').count()).toBeGreaterThan(2);
  await page.keyboard.press('Control+S');
  const dialog = page.getByRole('dialog', { name: 'Save query' });
  await dialog.getByLabel('Name').fill('Formatted on save');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  const { body } = await demo.api<{ items: { id: string; name: string; sql: string }[] }>('GET', '/api/studio/queries');
  const saved = body.items.find(({ name }) => name === 'Formatted on save');
  expect(saved?.sql.split('\n').slice(0, 2)).toEqual(['SELECT', '    1 AS one,']);
  await demo.api('DELETE', `/api/studio/queries/${saved?.id ?? ''}`);
});

/** Types over a placeholder, and closes the list that opens: without a list, Escape would leave the placeholders. */
async function fillStop(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.waitForTimeout(1000);
  if (await page.locator('.suggest-widget.visible').isVisible()) await page.keyboard.press('Escape');
}

test('a snippet is saved, offered by its name, filled in, formatted in the case that is set, and deleted', async ({
  page,
  demo,
}) => {
  await waitUntilShopAnswers(demo);
  await page.goto(`${demo.address}/settings/snippets`);
  await page.getByRole('button', { name: 'Add snippet' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add snippet' });
  await dialog.getByLabel('Name').fill('top ten');
  await fillSql(dialog, 'select * from ${1:table} where id > $1 order by ${2:id} desc limit 10');
  await dialog.getByRole('button', { name: 'Add snippet' }).click();
  await expect(dialog).toContainText('Use letters, digits and _, and begin with a letter or _.');
  expect(await violations(page)).toEqual([]);
  await dialog.getByLabel('Name').fill('topten');
  await dialog.getByRole('button', { name: 'Add snippet' }).click();
  await expect(page.getByRole('list', { name: 'Snippets' })).toContainText('select * from table where id > $1');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Studio' }).click();
  await page.getByRole('radio', { name: 'UPPER' }).click();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.type(' ');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('topt', { delay: 40 });
  const offered = page.locator('.suggest-widget .monaco-list-row').first();
  await expect(offered).toContainText('topten');
  await page.keyboard.press('Tab');
  await fillStop(page, 'stores');
  await page.keyboard.press('Tab');
  await fillStop(page, 'name');
  const lines = page.locator('.monaco-editor .view-lines').first();
  await expect(lines).toContainText(/select\s\*\sfrom\sstores\swhere\sid\s>\s\$1\sorder\sby\sname\sdesc/i);
  await page.keyboard.press('Alt+Shift+F');
  for (const word of ['SELECT', 'FROM', 'WHERE', 'ORDER BY', 'name DESC', 'LIMIT'])
    await expect(lines).toContainText(word);
  await demo.api('DELETE', '/api/settings/snippets/topten');
});

test('the keys of Vim move, save and close, and the keys of the studio stay', async ({ page, demo }) => {
  await waitUntilShopAnswers(demo);
  await page.goto(`${demo.address}/settings`);
  await page.getByRole('radio', { name: 'Vim' }).click();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  const mode = page.getByRole('status', { name: 'Vim' });
  await expect(mode).toContainText('NORMAL');
  await page.locator('.monaco-editor').first().click();
  await page.keyboard.type('ggdGiSELECT 41 AS n');
  await expect(mode).toContainText('INSERT');
  await page.keyboard.press('Escape');
  await page.keyboard.type('0wcw42');
  await page.keyboard.press('Escape');
  await expect(page.locator('.monaco-editor .view-lines').first()).toContainText('SELECT 42 AS n');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(studio.cell(0, 0)).toHaveText('42');
  expect(await violations(page)).toEqual([]);

  await page.locator('.monaco-editor').first().click();
  await page.keyboard.type(':w');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Save query' });
  await dialog.getByLabel('Name').fill('Saved by Vim');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: /Saved by Vim/ })).toBeVisible();
  await page.locator('.monaco-editor').first().click();
  await page.keyboard.type(':q');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: /Saved by Vim/ })).toHaveCount(0);
  const { body } = await demo.api<{ items: { id: string; name: string; sql: string }[] }>('GET', '/api/studio/queries');
  const saved = body.items.find(({ name }) => name === 'Saved by Vim');
  expect(saved?.sql).toBe('SELECT 42 AS n');
  await demo.api('DELETE', `/api/studio/queries/${saved?.id ?? ''}`);
});
