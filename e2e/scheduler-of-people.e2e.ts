import type { Page } from '@playwright/test';
import { accept, expect, invite, signIn, test } from './team.js';
import { ANN } from './team.js';

/** Makes a query job on the page of jobs. */
async function create(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New job' }).click();
  const dialog = page.getByRole('dialog', { name: 'New job' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Connection').selectOption('duck');
  await dialog.getByLabel('SQL').fill('SELECT 1');
  await dialog.getByRole('button', { name: 'Create job' }).click();
  await expect(page.getByRole('region', { name })).toBeVisible();
}

test('two people see only their own jobs, and an administrator sees all', async ({ page, team, others }) => {
  await signIn(page, team);
  const hers = await others.arrive();
  await accept(hers, await invite(page, ANN.email));
  await page.goto(`${team.address}/jobs?connection=duck`);
  await create(page, 'Of the boss');
  await hers.goto(`${team.address}/jobs?connection=duck`);
  await expect(hers.getByText('No jobs yet')).toBeVisible();
  await create(hers, 'Of Ann');
  await expect(hers.getByRole('table', { name: 'Jobs' }).locator('tbody tr')).toHaveCount(1);
  // It comes by itself.
  await expect(page.getByRole('table', { name: 'Jobs' })).toContainText('Of Ann');
  await expect(page.getByLabel('Owner')).toContainText('Everyone');
  await hers.getByRole('button', { name: 'New job' }).click();
  await expect(hers.getByRole('dialog').getByLabel('Kind').locator('option')).not.toContainText(['Plugin']);
});
