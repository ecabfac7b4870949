import type { Locator, Page } from '@playwright/test';
import { runSql } from './run-sql.js';
import { StudioPage } from './studio-page.js';
import { expect } from './workbench.js';
import type { Workbench } from './workbench.js';

export const bar = (page: Page): Locator => page.getByRole('region', { name: 'Staged changes' });
export const panel = (page: Page): Locator => page.getByRole('region', { name: 'Review changes', exact: true });
export const field = (page: Page): Locator => page.locator('dw-cell-editor .field');

/** The rows that a query gives, as the database has them. */
export async function rows(demo: Workbench, query: string, connection = 'shop'): Promise<(string | null)[][]> {
  const run = await runSql(demo, query, connection);
  const { body } = await demo.api<{ rows: (string | null)[][] }>('GET', `/api/studio/runs/${run.id}/statements/0/rows`);
  return body.rows;
}

/** Opens a tab of its own with the result of a query. */
export async function open(page: Page, demo: Workbench, query: string, connection = 'shop'): Promise<StudioPage> {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=${connection}`);
  await page.keyboard.press('Alt+T');
  await studio.run(query);
  await expect(studio.cell(0, 0)).toBeVisible();
  return studio;
}

/** Reviews what is staged, and applies it. */
export async function applyAll(page: Page, count: number): Promise<void> {
  await bar(page).getByRole('button', { name: 'Review changes' }).click();
  await panel(page)
    .getByRole('button', { name: `Apply ${count} change${count === 1 ? '' : 's'}` })
    .click();
  await expect(page.getByRole('heading', { name: 'Changes applied' })).toBeVisible();
}
