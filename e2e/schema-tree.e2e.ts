import type { Locator, Page } from '@playwright/test';
import type { Connection, ConnectionInput, TableDetails } from '#libs/api';
import { violations } from './axe.js';
import { waitUntilShopAnswers } from './demo-shop.js';
import { sql } from './run-sql.js';
import { StudioPage } from './studio-page.js';
import { expect, test } from './workbench.js';
import type { Workbench } from './workbench.js';

const SCHEMA = 'a "tree"';
const OBJECTS = `
  DROP SCHEMA IF EXISTS "a ""tree""" CASCADE;
  CREATE SCHEMA "a ""tree""";
  SET search_path = "a ""tree""", public;
  CREATE TYPE mood AS ENUM ('sad', 'it''s ok');
  CREATE TABLE "Weird ""Table" (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, m mood, gone text);
  CREATE TABLE elephants (id bigint PRIMARY KEY, weird bigint REFERENCES "Weird ""Table");
  CREATE VIEW seen AS SELECT id FROM elephants;
  CREATE FUNCTION twice(n int) RETURNS int LANGUAGE sql AS 'SELECT n * 2';
  CREATE FUNCTION stamp() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
  CREATE TRIGGER stamped BEFORE INSERT ON elephants FOR EACH ROW EXECUTE FUNCTION stamp();
  CREATE POLICY own_rows ON elephants USING (id > 1)`;

/** The schema tree as a person sees it. */
class Tree {
  readonly root: Locator;
  readonly dialog: Locator;

  constructor(readonly page: Page) {
    this.root = page.getByRole('tree', { name: 'Schema' });
    this.dialog = page.getByRole('dialog');
  }

  row(name: string): Locator {
    return this.root
      .getByRole('treeitem')
      .filter({ has: this.page.locator('.label', { hasText: new RegExp(`^${name}$`) }) });
  }

  /** The label of the row that assistive technology is at. */
  async active(): Promise<string | null> {
    const id = await this.root.getAttribute('aria-activedescendant');
    return this.page.locator(`[id="${id ?? ''}"] .label`).textContent();
  }

  async choose(row: string, entry: string): Promise<void> {
    await this.row(row).locator('.label').click({ button: 'right' });
    await this.page.getByRole('menuitem', { name: entry }).click();
  }

  get script(): Locator {
    return this.dialog.getByRole('group', { name: 'Script' });
  }
}

async function opened(page: Page, demo: Workbench): Promise<Tree> {
  await new StudioPage(page).open(`${demo.address}/studio?connection=shop`);
  const tree = new Tree(page);
  await tree.row('a "tree"').locator('.label').click();
  await expect(tree.row('elephants')).toBeVisible();
  return tree;
}

/** Changes settings of the demo shop, whose password stays. */
async function change(demo: Workbench, changes: Partial<ConnectionInput>): Promise<void> {
  const { body } = await demo.api<Connection>('GET', '/api/connections/shop');
  const { name, kind, host, port, database, user } = body;
  const input = { name, kind, host, port, database, user, confirm_destructive: false, ...changes };
  expect((await demo.api('PUT', '/api/connections/shop', input)).status).toBe(200);
  await waitUntilShopAnswers(demo);
}

async function table(demo: Workbench, name: string): Promise<{ status: number; body: TableDetails }> {
  const query = new URLSearchParams({ schema: SCHEMA, table: name }).toString();
  return demo.api<TableDetails>('GET', `/api/connections/shop/schema?${query}`);
}

test.beforeEach(async ({ demo }) => {
  await waitUntilShopAnswers(demo);
  await sql(demo, OBJECTS);
});
test.afterEach(async ({ demo }) => {
  await change(demo, {});
  await sql(demo, 'DROP SCHEMA IF EXISTS "a ""tree""" CASCADE');
});

test('a click leaves the focus in the tree, so that arrows, letters, Enter and the menu key work', async ({
  page,
  demo,
}) => {
  const tree = await opened(page, demo);
  await expect(tree.root).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => tree.active()).toBe('Weird "Table');
  await page.keyboard.type('ele');
  await expect.poll(() => tree.active()).toBe('elephants');
  await page.keyboard.press('ArrowRight');
  await expect(tree.row('id')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => tree.active()).toBe('id');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ContextMenu');
  await expect(page.getByRole('menu', { name: 'elephants' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tree.root).toBeFocused();
});

test('one box finds tables, columns and objects of every connection and leads to their rows', async ({
  page,
  demo,
}) => {
  const tree = await opened(page, demo);
  await page.keyboard.press('Alt+Shift+S');
  const box = tree.dialog.getByRole('combobox');
  const results = tree.dialog.getByRole('option');
  await box.fill('WEIRD "t');
  await expect(results.first()).toContainText('Weird "Table');
  await box.fill('twice');
  await expect(results.filter({ hasText: 'twice(n integer)' })).toContainText('Shop');
  await box.fill('visitors');
  await expect(results.filter({ hasText: 'Drop folder' }).first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(tree.dialog).toBeHidden();
  await expect(tree.root).toBeFocused();
  await expect.poll(() => tree.active()).toContain('visitors');

  await page.keyboard.press('Alt+Shift+S');
  await box.fill('stamped');
  await expect(results).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect.poll(() => tree.active()).toBe('stamped');
});

test('the tree shows objects of every kind with their definitions', async ({ page, demo }) => {
  const tree = await opened(page, demo);
  for (const [group, object, text] of [
    ['Sequences', 'Weird "Table_id_seq', 'CREATE SEQUENCE "a ""tree"""."Weird ""Table_id_seq" AS bigint'],
    ['Functions', 'twice', 'CREATE OR REPLACE FUNCTION "a ""tree""".twice(n integer)'],
    ['Triggers', 'stamped', 'CREATE TRIGGER stamped BEFORE INSERT'],
    ['Policies', 'own_rows', 'USING ((id > 1))'],
    ['Types', 'mood', "'it''s ok'"],
  ] as const) {
    await tree.row(group).first().locator('.label').click();
    await tree.row(object).locator('.label').click();
    await page.keyboard.press('F4');
    const panel = page.getByRole('complementary', { name: `Definition of ${object}` });
    await expect(panel).toContainText(text);
    await page.keyboard.press('Escape');
    await expect(tree.root).toBeFocused();
    await tree.row(group).first().locator('.label').click();
  }
  await page.keyboard.press('End');
  await expect.poll(() => tree.active()).toBe('Roles');
  await page.keyboard.press('ArrowRight');
  await expect(tree.row('Roles').locator('.hint')).toHaveText(/^[1-9]/);
  expect(await violations(page)).toEqual([]);
});

test('actions are reviewed as a script, run in a tab, and destructive ones ask first', async ({ page, demo }) => {
  const tree = await opened(page, demo);
  await tree.row('elephants').locator('.label').click();
  await page.keyboard.press('F2');
  await tree.dialog.getByLabel('New name').fill('select');
  await expect(tree.script).toHaveText(/ALTER TABLE "a ""tree"""\.elephants RENAME TO "select";/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Rename elephants' })).toBeVisible();
  await expect(tree.row('select')).toBeVisible();

  await tree.choose('select', 'Add column…');
  await tree.dialog.getByLabel('Name').fill('New "col');
  await tree.dialog.getByLabel('Type').fill('numeric(9,2)');
  await tree.dialog.getByLabel('Default').fill('0');
  await tree.dialog.getByLabel('NOT NULL').check();
  await tree.dialog.getByLabel('Comment').fill("it's new");
  expect(await violations(page)).toEqual([]);
  await tree.dialog.getByRole('button', { name: 'Add column' }).click();
  const added = { name: 'New "col', type: 'numeric(9,2)', nullable: false, default: '0', comment: "it's new" };
  await expect.poll(async () => (await table(demo, 'select')).body.columns.at(-1)).toMatchObject(added);

  await tree.choose('select', 'Create index…');
  await tree.dialog.getByRole('checkbox', { name: 'weird' }).check();
  await tree.dialog.getByLabel('Name').fill('by weird');
  await expect(tree.script).toContainText('CREATE INDEX CONCURRENTLY "by weird" ON');
  await tree.dialog.getByRole('button', { name: 'Create index' }).click();
  const indexes = async () => (await table(demo, 'select')).body.indexes.map(({ name }) => name);
  await expect.poll(indexes).toContain('by weird');

  await tree.choose('select', 'Comment…');
  await tree.dialog.getByLabel('Comment').fill('Large');
  await tree.dialog.getByRole('button', { name: 'Set comment' }).click();
  await expect.poll(async () => (await table(demo, 'select')).body.comment).toBe('Large');

  await tree.choose('select', 'Analyze…');
  await tree.dialog.getByRole('button', { name: 'Open as SQL' }).click();
  await expect(page.locator('.monaco-editor').first()).toContainText('ANALYZE');

  // The demo's shop is a playground, where nothing asks.
  await change(demo, { confirm_destructive: true });
  await tree.choose('select', 'Truncate…');
  await tree.dialog.getByRole('button', { name: 'Truncate table' }).click();
  await expect(tree.dialog.getByRole('heading', { name: 'Run this on Shop?' })).toBeVisible();
  await tree.dialog.getByRole('button', { name: 'Cancel' }).click();

  await tree.row('select').locator('.label').click();
  await page.keyboard.press('Delete');
  await expect(tree.dialog.getByRole('status')).toContainText('view "a ""tree""".seen');
  await tree.dialog.getByLabel('Cascade to what depends on it').check();
  expect(await violations(page)).toEqual([]);
  await tree.dialog.getByRole('button', { name: 'Drop table' }).click();
  await tree.dialog.getByRole('button', { name: 'Run anyway' }).click();
  await expect(tree.row('select')).toBeHidden();
  expect((await table(demo, 'select')).status).toBe(404);
});

test('a table is designed, created, and changed by its differences', async ({ page, demo }) => {
  const tree = await opened(page, demo);
  await tree.choose('a "tree"', 'Create table…');
  await tree.dialog.getByLabel('Table', { exact: true }).fill('designed');
  await tree.dialog.getByLabel('Type of id').fill('bigint');
  await tree.dialog.getByRole('button', { name: 'Add column' }).click();
  await page.keyboard.type('weird');
  await tree.dialog.getByLabel('Type of weird').fill('bigint');
  const target = tree.dialog.getByLabel('Table that weird references');
  await target.fill('Weird');
  await expect(page.locator('#design-targets option').first()).toBeAttached();
  await target.fill(`${SCHEMA}.Weird "Table`);
  await target.press('Tab');
  await tree.dialog.getByRole('button', { name: 'Add check' }).click();
  await tree.dialog.getByLabel('Check 1', { exact: true }).fill('weird > 0');
  await expect(tree.script).toContainText('FOREIGN KEY (weird) REFERENCES "a ""tree"""."Weird ""Table" (id)');
  expect(await violations(page)).toEqual([]);
  await tree.dialog.getByRole('button', { name: 'Create table' }).click();
  await expect(tree.row('designed')).toBeVisible();

  await tree.choose('designed', 'Design table…');
  await tree.dialog.getByLabel('Name of column 2').fill('Renamed');
  await tree.dialog.getByLabel('Type of Renamed').fill('integer');
  await expect(tree.script.getByText('Can lose values')).toHaveCount(1);
  await tree.dialog.getByRole('button', { name: 'Alter table' }).click();
  const columns = async () => (await table(demo, 'designed')).body.columns.map(({ name, type }) => `${name} ${type}`);
  await expect.poll(columns).toEqual(['id bigint', 'Renamed integer']);

  await tree.choose('designed', 'Design table…');
  await expect(tree.dialog.getByLabel('Definition of designed_weird_check')).toHaveValue(/CHECK/);
  await tree.dialog.getByRole('button', { name: 'Drop constraint designed_weird_check' }).click();
  await tree.dialog.getByLabel('Table that Renamed references').fill('');
  await tree.dialog.getByLabel('Table that Renamed references').press('Tab');
  await tree.dialog.getByLabel('id is in the primary key').uncheck();
  await tree.dialog.getByLabel('id is unique').check();
  await tree.dialog.getByRole('button', { name: 'Add index' }).click();
  await tree.dialog.getByLabel('Columns of index 1').fill('Renamed, id');
  await expect(tree.script.locator('li')).toHaveCount(5);
  expect(await violations(page)).toEqual([]);
  await tree.dialog.getByRole('button', { name: 'Alter table' }).click();
  const keys = async () => {
    const { primary_key: key, foreign_keys: foreign, constraints, indexes } = (await table(demo, 'designed')).body;
    return { key, foreign, constraints, indexes: indexes.map(({ name }) => name) };
  };
  await expect.poll(keys).toEqual({
    ...{ key: null, foreign: [], constraints: [{ name: 'designed_id_key', definition: 'UNIQUE (id)' }] },
    indexes: ['designed_Renamed_id_idx', 'designed_id_key'],
  });

  await tree.choose('designed', 'Design table…');
  await tree.dialog.getByRole('button', { name: 'Drop index designed_Renamed_id_idx' }).click();
  await expect(tree.script).toContainText('DROP INDEX "a ""tree"""."designed_Renamed_id_idx";');
  await tree.dialog.getByRole('button', { name: 'Alter table' }).click();
  await expect.poll(async () => (await keys()).indexes).toEqual(['designed_id_key']);

  await tree.choose('designed', 'Design table…');
  await tree.dialog.getByLabel('Name of column 2').fill('Twice');
  await tree.dialog.getByRole('button', { name: 'Add index' }).click();
  await tree.dialog.getByLabel('Columns of index 1').fill('nowhere');
  await expect(tree.script).toContainText('Runs in one transaction');
  await tree.dialog.getByRole('button', { name: 'Alter table' }).click();
  await expect(page.getByText('column "nowhere" does not exist').first()).toBeVisible();
  expect(await columns()).toEqual(['id bigint', 'Renamed integer']);
  await expect(page.locator('dw-transaction-chip button')).toBeHidden();
});

test('a read-only connection names the reason beside each action', async ({ page, demo }) => {
  await change(demo, { read_only: true });
  try {
    const tree = await opened(page, demo);
    await tree.row('elephants').locator('.label').click({ button: 'right' });
    const entry = page.getByRole('menuitem', { name: 'Drop…' });
    await expect(entry).toBeDisabled();
    await expect(entry).toHaveAttribute('title', 'Shop is read-only.');
  } finally {
    await change(demo, { read_only: false });
  }
});

test('completion offers the labels of an enum and the values of a referenced key, quoted exactly', async ({
  page,
  demo,
}) => {
  await sql(demo, `INSERT INTO "a ""tree"""."Weird ""Table" (m) VALUES ('sad'), ('sad')`);
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  const list = page.locator('.suggest-widget .monaco-list-row');
  await studio.type('SELECT * FROM "a ""tree"""."Weird ""Table" WHERE m = ');
  await page.keyboard.type("'");
  await expect(list.filter({ hasText: "it's ok" })).toBeVisible();
  await page.keyboard.type('it');
  await expect(list).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(page.locator('.monaco-editor .view-lines').first()).toContainText("m = 'it''s ok'");
  await studio.type('SELECT * FROM "a ""tree""".elephants WHERE weird = ');
  await page.keyboard.type("'");
  await expect(list.filter({ hasText: 'weird' })).toHaveCount(2);
});

test('the tree has room for eight rows and more in a window of 1280 × 720', async ({ page, demo }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await new StudioPage(page).open(`${demo.address}/studio?connection=shop`);
  const tree = page.getByRole('tree', { name: 'Schema' });
  await expect(tree.getByRole('treeitem').nth(1)).toBeVisible();
  const sections = page.locator('dw-sidebar-section');
  await expect(sections.last()).toBeInViewport({ ratio: 1 });
  const part = await sections.filter({ has: tree }).locator('.content').boundingBox();
  expect(part?.height).toBeGreaterThanOrEqual(8 * 24);
});
