import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import Database from 'better-sqlite3';
import type { StudioSettings } from '#libs/api';
import { violations } from './axe.js';
import { waitUntilShopAnswers } from './demo-shop.js';
import { StudioPage } from './studio-page.js';
import { toast } from './toast.js';
import { expect, test } from './workbench.js';

test.beforeEach(async ({ demo }) => {
  await waitUntilShopAnswers(demo);
});

/** Where the colour of a connection is drawn, and the token of that colour there. */
const COLOURED = [
  ['dw-tab-strip', '', 'tint-strong'],
  ['dw-action-bar', '', 'tint'],
  ['dw-connection-chip > button', '', 'stripe'],
  ['dw-connection-row .row.selected', '::before', 'stripe'],
] as const;

/** Whether each of those places has the named colour, as its background or as a stripe. */
const isColoured = (page: Page, colour: string): Promise<boolean[]> =>
  page.evaluate<boolean[]>(`${JSON.stringify(COLOURED)}.map(([selector, pseudo, token]) => {
    const place = document.querySelector(selector);
    const sample = document.body.appendChild(document.createElement('i'));
    sample.style.background = 'var(--dw-conn-${colour}-' + token + ')';
    const expected = getComputedStyle(sample).backgroundColor;
    sample.remove();
    const { backgroundColor, boxShadow } = getComputedStyle(place, pseudo || null);
    return backgroundColor === expected || boxShadow.includes(expected);
  })`);

const link = (address: string, query: Record<string, string>): string =>
  `${address}/studio?${new URLSearchParams(query).toString()}`;

test('a link with run=0 opens its text, and a link to no connection runs nowhere', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(link(demo.address, { connection: 'shop', sql: 'SELECT 1 AS quiet', run: '0' }));
  await expect(page.locator('.view-lines').first()).toContainText('quiet');
  await expect(page.locator('dw-result-area')).toContainText('No result yet');
  await expect(page).toHaveURL(`${demo.address}/studio?connection=shop`);

  await page.goto(link(demo.address, { connection: 'nowhere', sql: 'SELECT 1' }));
  await expect(toast(page, 'There is no connection “nowhere”')).toBeVisible();
  await expect(page.locator('dw-result-area')).toContainText('No result yet');
});

test('tabs show their last run, move, close, come back, and take the colour of their connection', async ({
  page,
  demo,
}) => {
  const studio = new StudioPage(page);
  const tabs = page.getByRole('tablist', { name: 'Queries' }).getByRole('tab');
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.run('-- first\nSELECT id FROM orders LIMIT 7');
  await expect(tabs.first()).toContainText(/\d\d:\d\d · 7 rows/);
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' ');
  await expect(tabs.first()).toContainText('changed since last run');
  for (const name of ['second', 'third']) {
    await page.keyboard.press('Alt+T');
    await studio.type(`-- ${name}`);
  }
  await expect(tabs).toHaveText([/^\s*first/, /^\s*second/, /^\s*third/]);

  const [from, to] = [await tabs.nth(2).boundingBox(), await tabs.nth(0).boundingBox()];
  if (!from || !to) throw new Error('No tabs to drag');
  await page.mouse.move(from.x + 30, from.y + 18);
  await page.mouse.down();
  await page.mouse.move(to.x + 60, to.y + 18, { steps: 8 });
  await page.mouse.move(to.x + 10, to.y + 18, { steps: 4 });
  await page.mouse.up();
  await expect(tabs).toHaveText([/^\s*third/, /^\s*first/, /^\s*second/]);
  await tabs.filter({ hasText: 'third' }).focus();
  await page.keyboard.press('Alt+Shift+ArrowRight');
  await expect(tabs).toHaveText([/^\s*first/, /^\s*third/, /^\s*second/]);

  await tabs.filter({ hasText: 'second' }).click({ button: 'middle' });
  await expect(tabs).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(tabs).toHaveText([/^\s*first/, /^\s*third/, /^\s*second/]);
  await tabs.first().click({ button: 'right' });
  await expect(page.getByRole('menu', { name: 'Tab' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('menuitem', { name: 'Close others' }).click();
  await expect(tabs).toHaveText([/^\s*first/]);
  await page.keyboard.press('Alt+Shift+T');
  await expect(tabs).toHaveCount(2);

  const coloured = page.locator('section.studio');
  await expect(coloured).toHaveAttribute('data-conn', 'green');
  await expect.poll(() => isColoured(page, 'green')).toEqual([true, true, true, true]);
  await page.getByRole('button', { name: /^Connection Shop/ }).click();
  await page.getByRole('option', { name: /Lake/ }).click();
  await expect(page.getByRole('button', { name: /^Connection Lake/ })).toBeVisible();
  await expect(page).toHaveURL(/connection=lake/);
  await expect(coloured).toHaveAttribute('data-conn', 'blue');
  await expect.poll(() => isColoured(page, 'blue')).toEqual([true, true, true, true]);
});

test('the schema shows, inserts, copies and previews what a connection holds', async ({ page, demo, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const studio = new StudioPage(page);
  await demo.api('POST', '/api/studio/runs', {
    connection_id: 'shop',
    sql: 'CREATE TABLE IF NOT EXISTS "Odd name" (id int PRIMARY KEY, "Total" numeric(12,2) NOT NULL DEFAULT 0, store int REFERENCES stores)',
  });
  const { body: settings } = await demo.api<StudioSettings>('GET', '/api/settings/studio');
  await demo.api('PUT', '/api/settings/studio', { ...settings, preview_limit: 3 });
  await studio.open(`${demo.address}/studio?connection=shop`);
  const odd = page.getByRole('treeitem', { name: /^Odd name(?!_)/ });

  await studio.type('SELECT * FROM ');
  await odd.dblclick();
  await expect(page.locator('.view-lines').first()).toContainText('SELECT * FROM "Odd name"');

  await odd.click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Copy name/ }).click();
  await expect(page.getByText('Copied "Odd name"', { exact: true }).last()).toBeVisible();
  await studio.type('-- ');
  await page.keyboard.press('ControlOrMeta+V');
  await expect(page.locator('.view-lines').first()).toContainText('-- "Odd name"');

  await odd.click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Show definition/ }).click();
  const panel = page.getByRole('complementary', { name: 'Definition of Odd name' });
  await expect(panel).toContainText('numeric(12,2)');
  await expect(panel).toContainText('not null · default 0');
  await expect(panel).toContainText('store → public.stores (id)');
  await expect(panel.locator('pre')).toContainText('CREATE TABLE public."Odd name"');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole('tree', { name: 'Schema' })).toBeFocused();

  await page.getByRole('treeitem', { name: /^orders/ }).hover();
  const tabs = page.getByRole('tablist', { name: 'Queries' }).getByRole('tab');
  const before = await tabs.count();
  await page.getByRole('button', { name: 'Preview orders', exact: true }).dblclick();
  await expect(studio.resultHead).toContainText(/3\s*rows/);
  await expect(page.locator('.view-lines').first()).toHaveText('SELECT * FROM orders LIMIT 3');
  await expect(tabs).toHaveCount(before + 1);
  await demo.api('POST', '/api/studio/runs', { connection_id: 'shop', sql: 'DROP TABLE "Odd name"' });
});

test('the editor underlines, lays out, comments, marks and runs by its keys, and the history finds what ran', async ({
  page,
  demo,
}) => {
  const studio = new StudioPage(page);
  const lines = page.locator('.view-lines').first();
  const squiggles = page.locator('.monaco-editor .squiggly-error');
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.type('select 1 as one; selec 2 as two;');
  await expect(squiggles).toHaveCount(1);
  await studio.type('select $$open;\nselec 2 as two;\nselect 3;');
  await expect(squiggles).toHaveCount(2);
  await studio.type('select 1 as one;\nselect 2 as two;');
  await expect(squiggles).toHaveCount(0);
  await expect(page.locator('.dw-statement-mark')).toHaveCount(1);
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('Alt+Enter');
  await expect(studio.cell(0, 0)).toHaveText('1');

  await page.keyboard.press('Alt+Shift+F');
  await expect(page.getByText('Ln 1, Col 1', { exact: true })).toBeVisible();
  await expect(lines).toContainText('1 as one;');
  await expect(page.locator('.monaco-editor .view-line')).toHaveCount(5);
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(page.locator('.monaco-editor .view-line')).toHaveCount(2);

  await page.keyboard.press('ControlOrMeta+/');
  await expect(lines).toContainText('-- select 1 as one;');
  await page.keyboard.press('ControlOrMeta+/');
  await expect(lines).not.toContainText('--');

  await studio.run('select unheard_of from orders');
  await expect(page.locator('dw-statement-failure')).toContainText('column "unheard_of" does not exist');
  await expect(squiggles).toHaveCount(1);

  await page.getByLabel('Search history').fill('unheard_of from');
  const found = page.locator('dw-history-section li');
  await expect(found).toHaveCount(1);
  await found.getByRole('button').click();
  await expect(page.getByRole('tablist', { name: 'Queries' }).getByRole('tab')).toHaveCount(2);
  await expect(lines).toContainText('select unheard_of from orders');

  await page.keyboard.press('ControlOrMeta+S');
  await page.getByRole('dialog', { name: 'Save query' }).getByLabel('Name').fill('Kept for the palette');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('what is typed while the palette still loads goes into it, and not into the editor', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.type('SELECT 1');
  await page.route('**/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type('Import a fill');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('e');
  await expect(page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox')).toHaveValue(
    'Import a file',
  );
  await expect(page.locator('.view-lines').first()).toHaveText(/^SELECT.1$/);
  await page.keyboard.press('Escape');

  await page.keyboard.press('Alt+Shift+S');
  await page.keyboard.type('order_items');
  const search = page.getByRole('dialog', { name: 'Search all connections' });
  await expect(search.getByRole('combobox')).toHaveValue('order_items');
  await page.keyboard.press('Escape');

  await page.keyboard.press('ControlOrMeta+S');
  await page.keyboard.type('Typed early');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { selected: true, name: /Typed early/ })).toBeVisible();
  await expect(page.locator('.view-lines').first()).toHaveText(/^SELECT.1$/);
});

test('the palette finds actions, tabs, connections, tables and saved queries', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  const query = { name: 'Revenue by store', connection_id: 'shop', sql: 'SELECT 42 AS revenue' };
  await demo.api('POST', '/api/studio/queries', query);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.type('-- a tab to find\nSELECT 1');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  const options = palette.getByRole('option');

  const find = async (typed: string): Promise<void> => {
    await page.keyboard.press('ControlOrMeta+K');
    await expect(palette).toBeVisible();
    await page.keyboard.type(typed);
  };
  await find('');
  await expect(options.first()).toContainText('Run the selection');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.type('oit');
  await expect(options.first()).toContainText('order_items');
  await page.keyboard.press('Enter');
  await expect(studio.resultHead).toContainText(/200\s*rows/);

  await find('tab to find');
  await expect(options.first()).toContainText('a tab to find');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { selected: true, name: /a tab to find/ })).toBeVisible();

  await find('revenue by');
  await expect(palette.getByRole('group').first()).toHaveAccessibleName('Saved queries');
  await page.keyboard.press('Enter');
  await expect(page.locator('.view-lines').first()).toContainText('revenue');

  await find('lake');
  await expect(palette.getByRole('group', { name: 'Connections' }).getByRole('option').first()).toContainText('Lake');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Connection Lake/ })).toBeVisible();

  await find('all keys');
  await page.keyboard.press('Enter');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await expect(keys).toContainText('Toggle comment');
  await expect(keys).toContainText('Reopen closed tab');
  expect(await violations(page)).toEqual([]);
});

test('words, strings and comments are coloured as the database of the tab reads them', async ({ page, demo }) => {
  const folder = mkdtempSync(join(tmpdir(), 'notes-'));
  const file = join(folder, 'notes.sqlite');
  const database = new Database(file);
  database.prepare('CREATE TABLE notes (id INTEGER PRIMARY KEY)').run();
  database.close();
  const notes = { id: 'notes', name: 'Notes', kind: 'files', path: file };
  expect((await demo.api('POST', '/api/connections', notes)).status).toBe(201);
  const studio = new StudioPage(page);
  /** Whether two words of the text have the same colour. */
  const alike = (first: string, second: string) =>
    page.evaluate<boolean>(`(() => {
      const colour = (word) => {
        const spans = [...document.querySelectorAll('.view-line span span')];
        return getComputedStyle(spans.find(({ textContent }) => textContent.includes(word))).color;
      };
      return colour('${first}') === colour('${second}');
    })()`);
  const sql = 'SELECT 1 AS one\nQUALIFY two\n/* /* */ three */ AS four\nINDEXED BY five\n$$six seven$$, eight';
  for (const [connection, qualify, three, indexed, seven] of [
    ['shop', false, false, false, false],
    ['lake', true, false, false, false],
    ['notes', false, true, true, true],
  ] as const) {
    await studio.open(link(demo.address, { connection, sql, run: '0', title: connection }));
    await expect(page.locator('.view-line')).toHaveCount(5);
    await expect.poll(() => alike('SELECT', 'QUALIFY'), { message: connection }).toBe(qualify);
    // Behind the first end of a comment inside of another one is a name to SQLite, and a comment to the others.
    await expect.poll(() => alike('three', 'one'), { message: connection }).toBe(three);
    await expect.poll(() => alike('INDEXED', 'SELECT'), { message: connection }).toBe(indexed);
    await expect.poll(() => alike('seven', 'eight'), { message: connection }).toBe(seven);
  }
  rmSync(folder, { recursive: true });
});
