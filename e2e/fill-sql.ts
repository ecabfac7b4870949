import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';

/** Replaces the text of the SQL field in a part of the page, once its editor is there. */
export async function fillSql(part: Locator, sql: string): Promise<void> {
  const field = part.locator('dw-sql-field');
  await field.locator('.monaco-editor .view-lines').click();
  const { keyboard } = part.page();
  await keyboard.press('ControlOrMeta+A');
  await keyboard.insertText(sql);
  await expect(field.locator('.view-lines')).toContainText(sql.trim().split(/\s/)[0] ?? '');
}
