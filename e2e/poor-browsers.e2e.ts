import { waitUntilShopAnswers } from './demo-shop.js';
import { faultsOf } from './page-faults.js';
import { StudioPage } from './studio-page.js';
import { studioOf } from './team.js';
import { expect, test } from './workbench.js';

/** Runs before any script of a page and takes away what some browsers do not have, or do not give to pages. */
const WAYS: readonly (readonly [name: string, prepare: string])[] = [
  [
    'lets no page name its storage',
    `for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, {
      get() { throw new DOMException('Access is denied for this document.', 'SecurityError'); },
    });`,
  ],
  [
    'has no room in its storage',
    `Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };`,
  ],
  [
    'has neither shared workers nor channels nor locks',
    `delete globalThis.SharedWorker; delete globalThis.BroadcastChannel; delete Navigator.prototype.locks;`,
  ],
];

test.use({ isContextKept: false });

for (const [name, prepare] of WAYS) {
  test(`the studio works in a browser that ${name}`, async ({ context, page, demo }) => {
    await waitUntilShopAnswers(demo);
    await context.addInitScript(prepare);
    const faults = faultsOf(page);
    for (const path of ['/jobs', '/settings/studio']) {
      await page.goto(demo.address + path);
      await expect(page.getByRole('heading').first()).toBeVisible();
    }
    await page.goto(`${demo.address}/studio?connection=shop`);
    const studio = await studioOf(page);
    await studio.run('SELECT id, status, placed_at, shipped_at, total FROM orders ORDER BY id');
    await expect(studio.cell(0, 0)).toHaveText('1');
    await page.getByRole('button', { name: 'New tab' }).click();
    await new StudioPage(page).run('SELECT 40 + 2 AS answer');
    await expect(studio.cell(0, 0)).toHaveText('42');
    await page.getByRole('button', { name: 'Pin result' }).click();
    await page.waitForTimeout(500);
    expect(faults).toEqual([]);
  });
}
