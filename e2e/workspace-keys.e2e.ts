import type { SavedQuery } from '#libs/api';
import { violations } from './axe.js';
import { waitUntilShopAnswers } from './demo-shop.js';
import { fill, goTo, press, pressUntilFocused, tabTo, takeFromContextMenu, writeSql } from './keys.js';
import { StudioPage } from './studio-page.js';
import { expect, test } from './workbench.js';

test.beforeEach(async ({ demo }) => waitUntilShopAnswers(demo));

test.afterEach(async ({ demo }) => {
  const { body } = await demo.api<{ items: SavedQuery[] }>('GET', '/api/studio/queries');
  for (const { id } of body.items) await demo.api('DELETE', `/api/studio/queries/${id}`);
});

test('tabs are opened, renamed, moved, given another connection, closed and brought back by the keyboard alone', async ({
  page,
  demo,
}) => {
  const tabs = page.getByRole('tablist', { name: 'Queries' }).getByRole('tab');
  await new StudioPage(page).open(`${demo.address}/studio?connection=shop`);
  await writeSql(page, '-- first');
  for (const name of ['second', 'third']) {
    await page.keyboard.press('Alt+T');
    await writeSql(page, `-- ${name}`);
  }
  await goTo(page, 'tabs');
  await expect(tabs.nth(2)).toBeFocused();
  await page.keyboard.press('F2');
  await fill(page.getByRole('dialog').getByRole('textbox'), 'Renamed');
  await page.keyboard.press('Enter');
  await expect(tabs).toHaveText([/^\s*first/, /^\s*second/, /^\s*Renamed/]);
  await goTo(page, 'tabs');
  await takeFromContextMenu(page.getByRole('menuitem', { name: 'Move left' }));
  await expect(tabs).toHaveText([/^\s*first/, /^\s*Renamed/, /^\s*second/]);
  await goTo(page, 'tabs');
  await page.keyboard.press('Alt+Shift+ArrowLeft');
  await expect(tabs).toHaveText([/^\s*Renamed/, /^\s*first/, /^\s*second/]);
  await page.keyboard.press('ArrowRight');
  await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Delete');
  await expect(tabs).toHaveText([/^\s*Renamed/, /^\s*second/]);
  await expect(tabs.nth(1)).toBeFocused();
  await takeFromContextMenu(page.getByRole('menuitem', { name: 'Close others' }));
  await expect(tabs).toHaveText([/^\s*second/]);
  await page.keyboard.press('Alt+Shift+T');
  await expect(tabs).toHaveCount(2);

  const chip = page.locator('dw-connection-chip > button');
  await goTo(page, 'tabs');
  await press(chip, 'Enter');
  await expect(page.getByRole('option', { name: /Lake/ })).toBeVisible();
  await page.keyboard.type('Lake');
  await page.keyboard.press('Enter');
  await expect(chip).toContainText('Lake');
});

test('a tab out of sight is chosen from the list of all tabs', async ({ page, demo }) => {
  const tabs = page.getByRole('tablist', { name: 'Queries' }).getByRole('tab');
  const all = page.getByRole('button', { name: /^All \d+ tabs$/ });
  const list = page.getByRole('listbox', { name: 'Tabs' });
  await new StudioPage(page).open(`${demo.address}/studio?connection=shop`);
  await expect(tabs).toHaveCount(1);
  await expect(all).toHaveCount(0);
  for (let count = 2; count <= 16; count += 1) {
    await page.keyboard.press('Alt+T');
    await expect(tabs).toHaveCount(count);
  }
  await expect(tabs.first()).not.toBeInViewport();
  await goTo(page, 'tabs');
  await press(all, 'Enter');
  await expect(list.getByRole('option')).toHaveCount(16);
  await expect(list.getByRole('option', { selected: true })).toBeInViewport();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(all).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('query 3');
  await expect(list.getByRole('option')).toHaveText([/Query 3/, /Query 13/]);
  await page.keyboard.press('Enter');
  await expect(list).toHaveCount(0);
  await expect(page.getByRole('tab', { name: 'Query 3', exact: true })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tab', { name: 'Query 3', exact: true })).toBeInViewport({ ratio: 0.9 });
});

test('a query is saved, moved to a folder, deleted and brought back, and the history searched, by the keyboard alone', async ({
  page,
  demo,
}) => {
  const studio = new StudioPage(page);
  const saved = page.getByRole('list', { name: 'Saved queries' });
  const dialog = page.getByRole('dialog');
  const entry = saved.getByRole('button', { name: /^By keys/ });
  await studio.open(`${demo.address}/studio?connection=shop`);
  await writeSql(page, 'SELECT 41 + 1 AS found_by_keys');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(studio.cell(0, 0)).toHaveText('42');
  await page.keyboard.press('ControlOrMeta+s');
  await fill(dialog.getByLabel('Name'), 'By keys');
  await page.keyboard.press('Enter');
  await expect(entry).toBeVisible();

  await goTo(page, 'sidebar');
  await tabTo(entry);
  await takeFromContextMenu(page.getByRole('menuitem', { name: 'Rename or move' }));
  await fill(dialog.getByLabel('Folder'), 'Reports');
  await page.keyboard.press('Enter');
  const folder = saved.getByRole('button', { name: /^Reports/ });
  await expect(folder).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await tabTo(saved);
  await page.keyboard.press('Home');
  await expect(folder).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(folder).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(entry).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(entry).toHaveCount(0);
  const undo = page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' });
  await pressUntilFocused(undo, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(entry).toBeVisible();

  await goTo(page, 'sidebar');
  await fill(page.getByLabel('Search history'), 'found_by_keys');
  const found = page.locator('dw-history-section li');
  await expect(found).toHaveCount(1);
  await press(found.getByRole('button').first(), 'Enter');
  await expect(page.getByRole('tablist', { name: 'Queries' }).getByRole('tab')).toHaveCount(2);
});
