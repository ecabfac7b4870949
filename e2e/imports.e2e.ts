import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { violations } from './axe.js';
import { waitUntilShopAnswers } from './demo-shop.js';
import { runSql } from './run-sql.js';
import { StudioPage } from './studio-page.js';
import { workbookParts, writeArchive } from '../server/src/connections/engines/files/testing/workbook.js';
import { expect, test } from './workbench.js';
import type { Workbench } from './workbench.js';

const PEOPLE = 'id,name,born,score\n1,"Ann ""A""",2001-02-03,1.5\n2,,2002-03-04,\n3,Cem,2003-04-05,2.25\n';

const folder = mkdtempSync(join(tmpdir(), 'imports-e2e-'));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.beforeEach(async ({ demo }) => {
  await waitUntilShopAnswers(demo);
});

function saved(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** Drops a file, as a person does from a window of files. */
async function drop(page: Page, onto: Locator, name: string, text: string): Promise<void> {
  const transfer = await page.evaluateHandle(`(() => {
    const data = new DataTransfer();
    data.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
    return data;
  })()`);
  await onto.dispatchEvent('dragenter', { dataTransfer: transfer });
  await onto.dispatchEvent('drop', { dataTransfer: transfer });
}

async function choose(page: Page, demo: Workbench, path: string, target = ''): Promise<void> {
  await page.goto(`${demo.address}/imports?connection=shop${target}`);
  await page.locator('input[type=file]').setInputFiles(path);
  await expect(page.getByRole('heading', { name: 'Columns' })).toBeVisible();
}

async function rowsOf(demo: Workbench, sql: string) {
  return (await runSql(demo, sql)).statements.at(-1)?.rows;
}

test('a file that is dropped on the schema becomes a new table, as its preview shows it', async ({ page, demo }) => {
  await runSql(demo, 'DROP TABLE IF EXISTS e2e_people');
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  const tree = page.getByRole('tree', { name: 'Schema' });
  await expect(tree).toBeVisible();
  await drop(page, tree, 'e2e people.csv', PEOPLE);
  await expect(page.getByRole('heading', { name: 'Preview' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Preview' })).toContainText('Ann "A"');
  await expect(page.getByRole('textbox', { name: 'Name of the new table' })).toHaveValue('e2e_people');
  await expect(page.getByRole('combobox', { name: 'Type of born' })).toHaveValue('date');
  await page.getByRole('checkbox', { name: 'Nullable: id' }).uncheck();
  await page.getByRole('checkbox', { name: 'Import score' }).uncheck();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Import 3 rows' }).click();
  await expect(page.getByText('3 rows imported into e2e_people')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect(await rowsOf(demo, 'SELECT * FROM e2e_people ORDER BY id')).toEqual([
    ['1', 'Ann "A"', '2001-02-03'],
    ['2', null, '2002-03-04'],
    ['3', 'Cem', '2003-04-05'],
  ]);
  await page.getByRole('link', { name: 'Open table' }).click();
  await expect(studio.cell(0, 1)).toHaveText('Ann "A"');
  await expect(tree.getByRole('treeitem', { name: /^e2e_people/ })).toBeVisible();
});

test('rows go into a table that exists by a mapping, and rejected ones into a file', async ({ page, demo }) => {
  await runSql(demo, 'DROP TABLE IF EXISTS e2e_known');
  await runSql(demo, 'CREATE TABLE e2e_known (n int PRIMARY KEY, label text NOT NULL)');
  const path = saved('known.csv', 'number,title\n1,one\nx,none\n3,three\n');
  await choose(page, demo, path, '&schema=public&table=e2e_known');
  await expect(page.getByRole('list', { name: 'To correct' })).toContainText('Choose at least one column to import.');
  const start = page.getByRole('button', { name: 'Import 3 rows' });
  await expect(start).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('combobox', { name: 'Column of the table for number' }).selectOption('n');
  await expect(page.getByRole('list', { name: 'To correct' })).toContainText('"label" needs a value');
  await page.getByRole('combobox', { name: 'Column of the table for title' }).selectOption('label');
  await start.click();
  await expect(page.getByRole('alert')).toContainText('Row 2, column n: invalid input syntax for type integer: "x"');
  expect(await rowsOf(demo, 'SELECT count(*) FROM e2e_known')).toEqual([['0']]);

  await page.getByRole('radio', { name: 'Skip rejected rows' }).click();
  await start.click();
  await expect(page.getByText('2 rows imported into e2e_known')).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download rejected rows' }).click(),
  ]);
  expect(readFileSync(await file.path(), 'utf8')).toMatch(
    /^"reject_row","reject_column","reject_reason",.*\n"2","n",".*","x","none"\n$/,
  );
  expect(await rowsOf(demo, 'SELECT n, label FROM e2e_known ORDER BY n')).toEqual([
    ['1', 'one'],
    ['3', 'three'],
  ]);
});

test('an import is cancelled and leaves nothing, and is found again after a reload', async ({ page, demo }) => {
  await runSql(demo, 'DROP TABLE IF EXISTS e2e_slow');
  await runSql(
    demo,
    'CREATE TABLE e2e_slow (n int); CREATE OR REPLACE FUNCTION e2e_wait() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN PERFORM pg_sleep(0.005); RETURN NEW; END$$; CREATE TRIGGER t BEFORE INSERT ON e2e_slow FOR EACH ROW EXECUTE FUNCTION e2e_wait()',
  );
  const numbers = Array.from({ length: 50_000 }, (_, index) => index).join('\n');
  await choose(page, demo, saved('slow.csv', `n\n${numbers}\n`), '&schema=public&table=e2e_slow');
  await page.getByRole('button', { name: 'Import 50,000 rows' }).click();
  await expect(page.getByRole('progressbar', { name: 'Importing into e2e_slow' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('progressbar', { name: 'Importing into e2e_slow' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel import' }).click();
  await expect(page.getByText('The import was cancelled. The table is as it was.')).toBeVisible();
  expect(await rowsOf(demo, 'SELECT count(*) FROM e2e_slow')).toEqual([['0']]);
  await page.getByRole('button', { name: 'Remove file' }).click();
  await expect(page.getByRole('link', { name: 'slow.csv' })).toHaveCount(0);
});

test('an upload that a reload cut off goes on with the same file', async ({ page, demo }) => {
  const line = `${'x'.repeat(999)}\n`;
  const path = saved('cut.csv', `text\n${line.repeat(3000)}`);
  await page.goto(`${demo.address}/imports?connection=shop`);
  let parts = 0;
  await page.route('**/api/imports/*/file?*', (route) => (++parts > 1 ? undefined : route.continue()));
  await page.locator('input[type=file]').setInputFiles(path);
  await expect.poll(() => parts).toBe(2);
  // Without its route, the part that waits would go on before the page is gone.
  await page.reload();
  await page.unroute('**/api/imports/*/file?*');
  await expect(page.getByText('What has arrived is kept.')).toBeVisible();
  await page.locator('input[type=file]').setInputFiles(saved('other.csv', 'a\n1\n'));
  await expect(page.getByRole('alert')).toContainText('Choose cut.csv');
  await page.locator('input[type=file]').setInputFiles(path);
  await expect(page.getByRole('button', { name: 'Import 3,000 rows' })).toBeVisible();
});

test('a file is imported by keyboard alone', async ({ page, demo }) => {
  await runSql(demo, 'DROP TABLE IF EXISTS keyboard');
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type('Import a file');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/imports\?connection=shop/);
  const button = page.getByRole('button', { name: 'Choose file' });
  // Before the looks at the focus: keys overtake the request to intercept choosers, evaluations do not.
  const chooser = page.waitForEvent('filechooser');
  await tabTo(page, button);
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(saved('keyboard.csv', PEOPLE));
  const start = page.getByRole('button', { name: 'Import 3 rows' });
  await expect(start).toBeVisible();
  await expect(start).not.toHaveAttribute('aria-disabled', 'true');
  await tabTo(page, start);
  await page.keyboard.press('Enter');
  await expect(page.getByText('3 rows imported into keyboard')).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Open table' }));
  await page.keyboard.press('Enter');
  await expect(studio.cell(0, 0)).toHaveText('1');
});

test('a connection that is read-only says so', async ({ page, demo }) => {
  const kept = { id: 'kept', name: 'Kept files', kind: 'files', path: folder };
  await demo.api('POST', '/api/connections', kept);
  await page.goto(`${demo.address}/imports?connection=kept`);
  await page.locator('input[type=file]').setInputFiles(saved('refused.csv', PEOPLE));
  await expect(page.getByText('Kept files is read-only.').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add file to Kept files' })).toHaveAttribute('aria-disabled', 'true');
  await demo.api('DELETE', '/api/connections/kept');
});

test('a sheet of a workbook becomes a table, which is in the tree at once', async ({ page, demo }) => {
  await runSql(demo, 'DROP TABLE IF EXISTS e2e_prices');
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  const tree = page.getByRole('tree', { name: 'Schema' });
  await expect(tree.getByRole('treeitem', { name: /^customers/ })).toBeVisible();
  const path = join(folder, 'e2e prices.xlsx');
  const cell = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const prices = `<row>${cell('sku')}${cell('price')}</row><row>${cell('A-1')}<c><v>12345678901234567890</v></c></row>`;
  await writeArchive(path, workbookParts({ Notes: `<row>${cell('nothing')}</row>`, Prices: prices }));

  await page.getByRole('button', { name: 'Import a file' }).click();
  await page.locator('input[type=file]').setInputFiles(path);
  await page.getByRole('combobox', { name: 'Sheet' }).selectOption('Prices');
  await expect(page.getByRole('table', { name: 'Preview' })).toContainText('12345678901234567890');
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(page.getByText('1 row imported into e2e_prices')).toBeVisible();
  await page.getByRole('link', { name: 'Open table' }).click();
  await expect(tree.getByRole('treeitem', { name: /^e2e_prices/ })).toBeVisible();
  await expect(studio.cell(0, 1)).toHaveText('12345678901234567890');
});

test('a delimiter is chosen where it is not found', async ({ page, demo }) => {
  await choose(page, demo, saved('odd.csv', 'n§text\n1§a;b\n2§c,d\n'));
  await page.getByRole('combobox', { name: 'Delimiter' }).selectOption('Other');
  const other = page.getByRole('textbox', { name: 'Other delimiter' });
  await other.fill('""');
  await expect(page.getByText('Enter one character.')).toBeVisible();
  await other.fill('§');
  await other.press('Enter');
  await expect(page.getByRole('checkbox', { name: 'Import text' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Preview' })).toContainText('c,d');
  await expect(page.getByRole('combobox', { name: 'Delimiter' })).toHaveValue('other');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('combobox', { name: 'Delimiter' }).selectOption('Semicolon');
  await expect(page.getByRole('checkbox', { name: 'Import text' })).toHaveCount(0);
});

test('a file that is dropped on a folder is added to it', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=drop`);
  const tree = page.getByRole('tree', { name: 'Schema' });
  await expect(tree.getByRole('treeitem', { name: /^returns/ })).toBeVisible();
  const add = page.getByRole('button', { name: 'Add file to Drop folder' });
  await drop(page, tree, 'e2e_added.csv', PEOPLE);
  await expect(page.getByRole('textbox', { name: 'Name of the file' })).toHaveValue('e2e_added.csv');
  await page.getByRole('textbox', { name: 'Name of the file' }).fill('../e2e_added.csv');
  await expect(add).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('textbox', { name: 'Name of the file' }).fill('e2e_added.csv');
  expect(await violations(page)).toEqual([]);
  await add.click();
  await expect(page.getByText('e2e_added.csv added to Drop folder')).toBeVisible();
  await page.getByRole('button', { name: 'Add again' }).click();
  await add.click();
  await expect(page.locator('dw-failed-state')).toContainText('The folder has "e2e_added.csv" already.');
  await page.getByRole('checkbox', { name: 'Replace a file with this name' }).check();
  await add.click();
  await expect(page.getByText('e2e_added.csv added to Drop folder')).toBeVisible();
  await page.getByRole('link', { name: 'Open in Studio' }).click();
  await expect(tree.getByRole('treeitem', { name: /^e2e_added/ })).toBeVisible();
});

async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 80; presses++) {
    if ((await target.and(page.locator(':focus')).count()) === 1) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The keyboard does not reach it.');
}
