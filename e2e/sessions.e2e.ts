import type { StudioSessionList } from '#libs/api';
import { waitUntilShopAnswers } from './demo-shop.js';
import { StudioPage } from './studio-page.js';
import { expect, test } from './workbench.js';

test.beforeEach(async ({ demo }) => {
  await waitUntilShopAnswers(demo);
});

test('a transaction lasts from run to run until it is rolled back', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  const transaction = page.getByRole('group', { name: 'Transaction', exact: true });
  await studio.run('CREATE TABLE IF NOT EXISTS e2e_notes (note text)');
  await expect(page.locator('dw-result-area')).toContainText('CREATE TABLE');
  await expect(transaction).toHaveCount(0);

  await studio.run('BEGIN');
  await expect(transaction).toContainText('Transaction open');
  await studio.run("INSERT INTO e2e_notes VALUES ('only here')");
  await expect(page.locator('dw-result-area')).toContainText('1 row');
  await page.reload();
  await expect(transaction).toContainText('Transaction open');
  await studio.run('SELECT note FROM e2e_notes');
  await expect(studio.cell(0, 0)).toHaveText('only here');

  await transaction.getByRole('button', { name: 'Roll back' }).click();
  await expect(transaction).toHaveCount(0);
  await studio.run('SELECT count(*) AS notes FROM e2e_notes');
  await expect(studio.cell(0, 0)).toHaveText('0');
});

test('a failed transaction says so, and closing its tab asks first', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  const transaction = page.getByRole('group', { name: 'Transaction', exact: true });
  await studio.run('BEGIN; SELECT 1; SELECT nope');
  await expect(transaction).toContainText('Transaction failed');
  await expect(transaction.getByRole('button', { name: 'Commit' })).toHaveCount(0);

  const strip = page.getByRole('tablist', { name: 'Queries' });
  await strip.getByRole('tab').first().locator('.close').click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('rolls it back');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(transaction).toContainText('Transaction failed');
  await strip.getByRole('tab').first().locator('.close').click();
  await question.getByRole('button', { name: 'Roll back and close' }).click();
  await expect(transaction).toHaveCount(0);
  // Stories on other connections may leave a transaction of theirs open.
  const open = async () => {
    const { items } = (await demo.api<StudioSessionList>('GET', '/api/studio/sessions')).body;
    return items.filter((session) => session.connection_id === 'shop' && session.transaction !== 'none');
  };
  await expect.poll(open).toEqual([]);
});

test('a session that the database has ended says what is gone', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.run('BEGIN; SELECT pg_backend_pid() AS pid');
  const pid = await studio.cell(0, 0).textContent();
  const sql = `SELECT pg_terminate_backend(${pid})`;
  await demo.api('POST', '/api/studio/runs', { connection_id: 'shop', sql });
  await expect(page.locator('dw-session-note')).toContainText('the open transaction are gone');
  await studio.run('SELECT 1 AS never');
  await expect(page.locator('dw-result-area')).toContainText('The session was lost');
  await studio.run('SELECT 2 AS again');
  await expect(studio.cell(0, 0)).toHaveText('2');
});
