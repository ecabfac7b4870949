import type { Locator, Page } from '@playwright/test';
import { violations } from './axe.js';
import { waitUntilShopAnswers } from './demo-shop.js';
import { StudioPage } from './studio-page.js';
import { toast } from './toast.js';
import { expect, test } from './workbench.js';
import type { Workbench } from './workbench.js';

test.beforeEach(async ({ context, demo }) => {
  await waitUntilShopAnswers(demo);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
});

const copied = (page: Page): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()');
const question = (page: Page): Locator => page.getByRole('dialog', { name: 'Run SQL from this link?' });
const savedList = (page: Page): Locator => page.getByRole('list', { name: 'Saved queries' });

async function save(demo: Workbench, more: Record<string, unknown>): Promise<string> {
  const body = { name: 'Stores', connection_id: 'shop', sql: 'SELECT id, name FROM stores ORDER BY id', ...more };
  return (await demo.api<{ id: string }>('POST', '/api/studio/queries', body)).body.id;
}

test('a tab is shared with its chart and its values, by keys alone, and asks before it runs', async ({
  page,
  demo,
  browser,
}) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.run('SELECT city, count(*) AS stores FROM stores WHERE id > :least GROUP BY city');
  const values = page.getByRole('dialog');
  await values.getByRole('textbox').first().fill('3');
  await page.keyboard.press('Control+Enter');
  await expect(studio.resultHead).toContainText('All rows loaded');
  await page.getByRole('radio', { name: 'Chart', exact: true }).click();
  await page.getByRole('radio', { name: 'Pie', exact: true }).click();

  await page.getByRole('button', { name: 'Share', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Copy link that runs' })).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const link = await copied(page);
  expect(link.startsWith(`${demo.address}/studio?`)).toBe(true);

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(link);
  await question(other).getByRole('button', { name: 'Run on Shop' }).click();
  await expect(other.getByRole('dialog').getByRole('textbox').first()).toHaveValue('3');
  await other.keyboard.press('Control+Enter');
  await expect(other.getByRole('radio', { name: 'Chart', exact: true })).toBeChecked();
  await expect(other.getByRole('radio', { name: 'Pie', exact: true })).toBeChecked();
  await elsewhere.close();
});

test('a link that only opens runs nothing, and a text too long for a link says so', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.type('SELECT 41 + 1 AS answer');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Copy link that only opens' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const link = await copied(page);
  await studio.type(`SELECT 1\n${'-- a line of a long text\n'.repeat(400)}`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Copy link that runs' }).click();
  await expect(toast(page, 'The text is too long for a link')).toBeVisible();
  expect(await copied(page)).toBe(link);

  await page.goto(link);
  await expect(page.locator('.view-lines').first()).toContainText('41 + 1');
  await expect(page.locator('dw-result-area')).toContainText('No result yet');
  await expect(question(page)).toHaveCount(0);
});

test('saved queries stand in folders, and the link of one opens it by its id', async ({ page, demo }) => {
  const ids = [
    await save(demo, { folder: 'Weekly', name: 'In a folder', sql: `SELECT 7 AS seven -- ${'x'.repeat(50_000)}` }),
    await save(demo, { name: 'In none' }),
  ];
  try {
    await new StudioPage(page).open(`${demo.address}/studio?connection=shop`);
    const folder = savedList(page).getByRole('button', { name: /^Weekly/ });
    await expect(folder).toHaveAttribute('aria-expanded', 'true');
    await folder.focus();
    await page.keyboard.press('ArrowLeft');
    await expect(savedList(page).getByText('In a folder')).toBeHidden();
    await page.reload();
    await expect(savedList(page).getByText('In none')).toBeVisible();
    await expect(savedList(page).getByText('In a folder')).toBeHidden();
    await folder.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await expect(savedList(page).getByRole('button', { name: /^In a folder/ })).toBeFocused();
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Folder')).toHaveValue('Weekly');
    await dialog.getByLabel('Folder').fill('Monthly');
    await page.keyboard.press('Enter');
    await expect(savedList(page).getByRole('button', { name: /^Monthly/ })).toBeVisible();
    await expect(savedList(page).getByRole('button', { name: /^Weekly/ })).toHaveCount(0);

    await savedList(page).getByText('In a folder').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Copy link that runs' }).click();
    await expect(toast(page, 'Link to In a folder copied')).toBeVisible();
    const link = await copied(page);
    expect(link.length).toBeLessThan(120);
    await page.goto(link);
    await expect(question(page)).toContainText('SELECT 7 AS seven');
    await question(page).getByRole('button', { name: 'Run on Shop' }).click();
    await expect(new StudioPage(page).cell(0, 0)).toHaveText('7');
    await expect(page.getByRole('tab', { selected: true })).toContainText('In a folder');
    await page.goto(`${demo.address}/studio?query=gone`);
    await expect(toast(page, "The link's query can't be found")).toBeVisible();
  } finally {
    for (const id of ids) await demo.api('DELETE', `/api/studio/queries/${id}`);
  }
});

test('layers have a list in the rail, which says why a query is none', async ({ page, demo }) => {
  const ids = [
    await save(demo, {
      name: 'Shop areas',
      sql: 'SELECT id, postgis.ST_Point(longitude, latitude, 4326) AS geom FROM stores',
    }),
    await save(demo, { name: 'No places', sql: 'SELECT 1 AS one' }),
  ];
  try {
    await page.goto(`${demo.address}/jobs`);
    await expect(page.locator('dw-rail').getByRole('link', { name: 'Layers' })).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('l');
    await expect(page.getByRole('link', { name: 'Shop areas', exact: true })).toBeVisible();
    await expect(page.getByText('No places')).toHaveCount(0);
    await page.getByRole('switch', { name: "Queries that aren't layers" }).check();
    await expect(page.getByRole('row', { name: /No places/ })).toContainText('geometry');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Shop areas', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Shop areas' })).toBeVisible();
  } finally {
    for (const id of ids) await demo.api('DELETE', `/api/studio/queries/${id}`);
  }
});
