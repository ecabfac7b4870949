import { waitUntilShopAnswers } from './demo-shop.js';
import {
  ENTER_IN_COMPOSITION,
  goTo,
  LATE_DRAWING,
  press,
  pressUntilFocused,
  tabTo,
  takeFromContextMenu,
  takeFromMenu,
  writeSql,
} from './keys.js';
import { StudioPage } from './studio-page.js';
import { expect, test } from './workbench.js';

test.beforeEach(async ({ demo }) => waitUntilShopAnswers(demo));

test('results are pinned, renamed, put side by side and unpinned by the keyboard alone', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  const results = page.getByRole('tablist', { name: 'Results' });
  await studio.open(`${demo.address}/studio?connection=shop`);
  for (const [sql, text] of [
    ['SELECT 6 AS six', '6'],
    ['SELECT 7 AS seven', '7'],
  ] as const) {
    await writeSql(page, sql);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(studio.cell(0, 0)).toHaveText(text);
    if (text === '7') continue;
    await goTo(page, 'result');
    await pressUntilFocused(page.getByRole('button', { name: 'Pin result' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(results.getByRole('tab', { name: 'Result 1' })).toBeVisible();
  }
  await goTo(page, 'result');
  await pressUntilFocused(results, 'Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await expect(results.getByRole('tab', { name: 'Result 1' })).toHaveAttribute('aria-selected', 'true');
  // A busy page draws late; the letters behind F2 go into the name all the same.
  await page.evaluate(LATE_DRAWING);
  await page.keyboard.press('F2');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Si');
  await page.locator(':focus').dispatchEvent('keydown', ENTER_IN_COMPOSITION);
  await page.keyboard.type('x');
  await page.keyboard.press('Enter');
  await expect(results.getByRole('tab', { name: 'Six' })).toBeFocused();
  await press(page.getByRole('button', { name: 'Show beside the latest result' }), 'Enter');
  await expect(page.locator('dw-result-area')).toHaveCount(2);
  await pressUntilFocused(results.getByRole('tab', { name: 'Six' }), 'Shift+Tab');
  await page.keyboard.press('Delete');
  await expect(results).toHaveCount(0);
  await expect(studio.cell(0, 0)).toHaveText('7');
});

test('values are looked into, filtered, followed and downloaded by the keyboard alone', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await writeSql(page, 'SELECT id, customer_id, status FROM orders ORDER BY id LIMIT 50');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(studio.resultHead).toContainText(/50\s*rows/);
  await goTo(page, 'result');
  await tabTo(studio.cell(0, 0));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await takeFromContextMenu(page.getByRole('menuitem', { name: 'Column statistics' }));
  const statistics = page.getByRole('dialog', { name: 'Statistics of status' });
  await expect(statistics).toContainText('50 rows');
  await press(statistics.getByRole('button', { name: /^Filter by/ }).first(), 'Enter');
  await expect(studio.resultHead).toContainText(/1 filter · \d+ of 50 rows/);
  await goTo(page, 'result');
  await pressUntilFocused(page.getByRole('button', { name: 'Clear', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(studio.resultHead).toContainText(/50\s*rows/);

  const exported = studio.resultHead.getByRole('button', { name: 'Export', exact: true });
  await pressUntilFocused(exported, 'Shift+Tab');
  const download = page.waitForEvent('download');
  await takeFromMenu(exported, page.getByRole('menuitem', { name: 'Download CSV', exact: true }));
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);

  await goTo(page, 'result');
  await tabTo(studio.cell(0, 0));
  await page.keyboard.press('ArrowRight');
  await takeFromContextMenu(page.getByRole('menuitem', { name: /^Go to customers\.id/ }));
  await expect(page.locator('.view-lines').first()).toContainText('FROM customers WHERE id =');
  await expect(studio.resultHead).toContainText(/1\s*row/);
});
