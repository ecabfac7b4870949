import { waitUntilShopAnswers } from './demo-shop.js';
import { fillSql } from './fill-sql.js';
import { expect, test } from './workbench.js';

test.beforeEach(async ({ demo }) => waitUntilShopAnswers(demo));

test('changes of a pipeline, of settings and in a dialog are discarded after a question only', async ({
  page,
  demo,
}) => {
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  const rail = page.getByRole('navigation').first();
  await page.goto(`${demo.address}/data`);
  await page.getByRole('button', { name: 'New pipeline' }).first().click();
  await page.getByLabel('Name of the pipeline').fill('Half a pipeline');
  await rail.getByRole('link', { name: 'Jobs' }).click();
  await expect(question).toContainText('Unsaved changes in Half a pipeline are lost.');
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect(page).toHaveURL(/\/data/);
  await expect(page.getByLabel('Name of the pipeline')).toHaveValue('Half a pipeline');

  const closing = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const asked = await closing;
  expect(asked.type()).toBe('beforeunload');
  await asked.dismiss();
  await rail.getByRole('link', { name: 'Jobs' }).click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page).toHaveURL(/\/jobs/);

  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New job' });
  await fillSql(dialog, 'select 1');
  await dialog.getByLabel('Name').fill('Half a job');
  await page.keyboard.press('Escape');
  await expect(question).toContainText('Unsaved changes in New job are lost.');
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(dialog.getByLabel('Name')).toHaveValue('Half a job');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('n');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await rail.getByRole('link', { name: 'Settings' }).click();
  const size = page.getByLabel('Editor font size');
  await size.fill('17');
  await page.getByRole('link', { name: 'Snippets' }).click();
  await expect(question).toContainText('Unsaved changes in Studio settings are lost.');
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page).toHaveURL(/\/settings\/snippets/);
});
