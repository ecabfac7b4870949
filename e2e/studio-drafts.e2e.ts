import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { DraftInput, DraftList, DraftRun, SavedQuery, SavedQueryVersionList } from '#libs/api';
import { StudioPage } from './studio-page.js';
import { Workbench, expect, temporaryHome, test } from './workbench.js';

const CONNECTIONS = `connections:
  - { id: shop, name: Shop, kind: duckdb, path: ./shop.duckdb, colour: red }
  - { id: lake, name: Lake, kind: duckdb, path: ./lake.duckdb, colour: blue }
`;

let workbench: Workbench;
let contexts: BrowserContext[];
test.beforeEach(async () => {
  contexts = [];
  workbench = new Workbench(temporaryHome(), { WORKBENCH_DEMO: 'off' });
  writeFileSync(join(workbench.home, 'connections.yaml'), CONNECTIONS);
  await workbench.start();
});
test.afterEach(async () => {
  for (const context of contexts) await context.close();
  await workbench.stop();
  rmSync(workbench.home, { recursive: true, force: true });
});

/** A browser that has never been here. */
async function freshBrowser(browser: Browser, path = '/studio'): Promise<StudioPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  contexts.push(context);
  const studio = new StudioPage(await context.newPage());
  await studio.open(workbench.address + path);
  return studio;
}

/** The text that the server has of the one tab that was written last. */
async function keptTexts(): Promise<string[]> {
  const { body } = await workbench.api<DraftList>('GET', '/api/studio/tabs');
  return body.items.map(({ sql }) => sql);
}

async function lastRuns(): Promise<(DraftRun | null)[]> {
  const { body } = await workbench.api<DraftList>('GET', '/api/studio/tabs');
  return body.items.map(({ last_run: run }) => run);
}

const TABS = '**/api/studio/tabs**';

/** Keeps a browser from reading and writing tabs, as a network that is away does. */
async function cutOff({ page }: StudioPage): Promise<void> {
  await page.route(TABS, (route) => route.abort());
}

async function reconnect({ page }: StudioPage): Promise<void> {
  await page.unroute(TABS);
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
}

function editorOf(page: Page) {
  return page.locator('.view-lines').first();
}

test('what is typed is in another browser a moment later, and after a crash, and is never run by itself', async ({
  browser,
}) => {
  const first = await freshBrowser(browser, '/studio?connection=lake');
  await first.type('SELECT 41 + 1 AS kept');
  await expect.poll(keptTexts, { intervals: [50] }).toEqual(['SELECT 41 + 1 AS kept']);

  await workbench.stop('SIGKILL');
  await workbench.start();
  const second = await freshBrowser(browser);
  await expect(editorOf(second.page)).toContainText('41 + 1');
  await expect(second.page.getByRole('tab')).toHaveCount(1);
  await expect(second.page.locator('dw-connection-chip')).toContainText('Lake');
  const { body } = await workbench.api<{ items: unknown[] }>('GET', '/api/studio/history');
  expect(body.items).toEqual([]);
});

test('what is typed while the server is away is sent when it is back', async ({ browser }) => {
  const studio = await freshBrowser(browser);
  const { page } = studio;
  await studio.type('SELECT 1');
  await expect.poll(keptTexts).toEqual(['SELECT 1']);
  await workbench.stop('SIGKILL');
  await studio.type('SELECT 2 AS typed_while_away');
  await page.goto('about:blank');
  await workbench.start();
  await page.goto(workbench.address);
  await expect(editorOf(page)).toContainText('typed_while_away');
  await expect.poll(keptTexts).toEqual(['SELECT 2 AS typed_while_away']);
});

test('the last letters of a long text are in a run that is begun at once, and there after a reload', async ({
  browser,
}) => {
  const comments = Array.from({ length: 1_000 }, (_, line) => `-- line ${line} of a text that is long to keep`);
  const sql = [...comments, 'SELECT 40'].join('\n');
  const draft: DraftInput = { title: null, sql, cursor: sql.length, connection_id: 'lake', position: 0, version: 0 };
  await workbench.api('PUT', `/api/studio/tabs/${randomUUID()}`, draft);
  const { page } = await freshBrowser(browser);
  await page.locator('.monaco-editor').first().click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' + 2');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('gridcell', { name: '42' })).toBeVisible();
  await page.locator('.monaco-editor').first().click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' + 100');
  await page.reload();
  await expect(editorOf(page)).toContainText('40 + 2 + 100');
});

test('a tab is the same in a second browser: run, rows, dirty mark and name, also while both are open', async ({
  browser,
}) => {
  const first = await freshBrowser(browser, '/studio?connection=lake');
  await first.page.getByRole('button', { name: 'New tab' }).click();
  const tabOf = ({ page }: StudioPage) => page.getByRole('tab', { name: 'Query 2' });
  await first.run('SELECT 41 + 1 AS answer');
  await expect(first.cell(0, 0)).toHaveText('42');
  const dirtyOf = (studio: StudioPage) => tabOf(studio).locator('.dirty');
  await expect(dirtyOf(first)).toHaveCount(0);

  await expect.poll(async () => (await lastRuns()).map((run) => run?.row_count)).toEqual([1]);
  const second = await freshBrowser(browser);
  await expect(tabOf(second)).toBeVisible();
  await expect(second.cell(0, 0)).toHaveText('42');
  await expect(second.resultHead).toContainText(/1\s*row/);
  await expect(dirtyOf(second)).toHaveCount(0);
  await expect(tabOf(second)).toHaveText((await tabOf(first).textContent()) ?? '');

  await second.type('SELECT 41 + 2 AS answer');
  await expect(dirtyOf(second)).toHaveCount(1);
  await expect(editorOf(first.page)).toContainText('41 + 2');
  await expect(dirtyOf(first)).toHaveCount(1);
  await second.page.keyboard.press('ControlOrMeta+Enter');
  await expect(second.cell(0, 0)).toHaveText('43');
  await expect(first.cell(0, 0)).toHaveText('43');
  await expect(dirtyOf(first)).toHaveCount(0);

  await tabOf(first).press('F2');
  await first.page.getByRole('dialog').getByRole('textbox').fill('Answers');
  await first.page.keyboard.press('Enter');
  await expect(second.page.getByRole('tab', { name: 'Answers' })).toBeVisible();
});

test('two browsers on one tab never overwrite each other without asking', async ({ browser }) => {
  const mine = await freshBrowser(browser, '/studio?connection=shop');
  await mine.type('SELECT 1 AS common');
  await expect.poll(keptTexts).toEqual(['SELECT 1 AS common']);
  const theirs = await freshBrowser(browser, '/studio?connection=shop');
  await expect(editorOf(theirs.page)).toContainText('common');

  await cutOff(mine);
  await theirs.type('SELECT 2 AS theirs');
  await expect.poll(keptTexts).toEqual(['SELECT 2 AS theirs']);
  await mine.type('SELECT 3 AS mine');
  await reconnect(mine);
  const notice = mine.page.locator('dw-draft-notice');
  await expect(notice).toContainText('This tab was also changed in another browser');
  expect(await keptTexts()).toEqual(['SELECT 2 AS theirs']);
  await expect(editorOf(mine.page)).toContainText('mine');

  await notice.getByRole('button', { name: 'Keep mine' }).click();
  await expect(notice).toBeHidden();
  await expect.poll(keptTexts).toEqual(['SELECT 3 AS mine']);
  await expect(editorOf(theirs.page)).toContainText('mine');

  await cutOff(theirs);
  await mine.type('SELECT 5 AS mine');
  await expect.poll(keptTexts).toEqual(['SELECT 5 AS mine']);
  await theirs.type('SELECT 4 AS again');
  await reconnect(theirs);
  const otherNotice = theirs.page.locator('dw-draft-notice');
  await otherNotice.getByRole('button', { name: 'Use theirs' }).click();
  await expect(editorOf(theirs.page)).toContainText('mine');
  await expect(otherNotice).toBeHidden();
  await editorOf(theirs.page).click();
  await theirs.page.keyboard.press('ControlOrMeta+Z');
  await expect(editorOf(theirs.page)).toContainText('again');
});

test('a tab that is closed here is closed in the other browser, too', async ({ browser }) => {
  const mine = await freshBrowser(browser);
  await mine.type('SELECT 1 AS stays');
  await mine.page.getByRole('button', { name: 'New tab' }).click();
  await mine.type('SELECT 2 AS goes');
  await expect.poll(async () => (await keptTexts()).sort()).toEqual(['SELECT 1 AS stays', 'SELECT 2 AS goes']);
  const theirs = await freshBrowser(browser);
  await expect(theirs.page.getByRole('tab')).toHaveCount(2);
  await mine.page.getByRole('tab', { selected: true }).press('Delete');
  await expect.poll(keptTexts).toEqual(['SELECT 1 AS stays']);
  await theirs.page.reload();
  await expect(theirs.page.getByRole('tab')).toHaveCount(1);
  await mine.page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await keptTexts()).length).toBe(2);
});

test('a query is saved under a name, found in the sidebar after a reload, changed, renamed, deleted and brought back', async ({
  browser,
}) => {
  const studio = await freshBrowser(browser, '/studio?connection=shop');
  const { page } = studio;
  const saved = page.getByRole('list', { name: 'Saved queries' });
  await studio.type('SELECT 1 AS first_text');
  await page.keyboard.press('ControlOrMeta+s');
  const dialog = page.getByRole('dialog', { name: 'Save query' });
  await dialog.getByLabel('Name').fill('Orders this month');
  await dialog.getByLabel('Description').fill('Newest first');
  await dialog.getByRole('button', { name: 'Save query' }).click();
  await expect(saved.getByRole('button', { name: /^Orders this month/ })).toBeVisible();
  await expect(page.getByRole('tab', { name: /Orders this month/ })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText(/Saved \d\d:\d\d/);

  await page.getByRole('button', { name: 'New tab' }).click();
  await page.reload();
  await saved.getByRole('button', { name: /^Orders this month/ }).click();
  await expect(editorOf(page)).toContainText('first_text');
  await expect(page.getByRole('tab', { name: /Orders this month/ })).toHaveCount(1);

  await studio.type('SELECT 2 AS second_text');
  await expect(page.getByRole('contentinfo')).toContainText('Changed since it was saved');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('contentinfo')).toContainText(/Saved \d\d:\d\d/);
  const { body } = await workbench.api<{ items: SavedQuery[] }>('GET', '/api/studio/queries');
  const [query] = body.items;
  expect(query).toMatchObject({ sql: 'SELECT 2 AS second_text', description: 'Newest first', connection_id: 'shop' });
  const versions = await workbench.api<SavedQueryVersionList>('GET', `/api/studio/queries/${query?.id ?? ''}/versions`);
  expect(versions.body.items.map(({ sql }) => sql)).toEqual(['SELECT 1 AS first_text']);

  await saved.getByRole('button', { name: /^Orders this month/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Orders by month');
  await page.getByRole('button', { name: 'Rename query' }).click();
  await expect(page.getByRole('tab', { name: /Orders by month/ })).toBeVisible();

  await saved.getByRole('button', { name: /^Orders by month/ }).focus();
  await page.keyboard.press('Delete');
  await expect(saved).toContainText('Save a query with');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(saved.getByRole('button', { name: /^Orders by month/ })).toBeVisible();
});
