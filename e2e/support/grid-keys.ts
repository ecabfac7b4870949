import type { Page } from '@playwright/test';
import { bar, panel } from '../grid-edits.js';
import { goTo, press, pressTowards, writeSql } from '../keys.js';
import { StudioPage } from '../studio-page.js';
import { expect } from '../workbench.js';
import type { Workbench } from '../workbench.js';

/** Where the cell with the focus is: the index of its row, and the place of its column. */
const FOCUSED = `(() => {
  const cell = document.activeElement.closest('.ag-cell');
  return cell && [Number(cell.closest('[row-index]').getAttribute('row-index')), Number(cell.getAttribute('col-id').slice(1))];
})()`;

/** Runs a query by keys alone, and goes to the first cell of its result. */
export async function openByKeys(page: Page, demo: Workbench, query: string, connection = 'shop'): Promise<StudioPage> {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=${connection}`);
  await page.keyboard.press('Alt+T');
  await writeSql(page, query);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(studio.cell(0, 0)).toBeVisible();
  await goToCell(studio, 0, 0);
  return studio;
}

/** Between what is beside a table and the table. */
const MOST_STOPS = 60;

/** Goes to a cell by F6 and the arrow keys, which stay within rows that are drawn. */
export async function goToCell(studio: StudioPage, row: number, column: number): Promise<void> {
  const { keyboard } = studio.page;
  const focused = () => studio.page.evaluate<[number, number] | null>(FOCUSED);
  if ((await focused()) === null) {
    const grid = studio.page.locator('dw-result-grid').first();
    // What is beside the table had the focus in its region last; a table that is just read again cannot be entered.
    await expect(async () => {
      await goTo(studio.page, 'result');
      expect(await pressTowards(grid, 'Shift+Tab', MOST_STOPS)).toBe(true);
    }).toPass();
  }
  const [fromRow, fromColumn] = (await focused()) ?? [0, 0];
  const [down, right] = [row - fromRow, column - fromColumn];
  for (let step = Math.abs(down); step > 0; step -= 1) await keyboard.press(down > 0 ? 'ArrowDown' : 'ArrowUp');
  for (let step = Math.abs(right); step > 0; step -= 1) await keyboard.press(right > 0 ? 'ArrowRight' : 'ArrowLeft');
  await expect(studio.cell(row, column)).toBeFocused();
}

/** Presses keys one after another. */
export async function keys(page: Page, ...names: readonly string[]): Promise<void> {
  for (const name of names) await page.keyboard.press(name);
}

/** Reviews what is staged, and applies it, by keys alone; the focus begins in the grid and is there again. */
export async function applyByKeys(page: Page, count: number): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  const name = `Apply ${count} change${count === 1 ? '' : 's'}`;
  await expect(panel(page).getByRole('button', { name })).toBeVisible();
  await press(panel(page).getByRole('button', { name }), 'Enter');
  await expect(page.getByRole('heading', { name: 'Changes applied' })).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  // The button that had the focus is gone.
  await expect(panel(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  await expect(page.locator('.ag-cell:focus')).toBeVisible();
}
