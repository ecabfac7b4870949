import { violations } from './axe.js';
import { waitUntilShopAnswers } from './demo-shop.js';
import { applyAll, bar, field, rows } from './grid-edits.js';
import { sql } from './run-sql.js';
import { applyByKeys, goToCell, openByKeys } from './support/grid-keys.js';
import { expect, test } from './workbench.js';

test.beforeEach(async ({ demo }) => {
  await waitUntilShopAnswers(demo);
  await sql(
    demo,
    `DROP SCHEMA IF EXISTS refs CASCADE;
     CREATE SCHEMA refs;
     CREATE TABLE refs."The People" (id integer PRIMARY KEY, name text);
     INSERT INTO refs."The People" SELECT i, 'Person ' || i FROM generate_series(1, 200) AS s(i);
     INSERT INTO refs."The People" VALUES (201, 'Ann O''Neil'), (202, 'Annette');
     CREATE TABLE refs.orders (id integer PRIMARY KEY, person integer REFERENCES refs."The People", note text);
     INSERT INTO refs.orders SELECT i, i, 'note ' || i FROM generate_series(1, 5) AS s(i)`,
  );
});

test.afterEach(async ({ demo }) => {
  await sql(demo, 'DROP SCHEMA IF EXISTS refs CASCADE');
});

const ORDERS = 'SELECT id, person, note FROM refs.orders ORDER BY id';

test('a foreign key is chosen by searching the table that it refers to, with the keyboard alone', async ({
  page,
  demo,
}) => {
  const studio = await openByKeys(page, demo, ORDERS);
  const list = page.getByRole('listbox', { name: 'Rows of refs.The People' });
  const options = list.getByRole('option');
  await goToCell(studio, 0, 1);
  await page.keyboard.press('Enter');
  await expect(options).toHaveCount(50);
  await expect(options.first()).toHaveText(/1\s*Person 1\s*now/);
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await expect(bar(page)).toHaveCount(0);

  // A part of the name finds the row; Enter takes the first.
  await page.keyboard.type('ann');
  await expect(options).toHaveText([/201\s*Ann O'Neil/, /202\s*Annette/]);
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', 'dw-referenced-rows-0');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(studio.cell(0, 1)).toHaveText('201');

  // Arrows choose another one, around the ends.
  await page.keyboard.type('ann');
  await expect(options).toHaveCount(2);
  await page.keyboard.press('ArrowUp');
  await expect(options.last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Tab');
  await expect(studio.cell(1, 1)).toHaveText('202');

  // A key is itself, whatever else begins like it.
  await goToCell(studio, 2, 1);
  await page.keyboard.type('12');
  await expect(options.first()).toHaveText(/12\s*Person 12/);
  await page.keyboard.press('Enter');
  await expect(studio.cell(2, 1)).toHaveText('12');

  // Clicking takes a row; a column without a foreign key has no list.
  await studio.cell(3, 1).dblclick();
  await options.nth(4).click();
  await expect(studio.cell(3, 1)).toHaveText('5');
  await studio.cell(4, 2).dblclick();
  await expect(field(page)).toHaveValue('note 5');
  await expect(list).toHaveCount(0);
  await page.keyboard.press('Escape');
  await applyAll(page, 4);
  expect(await rows(demo, 'SELECT person FROM refs.orders ORDER BY id')).toEqual([
    ...[['201'], ['202'], ['12'], ['5'], ['5']],
  ]);
});

test('a range is filled down from its first row', async ({ page, demo }) => {
  const studio = await openByKeys(page, demo, ORDERS);
  await goToCell(studio, 1, 1);
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(`Shift+${key}`);
  await page.keyboard.press('ControlOrMeta+D');
  await expect(bar(page)).toContainText('4 changes in 2 rows');
  await expect(studio.cell(3, 2)).toHaveText('note 2');
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(bar(page)).toHaveCount(0);
  // One cell takes the value above it.
  await goToCell(studio, 1, 2);
  await page.keyboard.press('ControlOrMeta+D');
  await expect(studio.cell(1, 2)).toHaveText('note 1');
  await applyByKeys(page, 1);
  expect(await rows(demo, 'SELECT note FROM refs.orders WHERE id = 2')).toEqual([['note 1']]);
});
