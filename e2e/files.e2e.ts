import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { StudioPage } from './studio-page.js';
import { startWithReport, stopAndRemove } from './support/reports.js';
import { expect, test } from './workbench.js';
import type { Workbench } from './workbench.js';

let workbench: Workbench;
let report: string;
test.beforeEach(async () => {
  ({ workbench, report } = await startWithReport('SELECT 1 AS first;\r\nSELECT 2 AS second;\r\n'));
});
test.afterEach(() => stopAndRemove(workbench));

const editorOf = (page: Page) => page.locator('dw-sql-editor .view-lines').first();
const files = (page: Page) => page.getByRole('list', { name: 'Files', exact: true });
const savedButton = (page: Page) => page.locator('dw-action-bar').getByRole('button', { name: /^Saved/ });
const comeBack = (page: Page) => page.evaluate(`window.dispatchEvent(new Event('focus'))`);

/** Chooses the report in the dialog. */
async function addReport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a file' }).click();
  await page.getByRole('button', { name: 'reports' }).click();
  await page.getByRole('button', { name: 'monthly.sql' }).click();
  await expect(page.getByRole('tab', { name: /monthly\.sql/ })).toBeVisible();
}

test('a file is bookmarked, edited and saved in place, and keeps its line ends', async ({ page }) => {
  const studio = new StudioPage(page);
  await studio.open(`${workbench.address}/studio?connection=lake`);
  await addReport(page);
  await expect(editorOf(page)).toContainText('second');
  await expect(savedButton(page)).toBeVisible();

  await page.locator('.monaco-editor').first().click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.insertText('SELECT 3;\n');
  await expect(files(page).getByText('not saved to the file')).toBeAttached();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(savedButton(page)).toBeVisible();
  expect(readFileSync(report, 'utf8')).toBe('SELECT 1 AS first;\r\nSELECT 2 AS second;\r\nSELECT 3;\r\n');

  await page.reload();
  await expect(page.getByRole('tab', { name: /monthly\.sql/ })).toBeVisible();
  await expect(savedButton(page)).toBeVisible();
  await expect(files(page).getByRole('button', { name: 'monthly.sql', exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  );
});

test('the statement at the cursor runs in a file with two kinds of line ends', async ({ page }) => {
  const blank = '\r\n'.repeat(24) + '\n'.repeat(28);
  writeFileSync(report, `${blank}SELECT 7 AS other;\nSELECT 42 AS answer;\nSELECT 3;`);
  const studio = new StudioPage(page);
  await studio.open(`${workbench.address}/studio?connection=lake`);
  await addReport(page);
  await expect(savedButton(page)).toBeVisible();
  await page.locator('.monaco-editor').first().click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Alt+Enter');
  await expect(studio.cell(0, 0)).toHaveText('42');
});

test('a change on disk is noticed on coming back and on saving, and nothing is overwritten unasked', async ({
  page,
}) => {
  const studio = new StudioPage(page);
  await studio.open(`${workbench.address}/studio?connection=lake`);
  await addReport(page);
  writeFileSync(report, 'SELECT 10;\n');
  await page.waitForTimeout(1100);
  await comeBack(page);
  const notice = page.locator('dw-file-notice');
  await expect(notice).toContainText('monthly.sql was changed on disk');
  await notice.getByRole('button', { name: 'Reload' }).click();
  await expect(editorOf(page)).toContainText('SELECT 10');
  await expect(notice).toHaveCount(0);

  await studio.type('SELECT 11');
  writeFileSync(report, 'SELECT 12;\n');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(notice).toBeVisible();
  expect(readFileSync(report, 'utf8')).toBe('SELECT 12;\n');
  await notice.getByRole('button', { name: 'Compare' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('.monaco-diff-editor')).toContainText('SELECT 12');
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await expect(notice).toHaveCount(0);
  await page.locator('.monaco-editor').first().click();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(savedButton(page)).toBeVisible();
  expect(readFileSync(report, 'utf8')).toBe('SELECT 11');
});

test('a file that is gone is shown so, and is made anew when that is wanted', async ({ page }) => {
  const studio = new StudioPage(page);
  await studio.open(`${workbench.address}/studio?connection=lake`);
  await addReport(page);
  rmSync(report);
  await page.waitForTimeout(1100);
  await comeBack(page);
  await expect(files(page)).toContainText('missing');
  await expect(page.locator('dw-file-notice')).toContainText('was deleted or moved');
  await studio.type('SELECT 5');
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByRole('dialog').getByRole('button', { name: 'Save file' }).click();
  await expect(page.locator('dw-file-notice')).toHaveCount(0);
  expect(readFileSync(report, 'utf8')).toBe('SELECT 5');
});

test('a new file is made in an allowed folder, and its bookmark is taken off without it', async ({ page }) => {
  const studio = new StudioPage(page);
  await studio.open(`${workbench.address}/studio?connection=lake`);
  await page.getByRole('button', { name: 'Add a file' }).click();
  await page.getByLabel('New file').fill('fresh');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: /fresh\.sql/ })).toBeVisible();
  await studio.type('SELECT 7');
  await page.keyboard.press('ControlOrMeta+s');
  const path = join(workbench.home, 'files', 'fresh.sql');
  await expect.poll(() => readFileSync(path, 'utf8')).toBe('SELECT 7');
  await files(page).getByRole('button', { name: 'fresh.sql', exact: true }).focus();
  await page.keyboard.press('Delete');
  await expect(files(page).getByRole('button', { name: 'fresh.sql', exact: true })).toHaveCount(0);
  expect(readFileSync(path, 'utf8')).toBe('SELECT 7');
});
