import { waitUntilShopAnswers } from './demo-shop.js';
import { rows } from './grid-edits.js';
import { goTo, pick, press, pressUntilFocused, writeSql } from './keys.js';
import { sql } from './run-sql.js';
import { StudioPage } from './studio-page.js';
import { expect, test } from './workbench.js';

test.beforeEach(async ({ demo }) => {
  await waitUntilShopAnswers(demo);
  await sql(
    demo,
    `DROP TABLE IF EXISTS keyed_rows; CREATE TABLE keyed_rows (code text PRIMARY KEY, note text, mood text);
     INSERT INTO keyed_rows VALUES ('z')`,
  );
});
test.afterEach(async ({ demo }) => sql(demo, 'DROP TABLE IF EXISTS keyed_rows'));

test('a row is added by its form, and a transaction is rolled back, by the keyboard alone', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  const form = page.getByRole('dialog', { name: 'Insert a row into keyed_rows' });
  const field = (name: string) => form.locator('dw-row-field').filter({ hasText: new RegExp(`^\\s*${name}`) });
  const run = async (text: string): Promise<void> => {
    await writeSql(page, text);
    await page.keyboard.press('ControlOrMeta+Enter');
  };
  await studio.open(`${demo.address}/studio?connection=shop`);
  await run('SELECT code, note, mood FROM keyed_rows');
  const insert = studio.resultHead.getByRole('button', { name: 'INSERT' });
  await expect(studio.cell(0, 0)).toHaveText('z');
  await goTo(page, 'result');
  await pressUntilFocused(insert, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(field('code').locator('textarea').first()).toBeFocused();
  await page.keyboard.type('a');
  await pick(field('mood').getByRole('radiogroup'), field('mood').getByRole('radio', { name: 'Empty' }));
  await press(form.getByRole('button', { name: 'Insert row' }), 'Enter');
  await expect(form).toHaveCount(0);
  expect(await rows(demo, 'SELECT code, note, mood FROM keyed_rows ORDER BY code LIMIT 1')).toEqual([['a', null, '']]);

  const transaction = page.getByRole('group', { name: 'Transaction', exact: true });
  await run('BEGIN; DELETE FROM keyed_rows');
  await expect(transaction).toContainText('Transaction open');
  await goTo(page, 'tabs');
  await press(transaction.getByRole('button', { name: 'Roll back' }), 'Enter');
  await expect(transaction).toHaveCount(0);
  await run('BEGIN; SELECT nope');
  await expect(transaction).toContainText('Transaction failed');
  await page.keyboard.press('Alt+W');
  await press(page.getByRole('dialog').getByRole('button', { name: 'Roll back and close' }), 'Enter');
  await expect(transaction).toHaveCount(0);
  expect(await rows(demo, 'SELECT code FROM keyed_rows ORDER BY code')).toEqual([['a'], ['z']]);
});
