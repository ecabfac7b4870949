import { violations } from './axe.js';
import { HeldRows } from './held-rows.js';
import { StudioPage } from './studio-page.js';
import { expect, test } from './workbench.js';

/** Beyond 2^53, which floating-point numbers cannot add exactly. */
const LARGE =
  "SELECT i AS id, 9007199254740993 + i AS large, 0.1 * i AS tenth, 'n' || i AS name FROM generate_series(1, 9) AS s(i)";

test('a person selects a rectangle of cells, reads its exact sum and copies it', async ({ page, demo, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const studio = new StudioPage(page);
  const copied = (): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()');
  const status = page.locator('dw-status-bar');
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.run(LARGE);
  await expect(studio.resultHead).toContainText(/9\s*rows/);

  await studio.cell(0, 1).hover();
  await page.mouse.down();
  await studio.cell(1, 1).hover();
  await studio.cell(2, 2).hover();
  await page.mouse.up();
  await expect(page.locator('.dw-in-range')).toHaveCount(6);
  await expect(status).toContainText('6 cells · Sum 27,021,597,764,222,985.6 · Avg 4,503,599,627,370,497.6');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('ControlOrMeta+C');
  await expect.poll(copied).toBe('9007199254740994\t0.1\n9007199254740995\t0.2\n9007199254740996\t0.3\n');

  // A right click outside keeps the range.
  await studio.cell(5, 3).click({ button: 'right' });
  await page.keyboard.press('Escape');
  await expect(page.locator('.dw-in-range')).toHaveCount(6);
  await studio.cell(1, 1).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy with column names' }).click();
  await expect.poll(copied).toMatch(/^large\ttenth\n9007199254740994\t0\.1\n/);

  await studio.cell(4, 0).click();
  await expect(page.locator('.dw-in-range')).toHaveCount(0);
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(status).toContainText('4 cells');
  await page.keyboard.press('ControlOrMeta+Shift+ArrowDown');
  await expect(status).toContainText('10 cells');
  await studio.cell(2, 1).click({ modifiers: ['Shift'] });
  await expect(page.locator('dw-grid-foot')).toContainText('rows 3–5');
  await page.keyboard.press('Escape');
  await expect(status).toContainText('Ln 1');
});

test('the sum of a range of a paged result is that of all of its rows', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=lake`);
  await studio.run('SELECT i FROM range(50000) AS t(i)');
  await expect(studio.resultHead).toContainText('50,000');
  await studio.cell(0, 0).click();
  await page.keyboard.press('ControlOrMeta+Shift+ArrowDown');
  await expect(page.locator('dw-status-bar')).toContainText('50,000 cells · Sum 1,249,975,000 · Avg 24,999.5');
});

test('a cell keeps the focus while more rows arrive than a page holds', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  const held = new HeldRows(demo);
  await held.hold();
  await studio.run(
    `SELECT i, CASE i WHEN 4000 THEN ${held.gate} END IS NULL AS free FROM generate_series(1, 30000) AS s(i)`,
  );
  await expect(studio.resultHead).toContainText('so far');
  // Not by the grid, as a screen reader does it.
  await studio.cell(3, 1).focus();
  await held.letGo();
  await expect(page.getByText(/–\d+ of 30,000$/)).toBeVisible();
  await expect(studio.cell(3, 1)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(studio.cell(4, 1)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+End');
  await expect(studio.cell(29_999, 1)).toHaveText('t');
});
