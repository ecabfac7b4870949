import type { Page } from '@playwright/test';
import type { ChangeSetDetails } from '#libs/api';
import { violations } from './axe.js';
import { waitUntilShopAnswers } from './demo-shop.js';
import { runSql, sql } from './run-sql.js';
import { expect, test } from './workbench.js';
import type { Workbench } from './workbench.js';

const TABLE = `
  DROP SCHEMA IF EXISTS reviewed CASCADE;
  CREATE SCHEMA reviewed;
  CREATE TABLE reviewed.orders (id integer PRIMARY KEY, status text, refunded numeric(10, 2), note text);
  INSERT INTO reviewed.orders VALUES (1, 'delivered', 0, NULL), (2, 'delivered', 0, ''), (3, 'open', 0, NULL)`;

const ORDERS = { schema: 'reviewed', table: 'orders' };

test.beforeEach(async ({ demo }) => {
  await waitUntilShopAnswers(demo);
  await sql(demo, TABLE);
});

test.afterEach(async ({ demo }) => {
  await sql(demo, 'DROP SCHEMA IF EXISTS reviewed CASCADE');
});

/** Makes a draft that refunds an order; returns its id. */
async function draft(demo: Workbench, id: string, title: string): Promise<string> {
  const { body } = await demo.api<ChangeSetDetails>('POST', '/api/changes', {
    ...{ connection_id: 'shop', title },
    items: [
      {
        ...{ kind: 'update', ...ORDERS, key: { id }, before: { refunded: '0.00', note: null } },
        values: { refunded: '49.80', note: 'late' },
      },
      { kind: 'insert', ...ORDERS, values: { id: `9${id}`, status: '' } },
    ],
  });
  return body.id;
}

/** The rows of the table as the database has them. */
async function rows(demo: Workbench): Promise<string[][]> {
  const run = await runSql(demo, 'SELECT id, status, refunded, note FROM reviewed.orders ORDER BY id');
  const { body } = await demo.api<{ rows: string[][] }>('GET', `/api/studio/runs/${run.id}/statements/0/rows`);
  return body.rows;
}

const detail = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('edits are rehearsed, shown before and after, applied and undone', async ({ page, demo }) => {
  const before = await rows(demo);
  await draft(demo, '1', 'Refund late tents');
  await page.goto(`${demo.address}/changes`);
  await page.getByRole('button', { name: 'Refund late tents' }).click();
  await expect(page).toHaveURL(/\/changes\/[0-9a-f-]{36}/);
  const change = detail(page, 'Refund late tents');
  await change.getByRole('button', { name: 'Rehearse' }).click();
  await expect(change.locator('dw-rehearsal-view')).toContainText(/\d m?s, rolled back/);
  await expect(change.locator('tr.before')).toHaveText([/−\s*Before\s*1\s*delivered\s*0\.00\s*NULL/]);
  await expect(change.locator('tr.after')).toHaveText([
    /\+\s*After\s*1\s*delivered\s*49\.80\s*late/,
    /\+\s*After\s*91\s*''\s*NULL\s*NULL/,
  ]);
  await expect(change.locator('tr.after .changed')).toHaveText(['49.80', 'late']);
  expect(await rows(demo)).toEqual(before);
  expect(await violations(page)).toEqual([]);

  await change.getByRole('radio', { name: 'SQL' }).click();
  await expect(change.locator('pre').first()).toContainText('UPDATE reviewed.orders SET');
  await change.getByRole('textbox', { name: 'Comment' }).fill('Approved by support');
  await change.getByRole('button', { name: 'Add comment' }).click();
  await expect(change.locator('.comment')).toContainText('Approved by support');

  await change.getByRole('button', { name: 'Apply 2 changes' }).click();
  await expect(change.getByText('Applied', { exact: true }).first()).toBeVisible();
  expect(await rows(demo)).not.toEqual(before);
  await change.getByRole('button', { name: 'Undo' }).click();
  const undo = detail(page, 'Undo: Refund late tents');
  await undo.getByRole('button', { name: 'Rehearse' }).click();
  await undo.getByRole('button', { name: 'Apply 2 changes' }).click();
  await expect(undo.getByText('Applied', { exact: true }).first()).toBeVisible();
  expect(await rows(demo)).toEqual(before);
  await undo.getByRole('button', { name: 'Show what it undoes' }).click();
  await expect(detail(page, 'Refund late tents').getByText('Undone', { exact: true }).first()).toBeVisible();
});

test('a row that another has changed is a conflict with three values, and is settled', async ({ page, demo }) => {
  const id = await draft(demo, '1', 'Late refund');
  await sql(demo, "UPDATE reviewed.orders SET refunded = 412, note = 'returned' WHERE id = 1");
  await page.goto(`${demo.address}/changes/${id}`);
  const change = detail(page, 'Late refund');
  await change.getByRole('button', { name: 'Rehearse' }).click();
  const conflict = change.locator('dw-conflict-view');
  await expect(conflict.locator('tbody tr')).toHaveText([
    /refunded\s*49\.80\s*412\.00\s*0\.00/,
    /note\s*late\s*returned\s*NULL/,
  ]);
  await expect(change.getByRole('button', { name: /^Apply/ })).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await conflict.getByRole('button', { name: 'Use yours' }).click();
  await expect(conflict).toHaveCount(0);
  await change.getByRole('button', { name: 'Apply 2 changes' }).click();
  await expect(change.getByText('Applied', { exact: true }).first()).toBeVisible();
  expect((await rows(demo))[0]).toEqual(['1', 'delivered', '49.80', 'late']);
});

test('a statement becomes a change set by the keyboard; what the database refuses is shown', async ({ page, demo }) => {
  await page.goto(`${demo.address}/changes`);
  await expect(page.getByRole('heading', { name: 'Changes', exact: true })).toBeVisible();
  await page.locator('h1').click();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New change set' });
  await dialog.getByRole('button', { name: 'Create draft' }).click();
  await expect(dialog).toContainText('Enter the SQL of the change.');
  await dialog.getByLabel('Title').fill('Close orders');
  await dialog.getByLabel('Connection').selectOption({ label: 'Shop' });
  await dialog.getByLabel('SQL').fill("UPDATE reviewed.orders SET status = 'closed' WHERE status = 'open'");
  expect(await violations(page)).toEqual([]);
  await dialog.getByLabel('SQL').press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const change = detail(page, 'Close orders');
  await change.getByRole('button', { name: 'Rehearse' }).click();
  await expect(change.getByText('Statement 1: UPDATE, 1 row')).toBeVisible();
  await change.getByRole('button', { name: 'Apply 1 statement' }).click();
  await expect(change.getByText('Applied', { exact: true }).first()).toBeVisible();
  await expect(change.getByRole('button', { name: 'Undo' })).toBeVisible();
  expect((await rows(demo))[2]?.[1]).toBe('closed');

  const items = [{ kind: 'statement', sql: 'UPDATE reviewed.orders SET id = 1' }];
  const input = { connection_id: 'shop', title: 'One id for all', items };
  const { body } = await demo.api<ChangeSetDetails>('POST', '/api/changes', input);
  await page.getByRole('button', { name: 'One id for all' }).click();
  const refused = detail(page, 'One id for all');
  await demo.api('POST', `/api/changes/${body.id}/rehearse`);
  await expect(refused.getByRole('alert')).toContainText('23505');

  await page.getByRole('combobox', { name: 'Status' }).selectOption('Applied');
  await expect(page).toHaveURL(/status=applied/);
  await expect(page.getByRole('button', { name: 'One id for all' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('searchbox', { name: 'Search changes' }).fill('one ID');
  await expect(page.locator('dw-change-table .name')).toHaveText(['One id for all']);
  await refused.getByRole('button', { name: 'Delete draft' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete draft' }).click();
  await expect(page).toHaveURL(/\/changes\?/);
  await expect(page.getByText('No change sets match these filters.')).toBeVisible();
});
