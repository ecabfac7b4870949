import type { Page } from '@playwright/test';
import type { ChangeSetList, ConnectionList } from '#libs/api';
import { violations } from './axe.js';
import { waitUntilShopAnswers } from './demo-shop.js';
import { runSql, sql } from './run-sql.js';
import { StudioPage } from './studio-page.js';
import { expect, test } from './workbench.js';
import type { Workbench } from './workbench.js';

const TABLE = `
  DROP SCHEMA IF EXISTS previewed CASCADE;
  CREATE SCHEMA previewed;
  CREATE TABLE previewed.tents (id integer PRIMARY KEY, name text UNIQUE, price numeric(8, 2));
  CREATE TABLE previewed.ledger (what text);
  INSERT INTO previewed.tents SELECT i, 'Tent ' || i, i FROM generate_series(1, 5) AS s(i)`;

test.beforeEach(async ({ demo }) => {
  await waitUntilShopAnswers(demo);
  await sql(demo, TABLE);
});

test.afterEach(async ({ demo }) => {
  await sql(demo, 'DROP SCHEMA IF EXISTS previewed CASCADE');
});

const panel = (page: Page) => page.getByRole('region', { name: 'Review changes', exact: true });
const preview = (page: Page) => page.locator('dw-action-bar').getByRole('button', { name: 'Preview changes' });

async function open(page: Page, demo: Workbench, connection = 'shop'): Promise<StudioPage> {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=${connection}`);
  await page.keyboard.press('Alt+T');
  return studio;
}

async function tents(demo: Workbench): Promise<(string | null)[][]> {
  const run = await runSql(demo, 'SELECT id, name, price FROM previewed.tents ORDER BY id');
  const { body } = await demo.api<{ rows: (string | null)[][] }>('GET', `/api/studio/runs/${run.id}/statements/0/rows`);
  return body.rows;
}

/** The titles of the drafts that are left. */
async function drafts(demo: Workbench): Promise<string[]> {
  const { body } = await demo.api<ChangeSetList>('GET', '/api/changes?state=draft&limit=200');
  return body.items.map(({ title }) => title).filter((title) => title.includes('previewed') || title === 'MERGE');
}

test('what a text writes is shown before it runs, discarded, and applied', async ({ page, demo }) => {
  const before = await tents(demo);
  const studio = await open(page, demo);
  await studio.type('SELECT * FROM previewed.tents');
  await expect(page.locator('dw-action-bar')).toContainText('Run');
  await page.waitForTimeout(800);
  await expect(preview(page)).toHaveCount(0);

  await studio.type('UPDATE previewed.tents SET price = price * 10 WHERE id <= 2');
  await preview(page).click();
  await expect(page.getByRole('heading', { name: 'Preview of changes' })).toBeVisible();
  await expect(panel(page).locator('tr.before .changed')).toHaveText(['1.00', '2.00']);
  await expect(panel(page).locator('tr.after .changed')).toHaveText(['10.00', '20.00']);
  await expect(panel(page)).toContainText('2 rows changed');
  await expect(panel(page)).toContainText('Statement 1: UPDATE, 2 rows');
  await expect(panel(page)).not.toContainText('not undone');
  await expect(panel(page).getByRole('button', { name: 'Propose' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect(await tents(demo)).toEqual(before);
  expect(await drafts(demo)).toEqual(['UPDATE previewed.tents']);
  await panel(page).getByRole('button', { name: 'Discard' }).click();
  await expect(panel(page)).toHaveCount(0);
  expect(await drafts(demo)).toEqual([]);

  // By the key, from the editor; another preview takes the place of the one before.
  await page.locator('.monaco-editor').first().click();
  await page.keyboard.press('Alt+Shift+Enter');
  await expect(panel(page).locator('tr.after .changed')).toHaveText(['10.00', '20.00']);
  await studio.type('DELETE FROM previewed.tents WHERE id = 5');
  await page.keyboard.press('Alt+Shift+Enter');
  await expect(panel(page)).toContainText('1 row removed');
  await expect(panel(page).locator('tr.before')).toHaveText([/−\s*Before\s*5\s*Tent 5\s*5\.00/]);
  expect(await drafts(demo)).toEqual(['DELETE previewed.tents']);
  await panel(page).getByRole('button', { name: 'Apply 1 statement' }).click();
  await expect(page.getByRole('heading', { name: 'Changes applied' })).toBeVisible();
  expect((await tents(demo)).map(([id]) => id)).toEqual(['1', '2', '3', '4']);

  await panel(page).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: 'Undo changes' })).toBeVisible();
  await panel(page)
    .getByRole('button', { name: /^Apply/ })
    .click();
  await expect.poll(() => tents(demo)).toEqual(before);
});

test('MERGE and DDL are previewed from the menu of Run, with their parameters', async ({ page, demo }) => {
  const studio = await open(page, demo);
  await studio.type(`MERGE INTO previewed.tents USING (VALUES (1), (9)) AS v (id) ON v.id = tents.id
    WHEN MATCHED THEN UPDATE SET name = :name WHEN NOT MATCHED THEN INSERT VALUES (v.id);
    ALTER TABLE previewed.tents ADD COLUMN colour text;
    CREATE TABLE previewed.poles (id integer)`);
  await page.getByRole('button', { name: 'Run options' }).click();
  await page.getByRole('menuitem', { name: 'Preview changes of selection, or everything' }).click();
  const values = page.getByRole('dialog');
  await values.getByRole('textbox').first().fill('Igloo');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(panel(page)).toContainText('1 row added, 1 row changed');
  await expect(panel(page)).toContainText('Statement 1: MERGE, 2 rows');
  await expect(panel(page)).toContainText('Statement 2: ALTER TABLE');
  await expect(panel(page)).toContainText('Statement 3: CREATE TABLE');
  await expect(panel(page)).toContainText('AccessExclusiveLock on previewed.tents');
  const exists = await runSql(demo, "SELECT to_regclass('previewed.poles') IS NULL AS gone");
  expect(exists.statements[0]?.rows).toEqual([['t']]);
  await panel(page).getByRole('button', { name: 'Apply 3 statements' }).click();
  await expect(page.getByRole('heading', { name: 'Changes applied' })).toBeVisible();
  expect((await tents(demo)).map(([, name]) => name)).toEqual(['Igloo', 'Tent 2', 'Tent 3', 'Tent 4', 'Tent 5', null]);
});

test('a preview takes the place of a plan, which is back once the preview is discarded', async ({ page, demo }) => {
  const studio = await open(page, demo);
  await studio.type('SELECT * FROM previewed.tents');
  await page.getByRole('button', { name: 'Plan', exact: true }).click();
  await expect(page.locator('dw-plan-area')).toContainText('tents');
  await studio.type('UPDATE previewed.tents SET price = 0 WHERE id = 3');
  await preview(page).click();
  await expect(panel(page).locator('tr.after .changed')).toHaveText(['0.00']);
  await expect(page.locator('dw-plan-area')).toHaveCount(0);
  expect(await drafts(demo)).toEqual(['UPDATE previewed.tents']);
  await panel(page).getByRole('button', { name: 'Discard' }).click();
  await expect(panel(page)).toHaveCount(0);
  await expect(page.locator('dw-plan-area')).toContainText('tents');
  expect((await tents(demo)).map(([, , price]) => price)).toEqual(['1.00', '2.00', '3.00', '4.00', '5.00']);
});

test('what cannot be previewed says why, and is not offered for a proposal', async ({ page, demo }) => {
  const studio = await open(page, demo);
  await studio.type("UPDATE previewed.tents SET name = 'Tent 1' WHERE id = 2");
  await preview(page).click();
  await expect(panel(page).getByRole('alert')).toContainText('duplicate key value');
  await expect(panel(page).getByRole('button', { name: 'Propose' })).toHaveCount(0);
  await expect(panel(page).getByRole('button', { name: /^Apply/ })).toHaveCount(0);
  await expect(panel(page)).toContainText('Cannot be applied. The last rehearsal failed.');
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);

  await studio.type('VACUUM previewed.tents');
  await preview(page).click();
  await expect(page.getByText(/VACUUM\. PostgreSQL does not run it inside a transaction/).first()).toBeVisible();
  expect(await drafts(demo)).toEqual([]);

  // Engines that rehearse only edits of rows have no such button.
  const { body } = await demo.api<ConnectionList>('GET', '/api/connections');
  const other = body.items.find(({ capabilities }) => !capabilities.statement_changes);
  await page.goto(`${demo.address}/studio?connection=${other?.id ?? ''}`);
  await page.keyboard.press('Alt+T');
  await studio.type('DELETE FROM anything');
  await page.waitForTimeout(800);
  await expect(preview(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Run options' }).click();
  await expect(page.getByRole('menuitem', { name: /^Run everything/ })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /Preview changes/ })).toHaveCount(0);
});

test('the draft of a preview goes with its tab', async ({ page, demo }) => {
  const studio = await open(page, demo);
  await studio.type('UPDATE previewed.tents SET price = 1 WHERE id = 1');
  await preview(page).click();
  await expect(page.getByRole('heading', { name: 'Preview of changes' })).toBeVisible();
  expect(await drafts(demo)).toEqual(['UPDATE previewed.tents']);
  await page.keyboard.press('Alt+W');
  await expect(panel(page)).toHaveCount(0);
  await expect.poll(() => drafts(demo)).toEqual([]);
});

test('at 1280 the buttons of a preview are one row, and the name of its table stays in sight', async ({
  page,
  demo,
}) => {
  await sql(
    demo,
    `CREATE TABLE previewed.wide AS SELECT 1 AS id, repeat('long ', 6) AS a, repeat('long ', 6) AS b, 5 AS price;
     ALTER TABLE previewed.wide ADD PRIMARY KEY (id)`,
  );
  await page.setViewportSize({ width: 1280, height: 720 });
  const studio = await open(page, demo);
  await studio.type('UPDATE previewed.wide SET price = 50');
  await preview(page).click();
  const changed = panel(page).locator('tr.after .changed');
  await expect(changed).toBeInViewport({ ratio: 0.9 });
  await expect(panel(page).getByText('previewed.wide', { exact: true })).toBeInViewport({ ratio: 0.9 });
  const names = ['Apply 1 statement', 'Propose change set', 'Discard'];
  const boxes = await Promise.all(
    names.map((name) => panel(page).getByRole('button', { name, exact: true }).boundingBox()),
  );
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
  expect(await violations(page)).toEqual([]);
});
