import { violations } from './axe.js';
import { waitUntilShopAnswers } from './demo-shop.js';
import { bar, field, open, panel, rows } from './grid-edits.js';
import { HeldRows } from './held-rows.js';
import { press, takeFromContextMenu } from './keys.js';
import { sql } from './run-sql.js';
import { goToCell, keys, openByKeys } from './support/grid-keys.js';
import { expect, test } from './workbench.js';

const TABLE = `
  DROP SCHEMA IF EXISTS edited CASCADE;
  CREATE SCHEMA edited;
  CREATE TYPE edited.mood AS ENUM ('calm', 'brisk');
  CREATE TABLE edited.tents (
    id integer PRIMARY KEY, name text NOT NULL, price numeric(8, 2), note text, mood edited.mood DEFAULT 'calm');
  INSERT INTO edited.tents SELECT i, 'Tent ' || i, i, NULL FROM generate_series(1, 5) AS s(i);
  CREATE VIEW edited.cheap AS SELECT * FROM edited.tents;
  CREATE TABLE edited.parts (part text PRIMARY KEY, weight numeric, colour text)`;

test.beforeEach(async ({ demo }) => {
  await waitUntilShopAnswers(demo);
  await sql(demo, TABLE);
});

test.afterEach(async ({ demo }) => {
  await sql(demo, 'DROP SCHEMA IF EXISTS edited CASCADE');
});

const TENTS = 'SELECT id, name, price, note, mood FROM edited.tents ORDER BY id';

test('cells are edited by the keyboard alone, reviewed, applied and undone', async ({ page, demo }) => {
  const before = await rows(demo, TENTS);
  const studio = await openByKeys(page, demo, TENTS);
  await goToCell(studio, 0, 1);
  await page.keyboard.type('Igloo');
  await expect(field(page)).toHaveValue('Igloo');
  await page.keyboard.press('Tab');
  await expect(studio.cell(0, 1)).toHaveText('Igloo');
  await expect(studio.cell(0, 1)).toHaveClass(/dw-cell-changed/);

  // What is wrong stays in its field until it is mended.
  await page.keyboard.type('33,57');
  await page.keyboard.press('Enter');
  await expect(page.locator('dw-cell-editor').getByRole('alert')).toContainText('Use a point as the decimal sign.');
  await expect(page.getByRole('button', { name: 'Use 33.57' })).toBeVisible();
  await keys(page, 'Alt+U', 'Enter');
  await expect(studio.cell(0, 2)).toHaveText('33.57');

  // An empty text, NULL and the default are apart; Escape changes nothing.
  await goToCell(studio, 1, 3);
  await keys(page, 'Enter', 'Alt+E');
  await expect(studio.cell(1, 3)).toHaveText("''");
  await goToCell(studio, 2, 4);
  await page.keyboard.type('br');
  await page.keyboard.press('Enter');
  await expect(studio.cell(2, 4)).toHaveText('brisk');
  await keys(page, 'Enter', 'Alt+D');
  await expect(studio.cell(3, 4)).toHaveText('DEFAULT');
  await goToCell(studio, 4, 1);
  await keys(page, 'Enter', 'Escape');
  await expect(studio.cell(4, 1)).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(page.getByText('name is NOT NULL. Enter a value.').first()).toBeVisible();
  await expect(bar(page)).toContainText('5 changes in 4 rows');
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(bar(page)).toContainText('4 changes in 3 rows');
  await page.keyboard.press('ControlOrMeta+Shift+Z');
  await expect(bar(page)).toContainText('5 changes in 4 rows');
  expect(await rows(demo, TENTS)).toEqual(before);
  expect(await violations(page)).toEqual([]);

  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  await expect(panel(page).locator('tr.after .changed')).toHaveText(['Igloo', '33.57', "''", 'brisk']);
  expect(await violations(page)).toEqual([]);
  await press(panel(page).getByRole('button', { name: 'Apply 4 changes' }), 'Enter');
  await expect(page.getByRole('heading', { name: 'Changes applied' })).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  await expect(panel(page)).toBeFocused();
  await expect(studio.cell(0, 1)).toHaveText('Igloo');
  await expect(page.locator('.dw-cell-changed')).toHaveCount(0);
  expect(await rows(demo, TENTS)).not.toEqual(before);

  await press(panel(page).getByRole('button', { name: 'Undo' }), 'Enter');
  await expect(page.getByRole('heading', { name: 'Undo changes' })).toBeVisible();
  await press(panel(page).getByRole('button', { name: /^Apply/ }), 'Enter');
  await expect(studio.cell(0, 1)).toHaveText('Tent 1');
  expect(await rows(demo, TENTS)).toEqual(before);
});

test('rows are added and deleted; staged edits survive a reload and appear in another browser', async ({
  page,
  demo,
  browser,
}) => {
  const studio = await openByKeys(page, demo, TENTS);
  await page.keyboard.press('ControlOrMeta+I');
  await expect(studio.cell(5, 0)).toHaveClass(/dw-cell-added/);
  await expect(studio.cell(5, 0)).toBeFocused();
  await page.keyboard.type('6');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Tipi');
  await page.keyboard.press('Enter');
  await goToCell(studio, 1, 1);
  await takeFromContextMenu(page.getByRole('menuitem', { name: 'Delete row' }));
  await expect(studio.cell(1, 1)).toHaveClass(/dw-cell-deleted/);
  await expect(bar(page)).toContainText('2 changes in 2 rows');
  await page.reload();
  await expect(bar(page)).toContainText('2 changes in 2 rows');
  await expect(studio.cell(5, 1)).toHaveText('Tipi');
  await expect(studio.cell(1, 1)).toHaveClass(/dw-cell-deleted/);

  // A browser that has never seen the tab; it is sent a moment after the last edit.
  const other = await browser.newContext();
  const elsewhere = await other.newPage();
  await expect(async () => {
    await elsewhere.goto(`${demo.address}/studio?connection=shop`);
    const tab = elsewhere.getByRole('tab', { name: /5 rows/ }).last();
    await tab.click({ timeout: 5_000 });
    await expect(bar(elsewhere)).toContainText('2 changes in 2 rows', { timeout: 5_000 });
  }).toPass();
  await other.close();

  // Beside the rows, too, where the key would run the text elsewhere.
  await bar(page).getByRole('button', { name: 'Undo edit' }).focus();
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  await press(panel(page).getByRole('button', { name: 'Apply 2 changes' }), 'Enter');
  await expect(page.getByRole('heading', { name: 'Changes applied' })).toBeVisible();
  expect((await rows(demo, TENTS)).map(([id, name]) => `${id} ${name}`)).toEqual([
    ...['1 Tent 1', '3 Tent 3', '4 Tent 4', '5 Tent 5', '6 Tipi'],
  ]);
});

test('a row that another client has changed is a conflict, and is settled', async ({ page, demo }) => {
  const studio = await openByKeys(page, demo, TENTS);
  await goToCell(studio, 0, 2);
  await page.keyboard.type('11');
  await page.keyboard.press('Enter');
  await page.keyboard.type('22');
  await page.keyboard.press('Enter');
  await sql(demo, 'UPDATE edited.tents SET price = 99 WHERE id = 1');
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  const conflict = panel(page).locator('dw-conflict-view');
  await expect(conflict.locator('tbody tr')).toHaveText([/price\s*11\s*99\.00\s*1\.00/]);
  await press(conflict.getByRole('button', { name: 'Keep theirs, leave this row out' }), 'Enter');
  await expect(conflict).toHaveCount(0);
  await expect(bar(page)).toContainText('1 change in 1 row');
  await press(panel(page).getByRole('button', { name: 'Apply 1 change' }), 'Enter');
  await expect(page.getByRole('heading', { name: 'Changes applied' })).toBeVisible();
  await expect(studio.cell(0, 2)).toHaveText('99.00');
  await expect(studio.cell(1, 2)).toHaveText('22.00');
});

test('1,000 rows of a spreadsheet are pasted, reviewed and applied', async ({ page, demo, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await sql(demo, "INSERT INTO edited.parts VALUES ('seed', 1, NULL)");
  const studio = await openByKeys(page, demo, 'SELECT * FROM edited.parts');
  const lines = Array.from({ length: 1_000 }, (_, place) => `"part ""${place}"""\t${place}.5\t`);
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(lines.join('\r\n'))})`);
  await page.keyboard.press('ControlOrMeta+I');
  await expect(studio.cell(1, 0)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+V');
  await expect(bar(page)).toContainText('1,000 changes in 1,000 rows');
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(bar(page)).toContainText('1 change in 1 row');
  await page.keyboard.press('ControlOrMeta+Shift+Z');
  await press(bar(page).getByRole('button', { name: 'Review changes' }), 'Enter');
  await press(panel(page).getByRole('button', { name: 'Apply 1,000 changes' }), 'Enter');
  await expect(page.getByRole('heading', { name: 'Changes applied' })).toBeVisible();
  expect(await rows(demo, 'SELECT count(*), sum(weight), min(part) FROM edited.parts')).toEqual([
    ['1001', '500001.0', 'part "0"'],
  ]);
});

test('exact numbers of a paged result with odd names are edited, and rows are added behind its last one', async ({
  page,
  demo,
}) => {
  const name = 'edited."Weird ""Table"';
  await sql(
    demo,
    `CREATE TABLE ${name} (id bigint PRIMARY KEY, big numeric);
     INSERT INTO ${name} SELECT i, 9007199254740993 + i FROM generate_series(1, 12000) AS s(i)`,
  );
  const studio = await openByKeys(page, demo, `SELECT * FROM ${name} ORDER BY id`);
  await goToCell(studio, 0, 1);
  await page.keyboard.type('9007199254740993.000000000001');
  await page.keyboard.press('Enter');
  await expect(studio.cell(0, 1)).toHaveAttribute('class', /dw-cell-changed/);
  // Until then, a row is added behind the last one that has arrived.
  await expect(page.getByText(/–\d+ of 12,000$/)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+I');
  await expect(studio.cell(12_000, 0)).toBeFocused();
  await page.keyboard.type('12001');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  await press(panel(page).getByRole('button', { name: 'Apply 2 changes' }), 'Enter');
  await expect(page.getByRole('heading', { name: 'Changes applied' })).toBeVisible();
  expect(await rows(demo, `SELECT big FROM ${name} WHERE id IN (1, 12001) ORDER BY id`)).toEqual([
    ['9007199254740993.000000000001'],
    [null],
  ]);
});

test('an edit goes on while its result turns out too long to be held', async ({ page, demo }) => {
  await sql(
    demo,
    `CREATE TABLE edited.long (id bigint PRIMARY KEY, big numeric);
     INSERT INTO edited.long SELECT i, i FROM generate_series(1, 12000) AS s(i)`,
  );
  const held = new HeldRows(demo);
  await held.hold();
  const slow = `CASE id WHEN 9001 THEN ${held.gate} END AS slow`;
  const studio = await open(page, demo, `SELECT id, big, ${slow} FROM edited.long ORDER BY id`);
  await studio.cell(0, 1).click();
  await page.keyboard.type('900');
  await expect(field(page)).toHaveValue('900');
  await held.letGo();
  await expect(page.getByText(/–\d+ of 12,000$/)).toBeVisible();
  await expect(field(page)).toHaveValue('900');
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await expect(studio.cell(0, 1)).toHaveText('9007');
  await expect(studio.cell(1, 1)).toBeFocused();
  await page.keyboard.type('5');
  await page.keyboard.press('Enter');
  await expect(bar(page)).toContainText('2');
});

test('a result that cannot be edited says why', async ({ page, demo }) => {
  const studio = await openByKeys(page, demo, 'SELECT * FROM edited.cheap');
  await goToCell(studio, 0, 1);
  await page.keyboard.type('x');
  await expect(page.getByText('edited.cheap is a view.').first()).toBeVisible();
  await expect(field(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Read-only\. edited\.cheap is a view/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Cell value' })).toBeVisible();
});
