import { violations } from './axe.js';
import { waitUntilShopAnswers } from './demo-shop.js';
import { StudioPage } from './studio-page.js';
import { expect, test } from './workbench.js';

const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

test.afterEach(async ({ demo }) => {
  await demo.api('PUT', '/api/settings/studio', {});
});

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
