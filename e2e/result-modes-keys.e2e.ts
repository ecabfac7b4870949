import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { waitUntilShopAnswers } from './demo-shop.js';
import { choose, goTo, pick, press, pressUntilFocused, tabTo, takeFromContextMenu, writeSql } from './keys.js';
import { StudioPage } from './studio-page.js';
import { expect, test } from './workbench.js';

const STORES = `SELECT s.name, s.country, count(*) AS orders, s.opening_hours, s.latitude, s.longitude
FROM stores s LEFT JOIN orders o ON o.store_id = s.id GROUP BY s.id ORDER BY s.id`;

/** No story depends on the outside network. */
test.beforeEach(async ({ page, demo }) => {
  await waitUntilShopAnswers(demo);
  await page.route(
    (url) => url.origin !== demo.address,
    (route) => route.abort(),
  );
});

const mode = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });

/** Runs a text; the focus is in the editor. */
async function open(page: Page, address: string, sql: string): Promise<StudioPage> {
  const studio = new StudioPage(page);
  await studio.open(`${address}/studio?connection=shop`);
  await writeSql(page, sql);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(studio.resultHead).toContainText(/rows?/);
  return studio;
}

/** Shows the result in another way. */
async function show(page: Page, name: string): Promise<void> {
  await goTo(page, 'result');
  const modes = page.getByRole('radiogroup', { name: 'Result mode' });
  await pressUntilFocused(modes, 'Shift+Tab');
  await pick(modes, mode(page, name));
}

test('a chart is set by hand and saved by the keyboard alone', async ({ page, demo }) => {
  const studio = await open(
    page,
    demo.address,
    "SELECT date_trunc('month', placed_at) AS month, status, sum(total) AS revenue, count(*) AS orders FROM orders GROUP BY 1, 2",
  );
  await show(page, 'Chart');
  await pick(page.getByRole('radiogroup', { name: 'Chart type' }), mode(page, 'Bar'));
  await choose(page.getByLabel('X', { exact: true }), 'status');
  await press(page.getByRole('button', { name: /^Y: / }), 'Enter');
  await pressUntilFocused(page.getByRole('menuitemcheckbox', { name: 'orders' }), 'ArrowDown');
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Y: revenue and 1 more' })).toBeFocused();
  await choose(page.getByLabel('Aggregate'), 'Average');
  await choose(page.getByLabel('Series of'), 'None');
  await choose(page.getByLabel('Sort'), 'Largest first');
  await choose(page.getByLabel('Top'), '5');
  await expect(page.getByText('1 more along x')).toBeVisible();
  await pressUntilFocused(studio.resultHead.getByRole('button', { name: 'SVG' }), 'Shift+Tab');
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect(await readFile(await (await download).path(), 'utf8')).toContain('delivered');
  await pressUntilFocused(studio.resultHead.getByRole('button', { name: 'As suggested' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(mode(page, 'Line')).toBeChecked();
});

test('a row is picked on the map, and bubbles are sized and coloured, by the keyboard alone', async ({
  page,
  demo,
}) => {
  await open(page, demo.address, STORES);
  await show(page, 'Map');
  await expect(page.getByText('24 rows drawn')).toBeVisible();
  await press(page.getByRole('switch', { name: 'Bubbles' }), 'Space');
  await expect(page.getByLabel('Size', { exact: true })).toBeVisible();
  await pressUntilFocused(page.getByLabel('Size', { exact: true }), 'Shift+Tab');
  await choose(page.getByLabel('Size', { exact: true }), 'orders');
  await choose(page.getByLabel('Colour'), 'country');
  await expect(page.getByRole('region', { name: 'Legend' })).toContainText(/country\s*DE/);
  const map = page.getByRole('application', { name: /^Map/ });
  await press(map, 'Enter');
  const card = page.getByRole('group', { name: 'Picked row' });
  await expect(card).toContainText(/row \d+ of 24/);
  const row = Number(/row (\d+)/.exec((await card.textContent()) ?? '')?.[1]) % 24;
  await press(card.getByRole('button', { name: 'Next row' }), 'Enter');
  await expect(card).toContainText(`row ${row + 1} of 24`);
  await press(card.getByRole('button', { name: 'Show in table' }), 'Enter');
  await expect(page.locator(`.ag-row[row-index="${row}"]`)).toHaveClass(/ag-row-selected/);
});

test('a result is read as JSON, and rows are folded, by the keyboard alone', async ({ page, demo }) => {
  await open(page, demo.address, STORES);
  await show(page, 'JSON');
  const json = page.getByRole('region', { name: 'Result as JSON' });
  await tabTo(json);
  await expect(json).toContainText('"latitude"');
  await page.keyboard.press('ArrowLeft');
  await expect(json.getByRole('button', { name: 'Unfold row 1', exact: true })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(json.getByRole('button', { name: 'Fold row 1', exact: true })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+End');
  await pressUntilFocused(page.getByRole('button', { name: 'Fold rows' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(json.getByRole('button', { name: /^Unfold row/ }).first()).toBeVisible();
});

test('columns are sorted, moved, widened, pinned and hidden by the keyboard alone', async ({ page, demo }) => {
  const studio = await open(
    page,
    demo.address,
    'SELECT i AS a, -i AS b, i * 2 AS c FROM generate_series(1, 5) AS s(i)',
  );
  /** The first letters of the columns, as they stand. */
  const heads = () =>
    page.evaluate<string[]>(`[...document.querySelectorAll('.ag-header-cell[col-id^=c]')]
      .sort((a, b) => a.ariaColIndex - b.ariaColIndex).map((cell) => cell.innerText.trim()[0])`);
  const head = (name: string) => page.getByRole('columnheader', { name: new RegExp(`^${name}`) });
  const width = async (name: string) => (await head(name).boundingBox())?.width ?? 0;
  await goTo(page, 'result');
  await tabTo(studio.cell(0, 0));
  await page.keyboard.press('ArrowUp');
  await expect(head('a')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(studio.cell(0, 0)).toHaveText('5');
  const before = await width('b');
  await page.keyboard.press('Alt+ArrowRight');
  await expect.poll(() => width('b')).toBeGreaterThan(before);
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(heads).toEqual(['a', 'c', 'b']);
  await takeFromContextMenu(page.getByRole('menuitem', { name: 'Pin column' }));
  await expect.poll(heads).toEqual(['b', 'a', 'c']);
  await expect(head('b')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await takeFromContextMenu(page.getByRole('menuitem', { name: 'Hide column' }));
  await expect(head('a')).toHaveCount(0);
  // The focus is still in the table.
  await press(page.getByRole('button', { name: '1 hidden' }), 'Enter');
  await pressUntilFocused(page.getByRole('menuitem', { name: 'Reset columns' }), 'ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(heads).toEqual(['a', 'b', 'c']);
});
