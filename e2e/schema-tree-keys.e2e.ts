import { waitUntilShopAnswers } from './demo-shop.js';
import { rows } from './grid-edits.js';
import { fill, goTo, press, tabTo, takeFromContextMenu } from './keys.js';
import { sql } from './run-sql.js';
import { StudioPage } from './studio-page.js';
import { expect, test } from './workbench.js';

test.beforeEach(async ({ demo }) => {
  await waitUntilShopAnswers(demo);
  await sql(demo, 'DROP SCHEMA IF EXISTS keyed_tree CASCADE; CREATE SCHEMA keyed_tree');
});
test.afterEach(async ({ demo }) => {
  await sql(demo, 'DROP SCHEMA IF EXISTS keyed_tree CASCADE');
});

test('a table is designed, changed, previewed and dropped by the keyboard alone', async ({ page, demo }) => {
  const tree = page.getByRole('tree', { name: 'Schema' });
  const dialog = page.getByRole('dialog');
  const row = (name: string) =>
    tree.getByRole('treeitem').filter({ has: page.locator('.label', { hasText: new RegExp(`^${name}$`) }) });
  const active = async () =>
    page.locator(`[id="${(await tree.getAttribute('aria-activedescendant')) ?? ''}"] .label`).textContent();
  /** Goes to a row by its first letters. */
  const find = async (name: string): Promise<void> => {
    await goTo(page, 'sidebar');
    await tabTo(tree);
    await page.keyboard.type(name);
    await expect.poll(active).toBe(name);
  };
  const columns = () =>
    rows(demo, "SELECT column_name FROM information_schema.columns WHERE table_schema = 'keyed_tree' ORDER BY 1");

  await new StudioPage(page).open(`${demo.address}/studio?connection=shop`);
  await expect(row('keyed_tree')).toBeVisible();
  await find('keyed_tree');
  await takeFromContextMenu(page.getByRole('menuitem', { name: 'Create table…' }));
  await fill(dialog.getByLabel('Table', { exact: true }), 'zebras');
  await fill(dialog.getByLabel('Type of id'), 'bigint');
  await press(dialog.getByRole('button', { name: 'Add column' }), 'Enter');
  await page.keyboard.type('stripes');
  await fill(dialog.getByLabel('Type of stripes'), 'integer');
  await press(dialog.getByRole('button', { name: 'Create table' }), 'Enter');
  await expect.poll(columns).toEqual([['id'], ['stripes']]);

  await find('keyed_tree');
  await page.keyboard.press('ArrowRight');
  await expect(row('zebras')).toBeVisible();
  await page.waitForTimeout(700);
  await page.keyboard.press('Space');
  await expect(row('zebras')).toHaveCount(0);
  await page.keyboard.press('Space');
  await find('zebras');
  await takeFromContextMenu(page.getByRole('menuitem', { name: 'Add column…' }));
  await fill(dialog.getByLabel('Name'), 'age');
  await fill(dialog.getByLabel('Type'), 'integer');
  await press(dialog.getByRole('button', { name: 'Add column' }), 'Enter');
  await expect.poll(columns).toEqual([['age'], ['id'], ['stripes']]);
  await find('zebras');
  await page.keyboard.press('F4');
  const definition = page.getByRole('complementary', { name: 'Definition of zebras' });
  await expect(definition).toContainText('stripes');
  await page.keyboard.press('Escape');
  await expect(definition).toHaveCount(0);
  await expect(tree).toBeFocused();
  await page.keyboard.press('Delete');
  await press(dialog.getByRole('button', { name: 'Drop table' }), 'Enter');
  await expect.poll(columns).toEqual([]);
});
