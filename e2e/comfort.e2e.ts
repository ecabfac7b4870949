import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { waitUntilShopAnswers } from './demo-shop.js';
import { StudioPage } from './studio-page.js';
import { Workbench, expect, temporaryHome, test } from './workbench.js';

const PAGES = [
  '/studio?connection=shop',
  '/changes',
  '/schema-watch',
  '/jobs',
  '/data',
  '/explore',
  '/layers',
  '/notifications',
  '/agents',
  '/admin',
  '/settings/studio',
  '/settings/copilot',
  '/profile',
];

/** 1280 px as they are, what is left of them for CSS when the browser zooms to 200 %, and a phone. */
const WINDOWS = [
  { name: 'at 1280 px', viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
  { name: 'at 200 % of 1280 px', viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
  { name: 'on a phone', viewport: { width: 390, height: 800 }, deviceScaleFactor: 1 },
];

/**
 * Runs in the page: everything that takes clicks or keys and that neither scrolling nor the focus brings into sight, or
 * that something else covers there; and whether the page is wider than the window.
 */
const UNREACHABLE = `(() => {
  const nameOf = (one) =>
    one.tagName.toLowerCase() + ' "' + (one.getAttribute('aria-label') ?? one.textContent).trim().slice(0, 40) + '"';
  const isThere = (one) => {
    const style = getComputedStyle(one);
    return one.getClientRects().length > 0 && style.visibility === 'visible' && style.pointerEvents !== 'none';
  };
  const lost = [];
  const wanted = 'a[href], button:not([disabled]), input:not([type=hidden]):not([disabled]), select, summary';
  const isOpen = (one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const isInside = x >= 0 && y >= 0 && x <= innerWidth && y <= innerHeight;
    const hit = isInside ? document.elementFromPoint(x, y) : null;
    return hit !== null && (one.contains(hit) || hit.contains(one) || hit.closest('label')?.contains(one) === true);
  };
  // Only scripts scroll what has no scrollbar.
  const unscrolled = (one) => {
    let isScrolled = false;
    for (let part = one.parentElement; part !== null; part = part.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(part);
      const isFixed = { x: /hidden|clip/.test(overflowX), y: /hidden|clip/.test(overflowY) };
      if ((isFixed.x && part.scrollLeft !== 0) || (isFixed.y && part.scrollTop !== 0)) isScrolled = true;
      if (isFixed.x) part.scrollLeft = 0;
      if (isFixed.y) part.scrollTop = 0;
    }
    return isScrolled;
  };
  for (const one of document.querySelectorAll(wanted)) {
    if (!isThere(one) || one.closest('.monaco-editor, .cdk-visually-hidden, [inert]')) continue;
    one.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (isOpen(one) && !unscrolled(one)) continue;
    // Some come into sight with the focus alone.
    one.focus();
    if (!isOpen(one) || unscrolled(one)) lost.push(nameOf(one));
  }
  if (document.documentElement.scrollWidth > innerWidth + 1) lost.push('the page is wider than the window');
  return lost;
})()`;

const unreachable = (page: Page) => page.evaluate<string[]>(UNREACHABLE);

for (const { name, ...use } of WINDOWS) {
  test.describe(name, () => {
    test.use(use);

    test('nothing is cut off or out of reach on any page', async ({ page, demo }) => {
      await waitUntilShopAnswers(demo);
      const found: Record<string, string[]> = {};
      for (const path of PAGES) {
        await page.goto(demo.address + path);
        await expect(page.locator('main, [role="main"]').first()).toBeVisible();
        await expect(page.locator('dw-loading-state')).toHaveCount(0);
        const lost = await unreachable(page);
        if (lost.length > 0) found[path] = lost;
      }
      expect(found).toEqual({});
    });

    test('a query is written, run and looked at', async ({ page, demo }) => {
      await waitUntilShopAnswers(demo);
      const studio = new StudioPage(page);
      await studio.open(`${demo.address}/studio?connection=shop`);
      await studio.run('SELECT name, country, latitude, longitude FROM stores');
      await expect(studio.cell(0, 0)).toBeVisible();
      for (const mode of ['Map', 'Chart', 'JSON', 'Table']) {
        await page.getByRole('radio', { name: mode, exact: true }).click();
        expect(await unreachable(page), mode).toEqual([]);
      }
    });
  });
}

test.describe('a list on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 } });

  test('shows each thing as a block, which is no wider than the screen', async ({ page, demo }) => {
    const token = { name: 'A token with a rather long name', scopes: ['read', 'query', 'manage'] };
    expect((await demo.api('POST', '/api/profile/tokens', token)).status).toBe(201);
    const file = { file_name: 'a-file-of-orders-with-a-rather-long-name.csv', size_bytes: 10 };
    const upload = await demo.api<{ id: string }>('POST', '/api/imports', file);
    const trigger = { type: 'interval', every: 8000, unit: 'hours' };
    const input = { name: 'A job with a rather long name', trigger, settings: { sql: 'SELECT 1' } };
    const job = await demo.api<{ id: string }>('POST', '/api/scheduler/jobs/query', {
      ...input,
      connection_id: 'shop',
    });
    expect([upload.status, job.status]).toEqual([201, 201]);
    for (const [path, name] of [
      ['/profile', 'API tokens'],
      ['/imports', 'Files'],
      ['/jobs', 'Jobs'],
    ] as const) {
      await page.goto(demo.address + path);
      const table = page.getByRole('table', { name });
      await expect(table).toBeVisible();
      const cells = await Promise.all((await table.locator('td').all()).map((cell) => cell.boundingBox()));
      const right = Math.max(...cells.map((box) => (box === null ? 0 : box.x + box.width)));
      expect(right, path).toBeLessThanOrEqual(390);
    }
    await demo.api('DELETE', `/api/imports/${upload.body.id}`);
    await demo.api('DELETE', `/api/scheduler/jobs/${job.body.id}`);
  });
});

test.describe('with 3,000 tables', () => {
  let workbench: Workbench;
  let folder: string;
  test.beforeAll(async () => {
    const home = temporaryHome();
    folder = temporaryHome();
    const database = new Database(join(folder, 'many.sqlite'));
    database.prepare('BEGIN').run();
    for (let n = 0; n < 3_000; n += 1) database.prepare(`CREATE TABLE table_${String(n)} (id INTEGER)`).run();
    database.prepare('COMMIT').run();
    database.close();
    writeFileSync(
      join(home, 'connections.yaml'),
      `connections:\n  - { id: many, name: Many, kind: files, path: ${join(folder, 'many.sqlite')} }\n`,
    );
    workbench = new Workbench(home, { WORKBENCH_DEMO: 'off' });
    await workbench.start();
  });
  test.afterAll(async () => {
    await workbench.stop();
    rmSync(workbench.home, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  });

  test('the schema is scrolled, filtered and walked by keys with some dozens of rows drawn', async ({ page }) => {
    const studio = new StudioPage(page);
    await studio.open(`${workbench.address}/studio?connection=many`);
    const tree = page.getByRole('tree', { name: 'Schema' });
    const rows = tree.getByRole('treeitem');
    await expect(rows.filter({ hasText: 'table_0' }).first()).toBeVisible();
    await tree.focus();
    await page.keyboard.press('End');
    // By name, as texts are sorted.
    await expect(rows.filter({ hasText: /^\s*table_999\b/ })).toBeVisible();
    expect(await rows.count()).toBeLessThan(120);
    await page.getByRole('button', { name: 'Filter tables' }).click();
    await page.keyboard.type('table_2977');
    await expect(rows.filter({ hasText: 'table_2977' })).toBeVisible();
    await rows.filter({ hasText: 'table_2977' }).dblclick();
    await expect(page.locator('.view-lines').first()).toContainText('table_2977');
  });
});
