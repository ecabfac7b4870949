import { readFileSync, writeFileSync } from 'node:fs';
import { fill, goTo, press, pressUntilFocused, tabTo, takeFromContextMenu, writeSql } from './keys.js';
import { StudioPage } from './studio-page.js';
import { startWithReport, stopAndRemove } from './support/reports.js';
import { expect, test } from './workbench.js';
import type { Workbench } from './workbench.js';

let workbench: Workbench;
let report: string;
test.beforeEach(async () => {
  ({ workbench, report } = await startWithReport('SELECT 1 AS first;\n'));
});
test.afterEach(() => stopAndRemove(workbench));

test('a file is bookmarked, edited, compared with the disk, saved and removed from the list by the keyboard alone', async ({
  page,
}) => {
  const dialog = page.getByRole('dialog');
  const files = page.getByRole('list', { name: 'Files', exact: true });
  await new StudioPage(page).open(`${workbench.address}/studio?connection=lake`);
  await goTo(page, 'sidebar');
  await press(page.getByRole('button', { name: 'Add a file' }), 'Enter');
  await press(dialog.getByRole('button', { name: 'reports' }), 'Enter');
  await press(dialog.getByRole('button', { name: 'monthly.sql' }), 'Enter');
  await expect(page.getByRole('tab', { name: /monthly\.sql/ })).toBeVisible();
  await expect(page.locator('dw-sql-editor .view-lines').first()).toContainText('first');

  await writeSql(page, 'SELECT 2 AS mine;\n');
  writeFileSync(report, 'SELECT 3 AS theirs;\n');
  await page.keyboard.press('ControlOrMeta+s');
  const notice = page.locator('dw-file-notice');
  await expect(notice).toBeVisible();
  await goTo(page, 'tabs');
  await press(notice.getByRole('button', { name: 'Compare' }), 'Enter');
  await expect(dialog.locator('.monaco-diff-editor')).toContainText('theirs');
  await press(dialog.getByRole('button', { name: 'Keep mine' }), 'Enter');
  await expect(notice).toHaveCount(0);
  await goTo(page, 'editor');
  await page.keyboard.press('ControlOrMeta+s');
  await expect.poll(() => readFileSync(report, 'utf8')).toBe('SELECT 2 AS mine;\n');

  await goTo(page, 'sidebar');
  await tabTo(files.getByRole('button', { name: 'monthly.sql', exact: true }));
  await takeFromContextMenu(page.getByRole('menuitem', { name: 'Remove from list' }));
  await expect(files.getByRole('button', { name: 'monthly.sql', exact: true })).toHaveCount(0);
  await pressUntilFocused(page.getByRole('button', { name: 'Add a file' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'reports' })).toBeVisible();
  await fill(dialog.getByLabel('New file'), 'fresh');
  await press(dialog.getByRole('button', { name: 'Create file' }), 'Enter');
  await expect(page.getByRole('tab', { name: /fresh\.sql/ })).toBeVisible();
});
