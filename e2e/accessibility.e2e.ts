import { violationsInThemes } from './axe.js';
import { waitUntilShopAnswers } from './demo-shop.js';
import { LATE_TIMERS } from './keys.js';
import { StudioPage } from './studio-page.js';
import { expect, test } from './workbench.js';

test('the studio can be used by everybody, empty, with rows, with an error and with a dialog', async ({
  page,
  demo,
}) => {
  await waitUntilShopAnswers(demo);
  await page.emulateMedia({ colorScheme: 'dark' });
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  expect(await violationsInThemes(page)).toEqual([]);
  await studio.run('SELECT id, full_name, NULL AS nothing FROM customers ORDER BY id LIMIT 20');
  await expect(studio.cell(0, 0)).toBeVisible();
  expect(await violationsInThemes(page)).toEqual([]);
  await studio.run('SELECT 1; SELECT nope');
  await expect(page.locator('dw-statement-failure')).toBeVisible();
  expect(await violationsInThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add connection' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await violationsInThemes(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await studio.run('SELECT :name::text, :since::date');
  await page.getByRole('button', { name: 'NULL for :since' }).click();
  expect(await violationsInThemes(page)).toEqual([]);
});

test('the keyboard alone runs a query and reads a cell, as soon as it is drawn', async ({ page, demo }) => {
  await waitUntilShopAnswers(demo);
  // The grid reports that it is ready by a timer, after it has drawn the rows.
  await page.addInitScript(LATE_TIMERS);
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.type("SELECT 'read me whole' AS note");
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(studio.cell(0, 0)).toHaveText('read me whole');
  for (const key of ['F6', 'Space']) await page.keyboard.press(key);
  await expect(page.getByRole('region', { name: 'Cell value' })).toContainText('read me whole');
});
