import type { Neighbourhood } from '#libs/api';
import { violations } from './axe.js';
import { waitUntilShopAnswers } from './demo-shop.js';
import { pressUntilFocused, takeFromContextMenu } from './keys.js';
import { sql } from './run-sql.js';
import { openByKeys } from './support/grid-keys.js';
import { StudioPage } from './studio-page.js';
import { expect, test } from './workbench.js';

const REMOVED = 'DROP SCHEMA IF EXISTS half_seen CASCADE; DROP SCHEMA IF EXISTS unseen CASCADE';

// An owner who takes a right from itself has it no longer.
test.beforeEach(async ({ demo }) => {
  await waitUntilShopAnswers(demo);
  await sql(
    demo,
    `${REMOVED};
     CREATE SCHEMA unseen; CREATE TABLE unseen.salaries (id integer PRIMARY KEY, amount integer);
     INSERT INTO unseen.salaries VALUES (7, 5000);
     CREATE SCHEMA half_seen; CREATE TABLE half_seen.people (
       id integer PRIMARY KEY, name text, salary integer REFERENCES unseen.salaries);
     INSERT INTO half_seen.people VALUES (1, 'Ann', 7);
     REVOKE ALL ON unseen.salaries FROM CURRENT_USER; REVOKE ALL ON SCHEMA unseen FROM CURRENT_USER`,
  );
});

test.afterEach(async ({ demo }) => sql(demo, REMOVED));

test('a foreign key to a table that one may not see says so wherever it is followed, and loses nothing', async ({
  page,
  demo,
}) => {
  const failures: string[] = [];
  page.on('response', (response) => response.status() >= 500 && failures.push(response.url()));
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await page.keyboard.press('Alt+T');
  await studio.run('SELECT id, name, salary FROM half_seen.people ORDER BY id');
  await expect(studio.cell(0, 2)).toHaveText('7');

  // The editor of the cell takes the value as it is typed, and says why no rows are offered.
  await studio.cell(0, 2).click();
  await page.keyboard.press('Enter');
  await expect(page.locator('dw-cell-editor')).toContainText('The role may not read unseen.salaries.');
  await page.keyboard.press('Escape');

  // The menu says what cannot be shown, and opens what can, although rows may be missing.
  await studio.cell(0, 2).click({ button: 'right' });
  const target = page.getByRole('menuitem', { name: /^Go to unseen\.salaries\.id 7/ });
  await expect(target).toContainText('The role may not use the schema unseen.');
  await expect(target).toBeDisabled();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('g');
  await page.keyboard.press('Escape');
  await expect(target).toHaveCount(0);
  await expect(studio.cell(0, 2)).toBeFocused();

  // Completion offers nothing, and typing goes on.
  await studio.type('SELECT * FROM half_seen.people WHERE salary = ');
  await page.keyboard.type("'7'");
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(studio.cell(0, 1)).toHaveText('Ann');

  // The server asks every ten seconds at most whether a catalog changed.
  const drawn = async () => {
    const { body } = await demo.api<Neighbourhood>('GET', '/api/explore/shop/diagram');
    return body.tables.map(({ name }) => name);
  };
  await expect.poll(drawn).toContain('people');
  await page.goto(`${demo.address}/explore?in=shop&view=diagram`);
  await expect(page.getByRole('option', { name: 'Table half_seen.people' })).toContainText('salary');
  expect(failures).toEqual([]);
});

test('rows that refer to a row are shown as far as the role may see them, and the menu says which it may not', async ({
  page,
  demo,
}) => {
  await sql(
    demo,
    `GRANT ALL ON SCHEMA unseen TO CURRENT_USER;
     CREATE TABLE unseen.audits (person integer REFERENCES half_seen.people);
     REVOKE ALL ON SCHEMA unseen FROM CURRENT_USER;
     CREATE TABLE half_seen.notes (person integer REFERENCES half_seen.people);
     REVOKE ALL ON half_seen.notes FROM CURRENT_USER;
     CREATE TABLE half_seen.reviews (person integer REFERENCES half_seen.people);
     INSERT INTO half_seen.reviews VALUES (1);
     ALTER TABLE half_seen.reviews ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY`,
  );
  // The server asks every ten seconds at most whether a catalog changed.
  const catalog = async () => JSON.stringify((await demo.api('GET', '/api/studio/completion?connection_id=shop')).body);
  await expect.poll(catalog).toContain('"audits"');
  const studio = await openByKeys(page, demo, 'SELECT id, name FROM half_seen.people ORDER BY id');
  await takeFromContextMenu(page.getByRole('menuitem', { name: 'Show referencing rows' }));
  const tables = page.getByRole('menu', { name: 'Show referencing rows' }).getByRole('menuitem');
  await expect(tables).toHaveText([
    /half_seen\.notes\.person\s*The role may not read half_seen\.notes\./,
    /half_seen\.reviews\.person\s*Row-level security may hide rows of half_seen\.reviews\./,
    /unseen\.audits\.person\s*The role may not use the schema unseen\./,
  ]);
  await expect(tables.nth(0)).toBeDisabled();
  await expect(tables.nth(2)).toBeDisabled();
  await pressUntilFocused(tables.nth(1), 'ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.locator('dw-result-area')).toContainText('No rows');
  await page.keyboard.press('Alt+W');
  await expect(studio.cell(0, 1)).toHaveText('Ann');
});
