import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { waitUntilShopAnswers } from './demo-shop.js';
import { fill, goTo, pick, press, pressUntilFocused, takeFromMenu, writeSql } from './keys.js';
import { StudioPage } from './studio-page.js';
import { expect, test } from './workbench.js';

const cards = (page: Page): Locator => page.getByRole('tree', { name: 'Query plan' }).getByRole('treeitem');
const view = (page: Page, name: string): Locator =>
  page.getByRole('radiogroup', { name: 'View of the plan' }).getByRole('radio', { name });

test('a plan is walked, compared, saved and pasted by the keyboard alone', async ({ page, demo }) => {
  await waitUntilShopAnswers(demo);
  const options = page.getByRole('button', { name: 'Plan options' });
  const views = page.getByRole('radiogroup', { name: 'View of the plan' });
  await new StudioPage(page).open(`${demo.address}/studio?connection=shop`);
  await writeSql(page, 'SELECT product_id, count(*) FROM order_items GROUP BY product_id');
  await page.keyboard.press('ControlOrMeta+Shift+E');
  await expect(page.getByText('measured')).toBeVisible();
  await goTo(page, 'result');
  await pressUntilFocused(cards(page).first(), 'Tab');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect(cards(page).nth(1)).toBeFocused();
  await expect(page.getByRole('region', { name: /^Details of/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: /^Details of/ })).toHaveCount(0);

  await pressUntilFocused(page.getByRole('switch', { name: 'Analyze' }), 'Shift+Tab');
  await page.keyboard.press('Space');
  await expect(page.getByText('measured')).toHaveCount(0);
  await pick(views, view(page, 'Compare'));
  await expect(page.getByRole('group', { name: 'What changed between the plans' })).toContainText('order_items');
  await pick(views, view(page, 'Nodes'));
  await press(page.getByRole('button', { name: 'Share of plan' }), 'Enter');
  await expect(page.getByRole('columnheader', { name: /^Share/ })).toHaveAttribute('aria-sort', 'descending');
  await press(
    page.getByRole('group', { name: 'Nodes of the plan' }).getByRole('row').nth(1).getByRole('button'),
    'Enter',
  );
  await expect(page.locator('dw-plan-card[aria-selected=true]')).toHaveClass(/heaviest/);

  await pressUntilFocused(options, 'Shift+Tab');
  const download = page.waitForEvent('download');
  await takeFromMenu(options, page.getByRole('menuitem', { name: 'Download the tree as SVG' }));
  expect(await readFile(await (await download).path(), 'utf8')).toMatch(/^<svg /);
  await takeFromMenu(options, page.getByRole('menuitem', { name: 'Paste a plan' }));
  const dialog = page.getByRole('dialog', { name: 'Paste a plan' });
  await fill(dialog.getByLabel('EXPLAIN output'), 'Seq Scan on pasted_table  (cost=0.00..9.00 rows=9 width=4)');
  await press(dialog.getByRole('button', { name: 'Draw the plan' }), 'Enter');
  await expect(cards(page).filter({ hasText: 'pasted_table' })).toBeVisible();
});
