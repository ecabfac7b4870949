import { readFileSync } from 'node:fs';
import { violations } from './axe.js';
import { StudioPage } from './studio-page.js';
import { expect, test } from './workbench.js';

const ROWS = `SELECT i AS id, CASE WHEN i % 10 = 0 THEN NULL WHEN i % 3 = 0 THEN 'Paid' ELSE 'shipped' END AS status,
  i * 1.5 AS total, i % 4 = 0 AS gift, DATE '2026-01-01' + i AS placed_on FROM generate_series(1, 100) AS s(i)`;

test('a person filters a result by its columns, by keyboard, by values and by NULL', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  const field = (name: string) => page.getByRole('button', { name });
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.run(ROWS);
  await expect(studio.resultHead).toContainText(/100\s*rows/);
  await page.getByRole('button', { name: 'Filter row' }).click();
  await expect(field('Filter id')).toBeFocused();
  await page.keyboard.type('>90');
  await page.keyboard.press('Enter');
  await expect(studio.resultHead).toContainText('1 filter · 10 of 100 rows');
  await field('Filter gift').click();
  await page.getByRole('checkbox', { name: /^true/ }).check();
  await page.keyboard.press('Enter');
  await expect(studio.resultHead).toContainText('2 filters · 3 of 100 rows');
  await field('Clear the filter of gift').click();
  await field('Clear the filter of id').click();

  await field('Filter total').click();
  await page.keyboard.type('30x');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.locator('dw-filter-editor').getByRole('alert')).toHaveText(
    'total holds numbers; “30x” is not one.',
  );
  await page.keyboard.press('Backspace');
  await page.keyboard.type('..60.0');
  await page.keyboard.press('Enter');
  await expect(studio.resultHead).toContainText('1 filter · 21 of 100 rows');
  await expect(studio.cell(0, 0)).toHaveText('20');
  // The focus is back in the field, whose name has the condition.
  await expect(field('Filter of total: 30 – 60.0')).toBeFocused();

  await studio.cell(1, 1).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Filter by this value' }).click();
  await expect(studio.resultHead).toContainText('2 filters · 6 of 100 rows');
  await field('Filter of status: Paid').click();
  await page.getByRole('checkbox', { name: /^shipped/ }).check();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(studio.resultHead).toContainText('2 filters · 18 of 100 rows');
  await field('Clear the filter of status').click();
  await field('Filter status').click();
  await page.getByRole('combobox', { name: 'Condition' }).selectOption('Is NULL');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(studio.resultHead).toContainText('2 filters · 3 of 100 rows');
  expect(await violations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(studio.resultHead).toContainText(/100\s*rows/);
  await studio.cell(0, 1).click({ button: 'right' });
  await page.keyboard.press('Shift+F');
  await expect(field('Filter of status: not shipped')).toBeVisible();
  await expect(studio.resultHead).toContainText('1 filter · 30 of 100 rows');

  await field('Filter placed_on').press('Enter');
  await page.keyboard.type('2099-01-01');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No rows match')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  // The next key finds the table.
  await page.keyboard.press('ControlOrMeta+F');
  await page.keyboard.type('shipped');
  await expect(page.getByRole('search')).toContainText('of 60 matches');
  await expect(studio.cell(99, 0)).toHaveCount(0);
  await expect(studio.resultHead).toContainText(/100\s*rows/);
});

test('keys that are pressed right after a filter opens or goes arrive', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  const field = (name: string) => page.getByRole('button', { name });
  const value = page.getByRole('textbox', { name: 'Value' });
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.run(ROWS);
  await page.getByRole('columnheader', { name: /^status/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Filter/ }).click();
  await page.keyboard.type('shipped');
  await expect(value).toHaveValue('shipped');
  await page.keyboard.press('Enter');
  await expect(studio.resultHead).toContainText('1 filter · 60 of 100 rows');

  // The editor may open again before it is gone.
  await field('Filter of status: contains shipped').press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect(value).toBeFocused();

  // The last filter goes with its field, on whose button the focus was.
  await page.locator('dw-filter-editor').getByRole('button', { name: 'Clear', exact: true }).press('Enter');
  await page.keyboard.press('ControlOrMeta+F');
  await page.keyboard.type('Paid');
  await expect(page.getByRole('search')).toContainText('of 30 matches');
  await page.keyboard.press('Escape');

  await studio.cell(0, 1).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Filter by this value' }).click();
  await expect(studio.resultHead).toContainText('1 filter · 60 of 100 rows');
  await page.getByRole('button', { name: 'Clear', exact: true }).press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  // Below the row whose menu was open.
  await expect(page.locator('dw-cell-viewer')).toContainText('Row 2');
});

test('a person filters, searches, sums up and exports a result that the server keeps', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=lake`);
  await studio.run("SELECT i, CASE WHEN i % 1000 = 7 THEN 'Bergen' ELSE 'Oslo' END AS city FROM range(60000) AS t(i)");
  await expect(studio.resultHead).toContainText('60,000');
  await studio.cell(7, 1).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Filter by this value' }).click();
  await expect(studio.resultHead).toContainText('1 filter · 60 of 60,000 rows');
  await expect(studio.cell(59, 0)).toHaveCount(0);
  await expect(studio.cell(1, 0)).toHaveText('1007');

  // Of the rows that are shown.
  await studio.cell(0, 0).click();
  await page.keyboard.press('ControlOrMeta+F');
  await page.keyboard.type('5900');
  await expect(page.getByRole('search')).toContainText('1 of 1 match');
  await expect(studio.cell(59, 0)).toHaveText('59007');
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: /^i/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Column statistics' }).click();
  await expect(page.getByRole('dialog', { name: 'Statistics of i' })).toContainText('60 filtered rows');
  await expect(page.getByRole('dialog', { name: 'Statistics of i' })).toContainText('Max59007');
  await page.keyboard.press('Escape');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV', exact: true }).click(),
  ]);
  expect(readFileSync(await file.path(), 'utf8').split('\n')).toHaveLength(62);

  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(studio.resultHead).not.toContainText('filter');
  await expect(studio.cell(59, 0)).toHaveText('59');
  await page.keyboard.press('ControlOrMeta+F');
  await page.keyboard.type('bergen');
  await expect(page.getByRole('search')).toContainText('of 60 matches');
});
