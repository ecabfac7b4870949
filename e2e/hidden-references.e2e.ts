import type { Neighbourhood } from '#libs/api';
import { waitUntilShopAnswers } from './demo-shop.js';
import { sql } from './run-sql.js';
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
  await expect(page.locator('dw-cell-editor')).toContainText(/You cannot (see|search) unseen\.salaries/);
  await page.keyboard.press('Escape');

  await studio.cell(0, 2).click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Go to unseen\.salaries\.id 7/ }).click();
  await expect(page.locator('dw-statement-failure')).toContainText('permission denied for schema unseen');
  await page.keyboard.press('Alt+W');
  await expect(studio.cell(0, 2)).toHaveText('7');

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
  await expect.poll(drawn, { timeout: 30_000 }).toContain('people');
  await page.goto(`${demo.address}/explore?in=shop&view=diagram`);
  await expect(page.getByRole('option', { name: 'Table half_seen.people' })).toContainText('salary');
  expect(failures).toEqual([]);
});
