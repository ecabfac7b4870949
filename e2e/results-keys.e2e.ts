import type { Page } from '@playwright/test';
import { waitUntilShopAnswers } from './demo-shop.js';
import { HeldRows } from './held-rows.js';
import { StudioPage } from './studio-page.js';
import { expect, test } from './workbench.js';

test.beforeEach(async ({ demo }) => waitUntilShopAnswers(demo));

async function throttle(page: Page, rate: number): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('Emulation.setCPUThrottlingRate', { rate });
}

test('keys right after a click on a cell or a row number go on from there', async ({ page, demo, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = (): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()');
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.run("SELECT i AS id, 'n' || i AS name FROM generate_series(1, 9) AS s(i)");
  await expect(studio.cell(8, 1)).toHaveText('n9');
  await throttle(page, 4);
  for (let row = 1; row < 7; row += 1) {
    const number = page.locator(`.ag-row[row-index="${row - 1}"] [col-id="row"]`);
    const { x, y } = (await number.boundingBox()) ?? { x: 0, y: 0 };
    const { keyboard, mouse } = page;
    // All at once: the page is never waited for.
    await Promise.all([
      ...[mouse.move(x + 9, y + 9), mouse.down(), mouse.up()],
      ...[keyboard.down('Shift'), keyboard.down('ArrowDown'), keyboard.up('ArrowDown'), keyboard.up('Shift')],
      ...[keyboard.down('Control'), keyboard.down('c'), keyboard.up('c'), keyboard.up('Control')],
    ]);
    await expect.poll(copied).toBe(`id\tname\n${row}\tn${row}\n${row + 1}\tn${row + 1}\n`);
    await studio.cell(row, 1).click();
    await keyboard.press('ControlOrMeta+C');
    await expect.poll(copied).toBe(`n${row + 1}`);
  }
});

test('a table whose head has the focus keeps it while the result turns out to be too long to be held', async ({
  page,
  demo,
}) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  const held = new HeldRows(demo);
  await held.hold();
  await studio.run(
    `SELECT i AS a, -i AS b, CASE i WHEN 9001 THEN ${held.gate} END FROM generate_series(1, 12000) AS s(i)`,
  );
  await expect(studio.resultHead).toContainText('so far');
  await page.locator('.ag-header-cell[col-id="c1"]').focus();
  await held.letGo();
  await expect(page.getByText(/–\d+ of 12,000$/)).toBeVisible();
  await expect(studio.cell(0, 0)).toBeFocused();
});

test('no key is lost while a result turns out to be too long to be held', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  const held = new HeldRows(demo);
  await held.hold();
  await studio.run(`SELECT i, CASE i WHEN 4000 THEN ${held.gate} END FROM generate_series(1, 48219) AS s(i)`);
  await expect(studio.resultHead).toContainText('so far');
  await studio.cell(0, 0).click();
  await throttle(page, 6);
  for (let count = 0; count < 10; count += 1) await page.keyboard.press('ArrowDown', { delay: 20 });
  await held.letGo();
  let presses = 10;
  for (; presses < 40 || !(await studio.resultHead.textContent())?.includes('Paged by the server'); presses += 1)
    await page.keyboard.press('ArrowDown', { delay: 20 });
  for (let count = 0; count < 10; count += 1, presses += 1) await page.keyboard.press('ArrowDown');
  await throttle(page, 1);
  await expect(studio.cell(presses, 0)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+End');
  await expect(page.getByText('48,201–48,219 of 48,219')).toBeVisible();
});

test('one of many columns is found and hidden by keys', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.run(`SELECT ${Array.from({ length: 30 }, (_, index) => `${index} AS c_${index}`).join(', ')}`);
  await expect(studio.cell(0, 0)).toBeVisible();
  await page.getByRole('button', { name: 'Columns', exact: true }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Find a column' })).toBeFocused();
  await page.keyboard.type('c_2');
  const found = page.getByRole('menuitemcheckbox');
  await expect(found).toHaveCount(11);
  await page.keyboard.press('ArrowDown');
  await expect(found.first()).toBeFocused();
  await page.keyboard.press('Space');
  await expect(studio.cell(0, 2)).toHaveCount(0);
});
