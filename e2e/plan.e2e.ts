import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { violations } from './axe.js';
import { waitUntilShopAnswers } from './demo-shop.js';
import { StudioPage } from './studio-page.js';
import { toast } from './toast.js';
import { expect, test } from './workbench.js';

test.beforeEach(async ({ demo }) => {
  await waitUntilShopAnswers(demo);
});

const SQL = `SELECT oi.product_id, count(*) AS items FROM order_items oi
JOIN orders o ON o.id = oi.order_id WHERE oi.quantity > 1 GROUP BY oi.product_id`;

const cards = (page: Page): Locator => page.getByRole('tree', { name: 'Query plan' }).getByRole('treeitem');
const view = (page: Page, name: string): Locator =>
  page.getByRole('radiogroup', { name: 'View of the plan' }).getByRole('radio', { name });

test('a plan is estimated and measured, walked by keys, compared, taken along, and drawn for an EXPLAIN run by hand', async ({
  page,
  demo,
}) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.type(SQL);
  await page.keyboard.press('ControlOrMeta+Shift+E');
  await expect(page.getByText('measured')).toBeVisible();
  await expect(cards(page).filter({ hasText: 'order_items' }).first()).toContainText('→');
  await expect(page.locator('dw-plan-card.heaviest')).toHaveCount(1);
  const scan = cards(page).filter({ hasText: 'order_items' }).filter({ hasText: 'Scan' }).first();
  await expect(scan.locator('.condition')).toContainText('quantity > 1');
  await expect(scan.locator('.cost')).toHaveText(/\d/);
  const share = await scan.locator('.share').textContent();
  // The style leaves out a zero behind the point.
  await expect(scan.locator('.bar span')).toHaveAttribute('style', new RegExp(`width: ${parseFloat(share ?? '')}%`));
  await expect(page.locator('dw-plan-card [data-tone=danger]').first()).toHaveText(/109 K rows|50 K rows/);

  const legend = page.locator('dw-plan-canvas .legend');
  await expect(legend).toContainText('Own share of time');
  await page.getByRole('button', { name: 'Plan options' }).click();
  await page.getByRole('menuitemradio', { name: 'Estimated cost' }).click();
  await expect(legend).toContainText('Own share of cost');
  await expect(page.locator('dw-plan-card.heaviest')).toHaveCount(1);
  await page.getByRole('button', { name: 'Plan options' }).click();
  await page.getByRole('menuitemradio', { name: 'Measured time' }).click();

  await cards(page).first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(cards(page).nth(1)).toBeFocused();
  await expect(page.getByRole('region', { name: /^Details of/ })).toContainText('Rows, real');
  const all = await cards(page).count();
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await expect(cards(page)).toHaveCount(1);
  await page.keyboard.press('Space');
  await expect(cards(page)).toHaveCount(all);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: /^Details of/ })).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });

  await page.getByRole('switch', { name: 'Analyze' }).uncheck();
  await expect(page.getByText('measured')).toHaveCount(0);
  await view(page, 'Compare').click();
  await expect(page.getByRole('group', { name: 'What changed between the plans' })).toContainText('order_items');
  await view(page, 'Nodes').click();
  await page.getByRole('button', { name: 'Share of plan' }).click();
  await expect(page.getByRole('columnheader', { name: /^Share/ })).toHaveAttribute('aria-sort', 'descending');
  await page.getByRole('group', { name: 'Nodes of the plan' }).getByRole('row').nth(1).getByRole('button').click();
  await expect(page.locator('dw-plan-card[aria-selected=true]')).toHaveClass(/heaviest/);
  await view(page, 'Totals').click();
  await expect(page.getByRole('table', { name: 'By table' })).toContainText('order_items');
  await view(page, 'JSON').click();
  await expect(page.getByLabel('Raw plan')).toContainText('"Node Type"');
  await view(page, 'Tree').click();
  await page.getByRole('button', { name: 'Plan options' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download the tree as SVG' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toMatch(/^<svg .*order_items/s);

  await studio.run(`EXPLAIN ${SQL}`);
  await page.getByRole('radio', { name: 'Table' }).first().click();
  await expect(studio.cell(0, 0)).toContainText('cost=');
  await page.getByRole('radio', { name: 'Plan', exact: true }).click();
  await expect(cards(page).filter({ hasText: 'order_items' }).first()).toBeVisible();
  await expect(page.getByText('measured')).toHaveCount(0);
  await studio.run(`EXPLAIN ANALYZE ${SQL}`);
  await expect(page.getByText('measured')).toBeVisible();
  await expect(cards(page).filter({ hasText: 'order_items' }).first()).toContainText('→');
});

test('Analyze asks before a change and takes it back; a pasted plan is drawn; mistakes are explained', async ({
  page,
  demo,
}) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.type('DELETE FROM payments WHERE id < 100');
  await page.getByRole('button', { name: 'Plan', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Run a statement that changes data?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(cards(page).first()).toContainText('Delete');
  await expect(page.getByText('measured')).toHaveCount(0);
  await page.getByRole('switch', { name: 'Analyze' }).click();
  await question.getByRole('button', { name: 'Run and roll back' }).click();
  await expect(page.getByText('measured')).toBeVisible();
  await studio.run('SELECT count(*) FROM payments WHERE id < 100');
  await expect(studio.cell(0, 0)).toHaveText('99');

  await studio.type('SELECT nothing FROM payments');
  await page.keyboard.press('ControlOrMeta+Shift+E');
  await expect(page.getByText('Line 1, column 8: column "nothing" does not exist', { exact: true })).toBeVisible();

  await studio.type('SELECT pg_sleep(600)');
  await page.keyboard.press('ControlOrMeta+Shift+E');
  await page.locator('dw-plan-area').getByRole('button', { name: 'Cancel' }).click();
  await expect(toast(page, 'Plan cancelled')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+K');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await expect(palette).toBeVisible();
  await page.keyboard.type('Plan without running');
  await expect(palette.getByRole('option').first()).toContainText('Plan without running');
  await page.keyboard.press('Enter');
  await expect(cards(page).first()).toContainText('Result');
  await expect(page.getByText('measured')).toHaveCount(0);

  await studio.type('SELECT * FROM order_items');
  await page.keyboard.press('ControlOrMeta+Shift+E');
  await expect(page.locator('dw-plan-card [data-tone=danger]')).toHaveCount(1);
  await page.getByRole('button', { name: 'Plan options' }).click();
  await page.getByRole('menuitemradio', { name: '1,000,000 rows' }).click();
  await expect(page.locator('dw-plan-card [data-tone=danger]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Plan options' }).click();
  await page.getByRole('menuitem', { name: 'Paste a plan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Paste a plan' });
  await dialog.getByLabel('EXPLAIN output').fill('hello');
  await dialog.getByRole('button', { name: 'Draw the plan' }).click();
  await expect(dialog).toContainText('neither a JSON document nor a plan');
  await dialog
    .getByLabel('EXPLAIN output')
    .fill('Limit  (cost=0.00..1.00 rows=1 width=4)\n  ->  Seq Scan on pasted_table  (cost=0.00..9.00 rows=9 width=4)');
  await dialog.getByRole('button', { name: 'Draw the plan' }).click();
  await expect(cards(page).filter({ hasText: 'pasted_table' })).toBeVisible();
});
