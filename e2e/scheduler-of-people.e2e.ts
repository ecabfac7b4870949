import type { Page } from '@playwright/test';
import { accept, expect, invite, signIn, test } from './team.js';
import { fillSql } from './fill-sql.js';
import { violations } from './axe.js';
import { StudioPage } from './studio-page.js';
import { ANN } from './team.js';

/** Makes a query job on the page of jobs. */
async function create(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New job' }).click();
  const dialog = page.getByRole('dialog', { name: 'New job' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Connection').selectOption('duck');
  await fillSql(dialog, 'SELECT 1');
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
  await expect(page.getByLabel('Owner')).toContainText('All owners');
  await hers.getByRole('button', { name: 'New job' }).click();
  await expect(hers.getByRole('dialog').getByLabel('Kind').locator('option')).not.toContainText(['Plugin']);
});

test('a shared saved query is seen and run by another person, with its owner, and only its owner changes it', async ({
  page,
  team,
  others,
}) => {
  await signIn(page, team);
  const hers = await others.arrive();
  await accept(hers, await invite(page, ANN.email));
  const studio = new StudioPage(page);
  await studio.open(`${team.address}/studio?connection=duck`);
  await studio.type("SELECT 'of the boss' AS note");
  await page.keyboard.press('Control+S');
  const dialog = page.getByRole('dialog', { name: 'Save query' });
  await dialog.getByLabel('Name').fill('Note of the day');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  const saved = (of: Page) => of.getByRole('list', { name: 'Saved queries' }).getByText('Note of the day');
  const theirs = new StudioPage(hers);
  await theirs.open(`${team.address}/studio?connection=duck`);
  await expect(saved(hers)).toHaveCount(0);

  await saved(page).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Share with all users of the connection' }).click();
  await expect(saved(page).locator('xpath=ancestor::*[@role="listitem" or self::li][1]')).toContainText('shared');
  // It comes by itself.
  await expect(saved(hers)).toBeVisible();
  const row = hers
    .getByRole('list', { name: 'Saved queries' })
    .getByRole('listitem')
    .filter({ hasText: 'Note of the day' });
  await expect(row).toContainText(/boss/i);
  expect(await violations(hers)).toEqual([]);
  await saved(hers).click();
  await hers.keyboard.press('Control+Enter');
  await expect(theirs.cell(0, 0)).toHaveText('of the boss');
  await saved(hers).click({ button: 'right' });
  await expect(hers.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0);
  await hers.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Actions for Note of the day' }).click();
  await page.getByRole('menuitem', { name: 'Stop sharing' }).click();
  await expect(saved(hers)).toHaveCount(0);
});
