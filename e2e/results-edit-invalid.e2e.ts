import { violations } from './axe.js';
import { waitUntilShopAnswers } from './demo-shop.js';
import { applyAll, bar, field, open, panel, rows } from './grid-edits.js';
import { press } from './keys.js';
import { sql } from './run-sql.js';
import { applyByKeys, goToCell, keys, openByKeys } from './support/grid-keys.js';
import { expect, test } from './workbench.js';

test.beforeEach(async ({ demo }) => {
  await waitUntilShopAnswers(demo);
  await sql(
    demo,
    `DROP SCHEMA IF EXISTS wrong CASCADE;
     CREATE SCHEMA wrong;
     CREATE TABLE wrong.tents (id integer PRIMARY KEY, name text NOT NULL, price numeric(8, 2));
     INSERT INTO wrong.tents SELECT i, 'Tent ' || i, i FROM generate_series(1, 4) AS s(i)`,
  );
});

test.afterEach(async ({ demo }) => {
  await sql(demo, 'DROP SCHEMA IF EXISTS wrong CASCADE');
});

const TENTS = 'SELECT id, name, price FROM wrong.tents ORDER BY id';

test('the editor of a cell at the edge of the table and its reasons are in sight', async ({ page, demo }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const filling = Array.from({ length: 8 }, (_, n) => `placed_at AS at_${n}`).join(', ');
  const studio = await open(page, demo, `SELECT id, ${filling}, total FROM orders ORDER BY id LIMIT 50`);
  await goToCell(studio, 1, 0);
  await keys(page, 'End');
  await page.keyboard.type('332,57');
  await page.keyboard.press('Enter');
  const editor = page.locator('dw-cell-editor');
  await expect(editor.getByRole('alert')).toContainText('Use a point as the decimal sign.');
  for (const part of [field(page), editor.locator('.below'), editor.getByRole('button', { name: 'Use 332.57' })]) {
    const { x, width } = (await part.boundingBox()) ?? { x: -1, width: 0 };
    expect(x).toBeGreaterThan(0);
    expect(x + width).toBeLessThanOrEqual(1280);
  }
  await page.keyboard.press('Escape');

  // The same columns are scrolled as before when their rows are read anew.
  const last = page.getByRole('columnheader', { name: /^total/ });
  await expect(last).toBeInViewport();
  const isOld = "document.querySelector('dw-result-grid')?.isOld === true";
  await page.evaluate("document.querySelector('dw-result-grid').isOld = true");
  await page.getByRole('button', { name: /^Run/ }).first().click();
  await expect.poll(() => page.evaluate<boolean>(isOld)).toBe(false);
  await expect(last).toBeInViewport();
});

test('an invalid value stays in its cell with its reason, is left out of the review, and is mended', async ({
  page,
  demo,
}) => {
  const studio = await open(page, demo, TENTS);
  await studio.cell(0, 2).click();
  await page.keyboard.type('332,57');
  await expect(field(page)).toHaveValue('332,57');
  // Another cell is opened.
  await studio.cell(1, 1).dblclick();
  await expect(field(page)).toHaveValue('Tent 2');
  await page.keyboard.type('Igloo');
  await page.keyboard.press('Enter');
  await expect(studio.cell(0, 2)).toHaveText('332,57');
  await expect(studio.cell(0, 2)).toHaveClass(/dw-cell-invalid/);
  await expect(bar(page)).toContainText('1 change in 1 row');
  await expect(bar(page)).toContainText('1 invalid value, not staged');

  // By the keyboard alone: Enter shows why, and a second Enter goes on.
  await studio.cell(2, 0).click();
  await page.keyboard.type('x');
  await page.keyboard.press('Enter');
  await expect(page.locator('dw-cell-editor').getByRole('alert')).toContainText('“x” is not a value of integer.');
  await page.keyboard.press('Enter');
  await expect(studio.cell(3, 0)).toBeFocused();
  await expect(bar(page)).toContainText('2 invalid values, not staged');
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(bar(page)).toContainText('1 invalid value, not staged');
  expect(await violations(page)).toEqual([]);

  // The draft keeps it.
  await page.reload();
  await expect(bar(page)).toContainText('1 invalid value, not staged');
  await expect(studio.cell(0, 2)).toHaveText('332,57');

  await goToCell(studio, 0, 0);
  await press(bar(page).getByRole('button', { name: 'Review changes' }), 'Enter');
  await expect(panel(page)).toContainText('1 invalid value is left out and stays in the grid.');
  expect(await violations(page)).toEqual([]);
  await press(panel(page).getByRole('button', { name: 'Apply 1 change' }), 'Enter');
  await expect(page.getByRole('heading', { name: 'Changes applied' })).toBeVisible();
  expect(await rows(demo, TENTS)).toContainEqual(['2', 'Igloo', '2.00']);
  expect(await rows(demo, TENTS)).toContainEqual(['1', 'Tent 1', '1.00']);

  // The rows are read anew.
  await expect(studio.cell(1, 1)).toHaveText('Igloo');
  await expect(page.locator('.dw-cell-changed')).toHaveCount(0);
  await expect(bar(page)).toContainText('No staged changes');
  await expect(bar(page).getByRole('button', { name: 'Review changes' })).toHaveAttribute('aria-disabled', 'true');
  await goToCell(studio, 3, 0);
  await press(bar(page).getByRole('button', { name: 'Show the next invalid value' }), 'Enter');
  await expect(studio.cell(0, 2)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue('332,57');
  await keys(page, 'Alt+U', 'Enter');
  await expect(bar(page)).toContainText('1 change in 1 row');
  await expect(bar(page)).not.toContainText('invalid');
  await applyAll(page, 1);
  expect(await rows(demo, TENTS)).toContainEqual(['1', 'Tent 1', '332.57']);
});

test('a row to be added with an invalid value waits until that is mended', async ({ page, demo }) => {
  const studio = await openByKeys(page, demo, TENTS);
  await page.keyboard.press('ControlOrMeta+I');
  await expect(studio.cell(4, 0)).toBeFocused();
  await page.keyboard.type('5');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Tipi');
  await page.keyboard.press('Tab');
  await page.keyboard.type('cheap');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(studio.cell(4, 2)).toHaveText('cheap');
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  await expect(page.getByText('There is nothing to review').first()).toBeVisible();
  await goToCell(studio, 4, 2);
  // What is being typed is reviewed with the rest.
  await page.keyboard.type('12.5');
  await applyByKeys(page, 1);
  expect(await rows(demo, TENTS)).toContainEqual(['5', 'Tipi', '12.50']);
});

test('the next invalid value is shown, also where its row has to be read', async ({ page, demo }) => {
  await sql(demo, `INSERT INTO wrong.tents SELECT i, 'Tent ' || i, i FROM generate_series(5, 30000) AS s(i)`);
  const studio = await open(page, demo, TENTS);
  await studio.cell(1, 2).click();
  // Until then, the last row is the last one that has arrived.
  await expect(page.getByText(/–\d+ of 30,000$/)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+End');
  await expect(studio.cell(29_999, 2)).toHaveText('30000.00');
  await studio.cell(29_990, 2).click();
  await page.keyboard.type('1,5');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(bar(page)).toContainText('1 invalid value, not staged');
  // Nothing of the result is at hand after a reload but its first rows.
  await page.reload();
  await expect(bar(page)).toContainText('1 invalid value, not staged');
  await bar(page).getByRole('button', { name: 'Show the next invalid value' }).click();
  await expect(studio.cell(29_990, 2)).toHaveText('1,5');
  await expect(studio.cell(29_990, 2)).toBeFocused();
});
