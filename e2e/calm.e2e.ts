import type { Locator, Page } from '@playwright/test';
import { violations } from './axe.js';
import { waitUntilShopAnswers } from './demo-shop.js';
import { HeldRows } from './held-rows.js';
import { StudioPage } from './studio-page.js';
import { expect, test } from './workbench.js';

test.beforeEach(async ({ page, demo }) => {
  await waitUntilShopAnswers(demo);
  await page.setViewportSize({ width: 1280, height: 720 });
});

const rail = (page: Page): Locator => page.locator('dw-rail');

/** The texts of the items of a menu that do not fit in it. */
const CUT_MENU_ITEMS = `[...document.querySelectorAll('[role="menuitem"]')]
  .filter((item) => item.scrollWidth > item.clientWidth)
  .map((item) => item.textContent)`;

/** The texts of the controls that a message lies over. */
const COVERED_CONTROLS = `(() => {
  const stack = document.querySelector('dw-toast-stack');
  const area = stack.getBoundingClientRect();
  const isCovered = (box) =>
    box.width > 1 && box.right > area.left && area.right > box.left && box.bottom > area.top && area.bottom > box.top;
  return [...document.querySelectorAll('button, a[href], input, select, textarea')]
    .filter((one) => !stack.contains(one) && isCovered(one.getBoundingClientRect()))
    .map((one) => one.textContent.trim());
})()`;

/** Whether the button or link that has the focus has one of the two rings; true where something else has it. */
const HAS_RING = `(() => {
  const focused = document.activeElement;
  if (!focused?.matches('button, a[href]')) return true;
  const sample = focused.parentElement.appendChild(document.createElement('i'));
  const rings = ['--dw-focus-ring', '--dw-focus-ring-inset'].map((token) => {
    sample.style.boxShadow = 'var(' + token + ')';
    return getComputedStyle(sample).boxShadow;
  });
  sample.remove();
  return rings.includes(getComputedStyle(focused).boxShadow);
})()`;

/** Where a control is, rounded to whole pixels. */
async function place(control: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await control.boundingBox();
  if (box === null) throw new Error('The control is not on the page');
  return {
    x: Math.round(box.x),
    y: Math.round(box.y),
    width: Math.round(box.width),
    height: Math.round(box.height),
  };
}

/** A rail that folds, or a window that is made narrower, is drawn a moment later. */
async function expectWidth(page: Page, width: number): Promise<void> {
  await expect.poll(async () => (await place(rail(page))).width).toBe(width);
}

test('the rail has labels at first, collapses by key and remembers it', async ({ page, demo }) => {
  await page.goto(`${demo.address}/jobs`);
  await expect(rail(page).getByText('Schema Watch', { exact: true })).toBeVisible();
  await expectWidth(page, 200);
  const targets = await rail(page).locator('a, button').all();
  const names = await Promise.all(targets.map(async (one) => (await one.getAttribute('aria-label'))?.split(',')[0]));
  expect(names.length).toBeGreaterThan(10);
  expect(new Set(names).size).toBe(names.length);
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    expect(await violations(page)).toEqual([]);
  }

  await page.keyboard.press('Control+\\');
  await expect(rail(page).getByText('Schema Watch', { exact: true })).toBeHidden();
  await expectWidth(page, 48);
  await page.reload();
  await expect(rail(page).getByRole('link', { name: /^Jobs/ })).toBeVisible();
  await expectWidth(page, 48);
  await rail(page).getByRole('button', { name: 'Show labels' }).focus();
  await page.keyboard.press('Enter');
  await expect(rail(page).getByText('Schema Watch', { exact: true })).toBeVisible();
  await page.setViewportSize({ width: 1000, height: 720 });
  await expectWidth(page, 48);
});

test('Cancel takes the place of Run, and a double click runs once', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  const held = new HeldRows(demo);
  await held.hold();
  await studio.type(`SELECT ${held.gate}, 1 AS n`);
  const bar = page.locator('dw-action-bar');
  const slot = bar.locator('.slot');
  const before = [await place(slot), await place(bar.getByRole('button', { name: /^Format/ }))];
  await bar.getByRole('button', { name: /^Run Ctrl/ }).dblclick();
  const cancel = bar.getByRole('button', { name: /^Cancel/ });
  await expect(cancel).toBeVisible();
  await expect(cancel).toBeFocused();
  await expect(cancel).toContainText(/\d s/);
  expect([await place(slot), await place(bar.getByRole('button', { name: /^Format/ }))]).toEqual(before);
  expect(await place(cancel)).toEqual(before[0]);
  await held.letGo();
  await expect(studio.resultHead).toContainText(/1\s*row/);
  await expect(bar.getByRole('button', { name: /^Run Ctrl/ })).toBeFocused();

  await held.hold();
  await page.keyboard.press('Enter');
  await expect(cancel).toBeVisible();
  await page.waitForTimeout(300);
  await cancel.click();
  await expect(page.locator('dw-result-area')).toContainText('Cancelled');
});

async function widthsOfTwoRowsOf(page: Page, head: Locator): Promise<number[]> {
  const found: number[] = [];
  for (const width of [1920, 1680, 1600, 1536, 1440, 1366, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    // What has no room folds as the frame is made.
    await page.evaluate('new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))');
    if ((await place(head)).height > 40) found.push(width);
  }
  return found;
}

test('from 1280 up the result head is one row in each mode, and the connection chip is whole', async ({
  page,
  demo,
}) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  const widthsOfTwoRows = (): Promise<number[]> => widthsOfTwoRowsOf(page, studio.resultHead);
  await studio.run('SELECT total, status FROM orders');
  await expect(studio.resultHead).toContainText('Paged by the server');
  await page.getByRole('button', { name: /^Edit\./ }).hover();
  await expect(page.getByRole('button', { name: /^Read-only\./ })).toBeVisible();
  expect(await widthsOfTwoRows()).toEqual([]);
  await studio.run('SELECT id, name, city, latitude, longitude, opened_on FROM stores');
  await expect(studio.resultHead).toContainText('All rows loaded');
  for (const mode of ['Table', 'Map', 'Chart', 'JSON']) {
    await page.getByRole('radio', { name: mode, exact: true }).click();
    await page.waitForTimeout(500);
    expect([mode, await widthsOfTwoRows()]).toEqual([mode, []]);
  }
  const right = async (part: Locator): Promise<number> => {
    const { x, width } = await place(part);
    return x + width;
  };
  const [bar, chip] = [page.locator('dw-action-bar'), page.locator('dw-connection-chip button')];
  expect(await right(chip)).toBeLessThanOrEqual(await right(bar));
  // With a panel beside the editor.
  await page
    .getByRole('treeitem', { name: /^stores/ })
    .locator('.label')
    .click();
  await page.keyboard.press('F4');
  await expect(page.locator('dw-definition-panel')).toContainText('opening_hours');
  expect((await place(bar)).width).toBeLessThan(480);
  expect(await right(chip)).toBeLessThanOrEqual(await right(bar));
  expect((await place(chip)).width).toBeGreaterThan(90);
});

test('a result mode has its name in a tooltip only where the head has no room for it', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.run('SELECT 1 AS one');
  await expect(studio.cell(0, 0)).toHaveText('1');
  const mode = page.getByRole('radio', { name: 'JSON', exact: true });
  await mode.hover();
  await expect(page.locator('.dw-tooltip')).toHaveText('JSON');
  await page.setViewportSize({ width: 1920, height: 900 });
  await page.mouse.move(0, 0);
  await expect(page.locator('.dw-tooltip')).toHaveCount(0);
  await mode.hover();
  // Longer than a tooltip takes to come.
  await page.waitForTimeout(600);
  await expect(page.locator('.dw-tooltip')).toHaveCount(0);
});

test('a menu has room for the keys of its actions', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.type('SELECT 1');
  await page.getByRole('button', { name: 'Run options' }).click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  const cut = await page.evaluate<string[]>(CUT_MENU_ITEMS);
  expect(cut).toEqual([]);
});

test('the head of a plan, two heads side by side and the filters of Schema Watch fold', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.type('SELECT * FROM order_items oi JOIN orders o ON o.id = oi.order_id');
  await page.keyboard.press('ControlOrMeta+Shift+E');
  await expect(page.getByRole('button', { name: /large seq scans?$/ })).toBeVisible();
  expect(await widthsOfTwoRowsOf(page, page.locator('dw-plan-view .head').first())).toEqual([]);

  await studio.run('SELECT id, name FROM stores');
  await page.getByRole('button', { name: 'Pin result' }).click();
  await studio.run('SELECT id, name, city FROM stores');
  await page.getByRole('tablist', { name: 'Results' }).getByRole('tab', { name: 'Result 1' }).click();
  await page.getByRole('button', { name: 'Show beside the latest result' }).click();
  await expect(studio.resultHead).toHaveCount(2);
  for (const head of await studio.resultHead.all()) expect((await place(head)).height).toBeLessThanOrEqual(40);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 1920, height: 1080 });
  for (const head of await studio.resultHead.all()) {
    await expect.poll(async () => (await place(head)).height).toBeLessThanOrEqual(40);
    await expect(head).toContainText('rows');
  }
  await page.setViewportSize({ width: 1280, height: 720 });

  await page.goto(`${demo.address}/schema-watch/shop`);
  const filters = page.locator('dw-change-timeline .filters');
  await expect(filters).toBeVisible();
  expect((await place(filters)).height).toBeLessThanOrEqual(84);
});

test('the statistics of a column and the result of a test of a connection are in sight at 1280', async ({
  page,
  demo,
}) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.run('SELECT id, total, store_id FROM orders ORDER BY id LIMIT 900');
  await expect(studio.cell(0, 1)).toBeVisible();
  await page.getByRole('button', { name: 'Filter row' }).click();
  await page.getByRole('columnheader', { name: /^total/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Column statistics' }).click();
  const statistics = page.getByRole('dialog', { name: 'Statistics of total' });
  await expect(statistics.getByRole('button', { name: 'Copy' })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Add connection' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Nowhere');
  await dialog.getByLabel('Host').fill('127.0.0.1');
  await dialog.getByLabel('Port').fill('1');
  await dialog.getByLabel('Database').fill('x');
  await dialog.getByLabel('User').fill('x');
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await expect(dialog.getByText('Nothing listens at 127.0.0.1:1')).toBeInViewport({ ratio: 1 });
  // What failed in a dialog is said there, and nowhere behind it.
  await expect(page.locator('[role="alert"]:visible').and(page.locator(':not([role="dialog"] *)'))).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
});

test('messages cover no control', async ({ page, demo }) => {
  const query = { name: 'To delete', connection_id: 'shop', sql: 'SELECT 1' };
  const made = await demo.api<{ id: string }>('POST', '/api/studio/queries', query);
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.run('SELECT * FROM orders');
  await expect(studio.resultHead).toContainText('Paged by the server');
  await page.getByRole('list', { name: 'Saved queries' }).getByText('To delete').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(messages.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.waitForTimeout(600);
  const covered = await page.evaluate<string[]>(COVERED_CONTROLS);
  expect(covered).toEqual([]);
  await messages.getByRole('button', { name: 'Undo' }).click();
  await demo.api('DELETE', `/api/studio/queries/${made.body.id}`);
});

test('the menu of the editor looks like the other menus, and F1 opens the one palette', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.type('SELECT 1');
  await page.locator('.monaco-editor .view-lines').first().click({ button: 'right' });
  const item = page.locator('.monaco-menu .action-menu-item').first();
  await expect(item).toBeVisible();
  expect((await place(item)).height).toBe(28);
  // The last entry lies beyond the editor and can be pressed all the same.
  await page.locator('.monaco-menu .action-menu-item').last().click({ trial: true });
  await expect(page.getByText('Command Palette')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('F1');
  await expect(page.locator('dw-palette')).toBeVisible();
  await expect(page.locator('.quick-input-widget:visible')).toHaveCount(0);
  await page.keyboard.press('Escape');
});

test('settings apply at once in another tab and in another browser', async ({ page, demo, context, browser }) => {
  const elsewhere = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const [second, third] = [await context.newPage(), await elsewhere.newPage()];
  for (const other of [second, third]) {
    await other.goto(`${demo.address}/studio?connection=shop`);
    await expect(other.locator('.monaco-editor .view-lines').first()).toHaveCSS('font-size', '13px');
  }
  await page.goto(`${demo.address}/settings`);
  await page.getByLabel('Editor font size').fill('19');
  await page.getByRole('radio', { name: 'Dark' }).click();
  await page.getByRole('button', { name: 'Save settings' }).click();
  for (const other of [second, third]) {
    await expect(other.locator('.monaco-editor .view-lines').first()).toHaveCSS('font-size', '19px');
    await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
  }
  await elsewhere.close();
});

test('the focus looks alike on every page', async ({ page, demo }) => {
  for (const path of ['/studio?connection=shop', '/jobs', '/notifications/deliveries', '/explore', '/audit']) {
    await page.goto(`${demo.address}${path}`);
    await expect(page.getByRole('navigation').first()).toBeVisible();
    await page.waitForTimeout(800);
    await page.locator('dw-rail a').first().focus();
    for (let keys = 0; keys < 40; keys += 1) {
      await page.keyboard.press('Tab');
      await expect.poll(() => page.evaluate<boolean>(HAS_RING), path).toBe(true);
    }
  }
});

test('selects look alike on every page', async ({ page, demo }) => {
  for (const path of ['/jobs', '/notifications/deliveries', '/explore', '/audit']) {
    await page.goto(`${demo.address}${path}`);
    await page.waitForTimeout(800);
    const bare = await page.locator('select:visible:not(.dw-select > select)').count();
    expect([path, bare]).toEqual([path, 0]);
  }
});
