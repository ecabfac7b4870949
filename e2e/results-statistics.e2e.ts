import { violations } from './axe.js';
import { StudioPage } from './studio-page.js';
import { expect, test } from './workbench.js';

const TOTALS = `SELECT i AS id, (i % 4) * 2.5 AS total, CASE WHEN i % 5 = 0 THEN NULL ELSE 'paid' END AS status
  FROM generate_series(1, 400) AS s(i)`;

test('a person reads the statistics of a column and filters by one of its values', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  const dialog = page.getByRole('dialog', { name: 'Statistics of total' });
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.run(TOTALS);
  await expect(studio.resultHead).toContainText(/400\s*rows/);
  await page.getByRole('columnheader', { name: /^total/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Column statistics' }).click();
  await expect(dialog).toContainText('400 rows');
  for (const figure of ['Distinct4', 'NULLs0', 'Min0.0', 'Max7.5', 'Average3.75', 'Median3.75'])
    await expect(dialog).toContainText(figure);
  await expect(dialog.getByRole('img', { name: 'Histogram from 0 to 7.5' })).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Filter by 2.5, 100 rows' }).click();
  await expect(studio.resultHead).toContainText('1 filter · 100 of 400 rows');

  // By keyboard, of the rows that are shown.
  await studio.cell(0, 2).click();
  await page.keyboard.press('Shift+F10');
  await page.keyboard.press('s');
  const ofStatus = page.getByRole('dialog', { name: 'Statistics of status' });
  await expect(ofStatus).toContainText('100 filtered rows');
  await expect(ofStatus).toContainText('NULLs20');
  await page.keyboard.press('Escape');
  await expect(ofStatus).toHaveCount(0);
  await expect(studio.cell(0, 2)).toBeFocused();
});
