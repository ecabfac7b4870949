import { violations } from './axe.js';
import { waitUntilShopAnswers } from './demo-shop.js';
import { bar, field } from './grid-edits.js';
import { pick, press, pressUntilFocused } from './keys.js';
import { sql } from './run-sql.js';
import { goToCell, openByKeys } from './support/grid-keys.js';
import { expect, test } from './workbench.js';

test.beforeEach(async ({ demo }) => {
  await waitUntilShopAnswers(demo);
  await sql(
    demo,
    `DROP SCHEMA IF EXISTS form CASCADE;
     CREATE SCHEMA form;
     CREATE TABLE form.tents (id integer PRIMARY KEY, name text NOT NULL, price numeric(8, 2), twice integer
       GENERATED ALWAYS AS (id * 2) STORED);
     INSERT INTO form.tents SELECT i, 'Tent ' || i, i FROM generate_series(1, 3) AS s(i)`,
  );
});

test.afterEach(async ({ demo }) => {
  await sql(demo, 'DROP SCHEMA IF EXISTS form CASCADE');
});

test('the form of a row and the grid show the same staged edits at once, by the keyboard alone', async ({
  page,
  demo,
}) => {
  const studio = await openByKeys(page, demo, 'SELECT * FROM form.tents ORDER BY id');
  const form = page.getByRole('region', { name: 'Cell value' });
  const value = (name: string) => form.locator('.form > div').filter({ hasText: name }).locator('dd');
  await goToCell(studio, 0, 1);
  await page.keyboard.type('Igloo');
  await page.keyboard.press('Tab');
  await expect(studio.cell(0, 1)).toHaveText('Igloo');
  await page.keyboard.press('Space');
  const faces = form.getByRole('radiogroup', { name: 'Show' });
  await pressUntilFocused(faces, 'Shift+Tab');
  await pick(faces, faces.getByRole('radio', { name: 'Row' }));
  await expect(value('name')).toContainText('Igloo');
  await expect(value('name')).toContainText('Before: Tent 1');

  // From the form, with the keyboard; a computed column has no button.
  await expect(form.getByRole('button', { name: 'Edit twice' })).toHaveCount(0);
  await press(form.getByRole('button', { name: 'Edit price' }), 'Enter');
  await expect(field(page)).toHaveValue('1.00');
  await page.keyboard.type('2,5');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(bar(page)).toContainText('1 invalid value, not staged');
  await goToCell(studio, 0, 2);
  await expect(studio.cell(0, 2)).toHaveText('2,5');
  await expect(value('price')).toContainText('2,5');
  await expect(value('price')).toContainText('Use a point as the decimal sign.');
  expect(await violations(page)).toEqual([]);

  await page.keyboard.press('ControlOrMeta+Z');
  await expect(value('price')).toHaveText('1.00');
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(value('name')).toHaveText('Tent 1');
  await page.keyboard.press('ControlOrMeta+Delete');
  await expect(form.locator('[data-mark="deleted"]')).toHaveCount(4);
  await expect(studio.cell(0, 1)).toHaveClass(/dw-cell-deleted/);
});
