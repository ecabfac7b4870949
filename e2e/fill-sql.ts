import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';

/** Replaces the text of the SQL field in a dialog, once its editor is there. */
export async function fillSql(dialog: Locator, sql: string): Promise<void> {
  const field = dialog.locator('dw-sql-field');
  await field.locator('.monaco-editor .view-lines').click();
  const { keyboard } = dialog.page();
  await keyboard.press('ControlOrMeta+A');
  await keyboard.insertText(sql);
  await expect(field.locator('.view-lines')).toContainText(sql.trim().split(/\s/)[0] ?? '');
}
