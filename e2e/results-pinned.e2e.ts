import { violations } from './axe.js';
import { waitUntilShopAnswers } from './demo-shop.js';
import { StudioPage } from './studio-page.js';
import { expect, test } from './workbench.js';

const LARGE = 'SELECT i FROM generate_series(1, 20000) AS s(i)';

test.beforeEach(async ({ demo }) => {
  await waitUntilShopAnswers(demo);
});

test('a person pins a result, names it, puts it beside a later one, and finds it after a reload', async ({
  page,
  demo,
}) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  const results = page.getByRole('tablist', { name: 'Results' });
  const pinned = page.locator('dw-pinned-area');
  await studio.run(LARGE);
  await expect(studio.cell(0, 0)).toHaveText('1');
  await expect(results).toHaveCount(0);
  await page.getByRole('button', { name: 'Pin result' }).click();
  await studio.run('SELECT 7 AS seven');
  await expect(studio.cell(0, 0)).toHaveText('7');

  await results.getByRole('tab', { name: 'Result 1' }).click();
  await expect(pinned.locator('dw-result-head')).toContainText(/20,000\s*rows/);
  await pinned.locator('.ag-grid-viewport').evaluate((element) => {
    (element as unknown as { scrollTop: number }).scrollTop = 15_000 * 24;
  });
  await expect(pinned.locator('.ag-row[row-index="15000"] [col-id="c0"]')).toHaveText('15001');
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'Name of the result' }).fill('Numbers');
  await page.keyboard.press('Enter');
  await expect(results.getByRole('tab', { name: 'Numbers' })).toBeFocused();

  await page.getByRole('button', { name: 'Show beside the latest result' }).click();
  await expect(page.locator('dw-result-area')).toHaveCount(2);
  const heads = page.locator('dw-result-head');
  await expect(heads.nth(0)).toContainText(/1\s*row/);
  await expect(heads.nth(1)).toContainText(/20,000\s*rows/);
  expect(await violations(page)).toEqual([]);

  await page.reload();
  await expect(studio.cell(0, 0)).toHaveText('7');
  await results.getByRole('tab', { name: 'Numbers' }).click();
  await expect(pinned.locator('.ag-row[row-index="0"] [col-id="c0"]')).toHaveText('1');
  await page.getByRole('button', { name: 'Unpin result' }).click();
  await expect(results).toHaveCount(0);
  await expect(studio.cell(0, 0)).toHaveText('7');
});

test('hidden and pinned columns and their widths stay over a reload, for this shape of result', async ({
  page,
  demo,
}) => {
  const studio = new StudioPage(page);
  const head = (name: RegExp) => page.getByRole('columnheader', { name });
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.run('SELECT 1 AS first, 2 AS second, 3 AS third');
  await expect(studio.cell(0, 2)).toHaveText('3');
  await head(/^third/).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Pin column' }).click();
  await head(/^second/).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Hide column' }).click();
  await expect(studio.cell(0, 1)).toHaveCount(0);

  await studio.run('SELECT 4 AS other');
  await expect(studio.cell(0, 0)).toHaveText('4');
  await studio.run('SELECT 5 AS first, 6 AS second, 7 AS third');
  await expect(studio.cell(0, 0)).toHaveText('5');
  await expect(studio.cell(0, 1)).toHaveCount(0);
  await page.reload();
  await expect(studio.cell(0, 0)).toHaveText('5');
  await expect(studio.cell(0, 1)).toHaveCount(0);
  await expect.poll(async () => (await page.getByRole('columnheader').allInnerTexts())[1]).toMatch(/^third/);

  await page.getByRole('button', { name: '1 hidden' }).click();
  await page.getByRole('menuitem', { name: 'Reset columns' }).click();
  await expect(studio.cell(0, 1)).toHaveText('6');
  await page.reload();
  await expect(studio.cell(0, 1)).toHaveText('6');
});

test('a click beside the same result pinned keeps the focus, and at 1280 the viewer of the cell can be closed', async ({
  page,
  demo,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.run('SELECT status, count(*) AS orders FROM orders GROUP BY status');
  await expect(studio.cell(0, 0)).toBeVisible();
  await page.getByRole('button', { name: 'Pin result' }).click();
  await page.getByRole('tab', { name: 'Result 1' }).click();
  await page.getByRole('button', { name: 'Show beside the latest result' }).click();
  await studio.cell(1, 0).first().click();
  await expect(studio.cell(1, 0).last()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(studio.cell(2, 0).first()).toBeFocused();
  await page.keyboard.press('Space');
  const viewer = page.getByRole('region', { name: 'Cell value' });
  const [close, area] = [viewer.getByRole('button', { name: 'Close' }), page.locator('dw-result-area').first()];
  const right = async (part: typeof close) => {
    const box = await part.boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 0);
  };
  expect(await right(close)).toBeLessThan(await right(area));
  await close.click();
  await expect(viewer).toHaveCount(0);
});
