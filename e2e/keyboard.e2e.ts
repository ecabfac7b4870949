import type { Locator, Page } from '@playwright/test';
import type { Job } from '#libs/api';
import { violationsInThemes } from './axe.js';
import { waitUntilShopAnswers } from './demo-shop.js';
import { choose, fill, press, pressUntilFocused, tabTo } from './keys.js';
import { sql } from './run-sql.js';
import { toast } from './toast.js';
import { expect, test } from './workbench.js';
import type { Workbench } from './workbench.js';

const button = (part: Page | Locator, name: string | RegExp) =>
  part.getByRole('button', { name, exact: typeof name === 'string' }).first();

async function go(page: Page, demo: Workbench, path: string): Promise<void> {
  await page.goto(`${demo.address}${path}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('dw-loading-state')).toHaveCount(0);
}

test.beforeEach(async ({ demo }) => waitUntilShopAnswers(demo));

test.afterEach(async ({ demo }) => {
  for (const [list, path] of [
    ['/api/scheduler/jobs', '/api/scheduler/jobs'],
    ['/api/pipelines', '/api/pipelines'],
    ['/api/notifications/channels', '/api/notifications/channels'],
    ['/api/studio/queries', '/api/studio/queries'],
    ['/api/profile/tokens', '/api/profile/tokens'],
  ] as const) {
    const { body } = await demo.api<{ items: { id: string }[] }>('GET', list);
    for (const { id } of body.items) await demo.api('DELETE', `${path}/${id}`);
  }
  await demo.api('DELETE', '/api/contracts/shop');
  await sql(demo, 'DROP TABLE IF EXISTS by_keys');
});

test('a job is made, run and paused by the keyboard alone', async ({ page, demo }) => {
  await go(page, demo, '/jobs?connection=shop');
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New job' });
  await expect(dialog).toBeVisible();
  await fill(dialog.getByLabel('Name'), 'By keys');
  await choose(dialog.getByLabel('Connection'), 'Shop');
  await tabTo(dialog.locator('dw-sql-field'));
  await page.keyboard.insertText('SELECT 1 AS one');
  await press(button(dialog, 'Create job'), 'Enter');
  const panel = page.getByRole('region', { name: 'By keys' });
  await press(button(panel, 'Run now'), 'Enter');
  await expect(panel.locator('dw-run-view dw-run-state')).toContainText('Succeeded');
  await press(button(panel, 'Pause the job'), 'Space');
  await expect(page.getByRole('table', { name: 'Jobs' })).toContainText('Paused');
  await press(button(page, 'Timeline'), 'Space');
  await expect(page.getByRole('heading', { name: /^Today, / })).toBeVisible();
  expect(await violationsInThemes(page)).toEqual([]);
  const { body } = await demo.api<{ items: Job[] }>('GET', '/api/scheduler/jobs');
  expect(body.items.map(({ name }) => name)).toEqual(['By keys']);
});

test('a pipeline is made, previewed and saved by the keyboard alone', async ({ page, demo }) => {
  await go(page, demo, '/data?connection=shop');
  await press(button(page, 'New pipeline'), 'Enter');
  await fill(page.getByLabel('Name of the pipeline'), 'By keys');
  await tabTo(page.locator('dw-pipeline-input-part dw-sql-field'));
  await page.keyboard.insertText('SELECT 7 AS seven');
  await press(button(page, 'Preview'), 'Enter');
  await expect(page.getByRole('region', { name: /^Rows of/ })).toContainText('7');
  await press(button(page, 'Save'), 'Enter');
  await expect(page.getByRole('navigation', { name: 'Pipelines' })).toContainText('By keys');
});

test('what is typed into a field of SQL goes on while its editor loads', async ({ page, demo }) => {
  await go(page, demo, '/data?connection=shop');
  const { promise: mayLoad, resolve: load } = Promise.withResolvers<null>();
  await page.route(/\.js(\?|$)/, async (route) => {
    await mayLoad;
    await route.continue();
  });
  await press(button(page, 'New pipeline'), 'Enter');
  const field = page.locator('dw-pipeline-input-part dw-sql-field');
  await tabTo(field.locator('textarea'));
  await page.keyboard.type('SELECT 8 AS eight');
  for (const key of Array<string>(' AS eight'.length).fill('ArrowLeft')) await page.keyboard.press(key);
  load(null);
  await expect(field.locator('.view-line').first()).toBeVisible();
  await page.keyboard.insertText('8');
  await expect(field.locator('.view-lines')).toHaveText(/SELECT.88.AS.eight/);
});

test('a schema is snapshotted, frozen and released by the keyboard alone', async ({ page, demo }) => {
  await go(page, demo, '/schema-watch/shop');
  await press(button(page, /^(Check now|Take baseline)$/), 'Enter');
  await expect(page.locator('dw-watch-state')).toContainText(/snapshots? kept/);
  await press(button(page, 'Freeze schema'), 'Enter');
  const dialog = page.getByRole('dialog', { name: 'Freeze Shop' });
  await fill(dialog.getByLabel('Name'), 'By keys');
  await press(button(dialog, 'Freeze schema'), 'Enter');
  await expect(page.getByRole('heading', { name: 'By keys' })).toBeVisible();
  await press(button(page, 'Release'), 'Enter');
  await press(button(page.getByRole('dialog', { name: /^Release/ }), /^Release/), 'Enter');
  await expect(button(page, 'Freeze schema')).toBeVisible();
});

test('a channel and its subscription are added by the keyboard alone', async ({ page, demo }) => {
  await go(page, demo, '/notifications/channels');
  await press(button(page, 'Add channel'), 'Enter');
  const dialog = page.getByRole('dialog', { name: 'Add channel' });
  await choose(dialog.getByLabel('Kind'), 'Slack');
  await fill(dialog.getByLabel('Name', { exact: true }), 'By keys');
  await fill(dialog.getByRole('textbox').nth(1), 'https://127.0.0.1/hook');
  expect(await violationsInThemes(page)).toEqual([]);
  await press(button(dialog, 'Add channel'), 'Enter');
  await expect(page.getByRole('table', { name: 'Channels' })).toContainText('By keys');
  await press(page.getByRole('link', { name: 'Subscriptions' }), 'Enter');
  await press(button(page, 'Add subscription'), 'Enter');
  const events = page.getByRole('dialog', { name: 'Add subscription' });
  expect(await violationsInThemes(page)).toEqual([]);
  await press(button(events, 'Add subscription'), 'Enter');
  await expect(page.getByRole('table', { name: 'Subscriptions' })).toContainText('By keys');
});

test('a connection is added by the keyboard alone', async ({ page, demo }) => {
  await page.goto(`${demo.address}/studio?connection=shop`);
  await expect(page.getByRole('treeitem').first()).toBeVisible();
  // The editor takes Tab; F6 leads to the other regions.
  await pressUntilFocused(page.locator('[data-dw-region=sidebar]'), 'F6');
  await press(button(page, 'Add connection'), 'Enter');
  const dialog = page.getByRole('dialog');
  await choose(dialog.getByLabel('Kind'), 'DuckDB');
  await fill(dialog.getByLabel('Name'), 'By keys');
  await fill(dialog.getByLabel('Path'), './by-keys.duckdb');
  await press(button(dialog, 'Test connection'), 'Enter');
  await expect(dialog.getByText(/Connected in/)).toBeVisible();
  await press(button(dialog, 'Add connection'), 'Enter');
  const row = page.getByRole('list', { name: 'Connections' }).getByRole('button', { name: /^By keys/ });
  await expect(row).toBeVisible();
  await tabTo(page.getByRole('list', { name: 'Connections' }));
  await page.keyboard.press('End');
  await expect(row).toBeFocused();
  await page.keyboard.press('Delete');
  await press(button(page.getByRole('dialog'), /^Remove/), 'Enter');
  await expect(row).toHaveCount(0);
});

test('a file is imported by the keyboard alone', async ({ page, demo }) => {
  await go(page, demo, '/imports?connection=shop');
  const chooser = page.waitForEvent('filechooser');
  await press(button(page, 'Choose file'), 'Enter');
  await (
    await chooser
  ).setFiles({ name: 'by_keys.csv', mimeType: 'text/csv', buffer: Buffer.from('id,name\n1,Igloo\n2,Tipi\n') });
  await press(button(page, 'Import 2 rows'), 'Enter');
  await expect(page.getByText('2 rows imported')).toBeVisible();
});

test('tables are found, looked at and drawn by the keyboard alone', async ({ page, demo }) => {
  await go(page, demo, '/explore');
  await fill(page.getByRole('searchbox', { name: 'Search tables and columns' }), 'nowhere at all');
  await press(button(page, 'Clear search'), 'Enter');
  await fill(page.getByRole('searchbox', { name: 'Search tables and columns' }), 'order_items');
  const hits = page.getByRole('list', { name: 'Tables and columns' });
  await press(hits.getByRole('button', { name: /^order_items/ }).first(), 'Enter');
  const panel = page.getByRole('complementary', { name: 'Table' });
  await press(button(panel, 'Show 20 rows'), 'Enter');
  await expect(panel.getByRole('region', { name: 'Rows of the sample' })).toContainText('order_id');

  await go(page, demo, '/explore?in=drop&view=diagram');
  await press(button(page, 'Show Shop'), 'Enter');
  await fill(page.getByRole('searchbox', { name: 'Find in the diagram' }), 'payments');
  await page.keyboard.press('Enter');
  const canvas = page.getByRole('listbox', { name: 'Tables of the diagram' });
  await tabTo(canvas);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/table=orders/);
  const download = page.waitForEvent('download');
  await pressUntilFocused(button(page, 'Export SVG'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toBe('shop.svg');
});

test('the steps of an import are corrected by the keyboard alone', async ({ page, demo }) => {
  await go(page, demo, '/imports?connection=shop');
  const chooser = page.waitForEvent('filechooser');
  await press(button(page, 'Choose file'), 'Enter');
  await (
    await chooser
  ).setFiles({
    name: 'stores.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('id,name,born\n1,Igloo,2001\nx,Tipi,2002\n'),
  });
  await expect(page.getByRole('list', { name: 'To correct' })).toContainText('exists');
  await press(page.getByRole('checkbox', { name: 'Import born' }), 'Space');
  await fill(page.getByRole('combobox', { name: 'Type of id' }), 'integer');
  await fill(page.getByRole('textbox', { name: 'Name of the new table' }), 'by_keys');
  await tabTo(page.getByRole('radio', { name: 'All rows or none' }));
  await page.keyboard.press('ArrowRight');
  await pressUntilFocused(button(page, 'Import 2 rows'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 row imported into by_keys')).toBeVisible();
  await tabTo(page.getByRole('link', { name: 'Download rejected rows' }));
});

test('settings and a snippet are changed by the keyboard alone', async ({ page, demo }) => {
  await go(page, demo, '/settings/studio');
  await fill(page.getByLabel('Tab size'), '3');
  await press(button(page, 'Save settings'), 'Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  await fill(page.getByLabel('Tab size'), '2');
  await expect(button(page, 'Undo changes')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(button(page, 'Undo changes')).toHaveCount(0);

  await press(page.getByRole('link', { name: 'Snippets' }), 'Enter');
  await press(button(page, 'Add snippet'), 'Enter');
  const snippet = page.getByRole('dialog');
  await fill(snippet.getByLabel('Name'), 'bykeys');
  await fill(snippet.getByLabel('Text'), 'SELECT 1');
  await press(button(snippet, /^(Add|Save) snippet$/), 'Enter');
  await press(button(page, 'Delete bykeys'), 'Enter');
  await press(button(page.getByRole('dialog', { name: 'Delete bykeys?' }), 'Delete'), 'Enter');
  await expect(page.getByText('No snippets yet')).toBeVisible();
  await press(page.getByRole('link', { name: 'AI Copilot' }), 'Enter');
  await press(page.getByRole('radio', { name: 'Off' }), 'ArrowRight');
  await expect(page.getByLabel('Model')).toBeVisible();
  expect(await violationsInThemes(page)).toEqual([]);
});

test('a token is created and revoked by the keyboard alone', async ({ page, demo }) => {
  await go(page, demo, '/profile');
  await press(button(page, 'Create token'), 'Enter');
  const token = page.getByRole('dialog');
  await fill(token.getByLabel('Name'), 'By keys');
  await press(button(token, 'Create token'), 'Enter');
  await press(button(token, 'I have copied it'), 'Enter');
  await press(button(page, 'Actions for By keys'), 'Enter');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await press(button(page.getByRole('dialog', { name: 'Revoke By keys?' }), 'Revoke token'), 'Enter');
  await expect(toast(page, 'Revoked By keys')).toBeVisible();
});

test('a layer is found, opened and coloured, and a token for an agent is created, by the keyboard alone', async ({
  page,
  demo,
}) => {
  await sql(demo, 'CREATE EXTENSION IF NOT EXISTS postgis');
  const query = "SELECT 1 AS id, 'north' AS name, ST_MakeEnvelope(0, 0, 10, 10, 4326) AS geom";
  const saved = { connection_id: 'shop', name: 'Areas by keys', sql: query };
  expect((await demo.api('POST', '/api/studio/queries', saved)).status).toBe(201);
  await go(page, demo, '/layers');
  const row = page.getByRole('row').filter({ hasText: 'Areas by keys' });
  await expect(row).toBeVisible();
  await fill(page.getByRole('searchbox', { name: 'Search layers' }), 'by keys');
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await press(page.getByRole('switch', { name: "Queries that aren't layers" }), 'Space');
  await press(page.getByRole('link', { name: 'Areas by keys', exact: true }), 'Enter');
  await expect(page.getByRole('heading', { name: 'Areas by keys' })).toBeVisible();
  await press(page.getByRole('radio', { name: 'One colour' }), 'ArrowRight');
  await expect(page.getByRole('list', { name: 'Legend' })).toContainText('Other');
  expect(await violationsInThemes(page)).toEqual([]);

  await go(page, demo, '/agents');
  await fill(page.getByLabel('Name'), 'Agent by keys');
  await press(page.getByRole('checkbox', { name: 'May propose changes' }), 'Space');
  await press(button(page, 'Create token'), 'Enter');
  await expect(page.locator('[data-secret]')).toContainText('svc_');
  await press(page.getByRole('radio', { name: 'Claude Code' }), 'ArrowRight');
  await expect(page.getByRole('radio', { name: 'VS Code' })).toBeChecked();
  expect(await violationsInThemes(page)).toEqual([]);
});

test('audit entries are filtered and opened, and the inbox is read, by the keyboard alone', async ({ page, demo }) => {
  await demo.api('POST', '/api/profile/tokens', { name: 'Audited by keys' });
  await go(page, demo, '/audit');
  await fill(page.getByRole('searchbox', { name: 'Object' }), 'Audited by keys');
  await page.keyboard.press('Enter');
  await expect(page.locator('dw-audit-table tbody tr')).toHaveCount(1);
  await press(button(page, /^Details of entry/), 'Enter');
  await expect(page.locator('dw-audit-table .details')).toContainText('token.create');
  await press(button(page, 'Verify chain'), 'Enter');
  await expect(page.getByText(/entries, none changed/)).toBeVisible();
  expect(await violationsInThemes(page)).toEqual([]);
  await press(button(page, /^Inbox/), 'Enter');
  await expect(page.getByRole('menu', { name: 'Inbox' })).toBeVisible();
  expect(await violationsInThemes(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(button(page, /^Inbox/)).toBeFocused();
});
