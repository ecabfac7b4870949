import { waitUntilShopAnswers } from './demo-shop.js';
import { StudioPage } from './studio-page.js';
import { expect, test } from './workbench.js';

test('keys in a dialog do nothing to the query behind it', async ({ page, demo }) => {
  await waitUntilShopAnswers(demo);
  const runs: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'POST' && pathname.startsWith('/api/studio/runs')) runs.push(pathname);
  });
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.type('SELECT pg_sleep(8)');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(() => runs.length).toBe(1);
  await page.keyboard.press('ControlOrMeta+s');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox').first()).toBeFocused();
  await page.keyboard.press('Alt+Enter');
  await page.keyboard.press('Alt+w');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('.ag-row[row-index="0"]')).toBeVisible();
  expect(runs).toEqual(['/api/studio/runs']);
});
