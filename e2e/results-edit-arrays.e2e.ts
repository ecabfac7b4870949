import { violations } from './axe.js';
import { waitUntilShopAnswers } from './demo-shop.js';
import { bar, field, rows } from './grid-edits.js';
import { sql } from './run-sql.js';
import { applyByKeys, goToCell, keys, openByKeys } from './support/grid-keys.js';
import { expect, test } from './workbench.js';

test.beforeEach(async ({ demo }) => {
  await waitUntilShopAnswers(demo);
  await sql(
    demo,
    `DROP SCHEMA IF EXISTS lists CASCADE;
     CREATE SCHEMA lists;
     CREATE TABLE lists.tents (id integer PRIMARY KEY, tags text[], sizes integer[]);
     INSERT INTO lists.tents VALUES (1, ARRAY['light', 'two words', NULL, 'say "hi", \\ {x}'], '{1,2}'),
       (2, '{}', '{{1,2},{3,4}}'), (3, NULL, '[0:1]={7,8}')`,
  );
});

test.afterEach(async ({ demo }) => {
  await sql(demo, 'DROP SCHEMA IF EXISTS lists CASCADE');
});

const TENTS = 'SELECT id, tags, sizes FROM lists.tents ORDER BY id';

test('arrays are edited as lists of elements with the keyboard alone, and come back from the database unchanged', async ({
  page,
  demo,
}) => {
  const studio = await openByKeys(page, demo, TENTS);
  const element = (place: number) => page.getByRole('textbox', { name: `Element ${place}`, exact: true });
  await goToCell(studio, 0, 1);
  await page.keyboard.press('Enter');
  await expect(element(4)).toHaveValue('say "hi", \\ {x}');
  await expect(element(3)).toHaveAttribute('placeholder', 'NULL');
  expect(await violations(page)).toEqual([]);
  // Down from the text of the array, and up to it again.
  await page.keyboard.press('ArrowDown');
  await expect(element(1)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(field(page)).toBeFocused();
  await keys(page, 'ArrowDown', 'ArrowDown', 'End');
  await expect(element(2)).toBeFocused();
  await page.keyboard.type('!');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(element(1)).toBeFocused();
  await page.keyboard.press('Alt+Enter');
  await expect(element(2)).toBeFocused();
  await page.keyboard.type('a,b');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(element(4)).toBeFocused();
  await page.keyboard.press('Alt+Backspace');
  await expect(element(3)).toBeFocused();
  await page.keyboard.press('Alt+n');
  await expect(element(3)).toHaveAttribute('placeholder', 'NULL');
  await page.keyboard.press('Enter');
  const text = '{"two words!","a,b",NULL,"say \\"hi\\", \\\\ {x}"}';
  await expect(studio.cell(0, 1)).toHaveText(text);

  // What a list would write otherwise is edited as text; the database has the last word.
  await goToCell(studio, 1, 2);
  await page.keyboard.press('Enter');
  await expect(page.getByText('This array is edited as text.')).toBeVisible();
  await expect(field(page)).toHaveValue('{{1,2},{3,4}}');
  await page.keyboard.press('Escape');
  await goToCell(studio, 2, 2);
  await page.keyboard.press('Enter');
  await expect(page.getByText('This array is edited as text.')).toBeVisible();
  await page.keyboard.press('Escape');
  await goToCell(studio, 1, 1);
  // All at once: the page is never waited for.
  const { keyboard } = page;
  const typed = ['n', 'e', 'w', 'Enter'].map((key) => () => keyboard.press(key));
  const begun = [() => keyboard.press('Enter'), () => keyboard.down('Alt'), () => keyboard.press('Enter')];
  await Promise.all([...begun, () => keyboard.up('Alt'), ...typed].map((send) => send()));
  await expect(studio.cell(1, 1)).toHaveText('{new}');
  await expect(bar(page)).toContainText('2 changes in 2 rows');
  await applyByKeys(page, 2);
  expect(await rows(demo, TENTS)).toEqual([
    ['1', text, '{1,2}'],
    ['2', '{new}', '{{1,2},{3,4}}'],
    ['3', null, '[0:1]={7,8}'],
  ]);
});
