import { waitUntilShopAnswers } from './demo-shop.js';
import { StudioPage } from './studio-page.js';
import { expect, test } from './workbench.js';

test.beforeEach(async ({ demo }) => {
  await waitUntilShopAnswers(demo);
});

test('browsing the sidebar leaves the open query alone', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  const chip = page.locator('dw-connection-chip');
  const schema = page.locator('dw-schema-section');
  const tabs = page.getByRole('tablist', { name: 'Queries' }).getByRole('tab');
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.type('SELECT current_database() AS here');

  await studio.connection('Lake').getByRole('button').first().click();
  await expect(schema).toContainText('Lake');
  await expect(schema.getByRole('treeitem').first()).toBeVisible();
  await expect(chip).toContainText('Shop');
  await page.locator('.monaco-editor').first().click();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(studio.cell(0, 0)).toHaveText('shop');
  await expect(tabs).toHaveCount(1);

  await studio.connection('Lake').getByRole('button').first().dblclick();
  await expect(tabs).toHaveCount(2);
  await expect(chip).toContainText('Lake');
  await tabs.first().click();
  await expect(chip).toContainText('Shop');
  await expect(schema).toContainText('Shop');
});

test('a connection that is dragged onto a tab becomes the connection of the tab', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  const lake = studio.connection('Lake').getByRole('button').first();
  await lake.dragTo(page.getByRole('tablist', { name: 'Queries' }).getByRole('tab').first());
  await expect(page.locator('dw-connection-chip')).toContainText('Lake');
  await expect(page).toHaveURL(/connection=lake/);
});
