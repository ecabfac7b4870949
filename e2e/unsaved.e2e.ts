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

test('an import, a token and comments are discarded after a question only, and a comment stays with its change set', async ({
  page,
  demo,
}) => {
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  const discard = question.getByRole('button', { name: 'Discard changes' });
  const keep = question.getByRole('button', { name: 'Keep editing' });
  const rail = page.getByRole('navigation').first();

  await page.goto(`${demo.address}/imports?connection=shop`);
  const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from('id,name\n1,Ann\n') };
  await page.locator('input[type=file]').setInputFiles(file);
  const into = page.getByRole('radiogroup', { name: 'Import into' });
  await into.getByRole('radio', { name: 'Existing table' }).click();
  await page.getByRole('link', { name: 'All files' }).click();
  await expect(question).toContainText('Unsaved changes in the import of people.csv are lost.');
  await keep.click();
  await into.getByRole('radio', { name: 'New table' }).click();
  await page.getByLabel('Name in the table of name').fill('full_name');
  await rail.getByRole('link', { name: 'Agents' }).click();
  await keep.click();
  await expect(page.getByLabel('Name in the table of name')).toHaveValue('full_name');
  // What is removed is not asked about.
  await page.getByRole('button', { name: 'Remove file' }).click();
  await expect(page).toHaveURL(/\/imports(\?|$)/);

  await rail.getByRole('link', { name: 'Agents' }).click();
  await page.getByLabel('May propose changes').check();
  await rail.getByRole('link', { name: 'Changes' }).click();
  await expect(question).toContainText('Unsaved changes in the new token are lost.');
  await discard.click();
  await expect(page).toHaveURL(/\/changes/);

  for (const title of ['First prices', 'Second prices']) {
    const items = [{ kind: 'statement', sql: 'SELECT 1' }];
    const { status } = await demo.api('POST', '/api/changes', { connection_id: 'shop', title, items });
    expect(status).toBe(201);
  }
  await page.reload();
  const comment = page.getByRole('textbox', { name: 'Comment' });
  await page.getByRole('button', { name: 'First prices' }).click();
  await comment.fill('Why so low');
  await page.getByRole('button', { name: 'Second prices' }).click();
  await expect(page.getByRole('heading', { name: 'Second prices' })).toBeVisible();
  await expect(comment).toHaveValue('');
  await page.getByRole('button', { name: 'First prices' }).click();
  await expect(comment).toHaveValue('Why so low');
  await rail.getByRole('link', { name: 'Jobs' }).click();
  await expect(question).toContainText('Unsaved changes in the comment on First prices are lost.');
  await discard.click();
  await expect(page).toHaveURL(/\/jobs/);
});
