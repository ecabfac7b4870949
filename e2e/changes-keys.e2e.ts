import type { Page } from '@playwright/test';
import type { ChangeSetDetails } from '#libs/api';
import { waitUntilShopAnswers } from './demo-shop.js';
import { rows } from './grid-edits.js';
import { fill, goTo, press, pressUntilFocused, tabTo, writeSql } from './keys.js';
import { sql } from './run-sql.js';
import { StudioPage } from './studio-page.js';
import { expect, test } from './workbench.js';

const TABLE = `
  DROP SCHEMA IF EXISTS keyed CASCADE;
  CREATE SCHEMA keyed;
  CREATE TABLE keyed.orders (id integer PRIMARY KEY, status text);
  INSERT INTO keyed.orders VALUES (1, 'open'), (2, 'open')`;
const ROWS = 'SELECT id, status FROM keyed.orders ORDER BY id';

test.beforeEach(async ({ demo }) => {
  await waitUntilShopAnswers(demo);
  await sql(demo, TABLE);
});

test.afterEach(async ({ demo }) => {
  await sql(demo, 'DROP SCHEMA IF EXISTS keyed CASCADE');
});

const detail = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('a conflict is settled, and a change set commented, applied and undone, by the keyboard alone', async ({
  page,
  demo,
}) => {
  const key = { schema: 'keyed', table: 'orders', key: { id: '1' } };
  const items = [{ kind: 'update', ...key, before: { status: 'open' }, values: { status: 'sent' } }];
  const input = { connection_id: 'shop', title: 'Sent by keys', items };
  expect((await demo.api<ChangeSetDetails>('POST', '/api/changes', input)).status).toBe(201);
  await sql(demo, "UPDATE keyed.orders SET status = 'late' WHERE id = 1");
  await page.goto(`${demo.address}/changes`);
  await press(page.getByRole('button', { name: 'Sent by keys' }), 'Enter');
  const change = detail(page, 'Sent by keys');
  await press(change.getByRole('button', { name: 'Rehearse' }), 'Enter');
  const conflict = change.locator('dw-conflict-view');
  await expect(conflict).toContainText('late');
  await press(conflict.getByRole('button', { name: 'Use yours' }), 'Enter');
  await expect(conflict).toHaveCount(0);
  await fill(change.getByRole('textbox', { name: 'Comment' }), 'By keys');
  await press(change.getByRole('button', { name: 'Add comment' }), 'Enter');
  await expect(change.locator('.comment')).toContainText('By keys');
  await pressUntilFocused(change.getByRole('button', { name: 'Apply 1 change' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(change.getByText('Applied', { exact: true }).first()).toBeVisible();
  expect((await rows(demo, ROWS))[0]).toEqual(['1', 'sent']);
  // The button that had the focus is gone.
  await expect(page.locator('dw-change-detail')).toBeFocused();
  await press(change.getByRole('button', { name: /^Undo/ }), 'Enter');
  const undo = detail(page, 'Undo: Sent by keys');
  await press(undo.getByRole('button', { name: 'Rehearse' }), 'Enter');
  await press(undo.getByRole('button', { name: 'Apply 1 change' }), 'Enter');
  await expect(undo.getByText('Applied', { exact: true }).first()).toBeVisible();
  expect((await rows(demo, ROWS))[0]).toEqual(['1', 'late']);
});

test('what a text writes is previewed, discarded and applied by the keyboard alone', async ({ page, demo }) => {
  const panel = detail(page, 'Review changes');
  await new StudioPage(page).open(`${demo.address}/studio?connection=shop`);
  await writeSql(page, "UPDATE keyed.orders SET status = 'sent' WHERE id = 2");
  await page.keyboard.press('Alt+Shift+Enter');
  await expect(panel.locator('tr.after .changed')).toHaveText(['sent']);
  await goTo(page, 'result');
  await tabTo(panel.getByRole('region', { name: /^Rows of/ }));
  await press(panel.getByRole('button', { name: 'Discard' }), 'Enter');
  await expect(panel).toHaveCount(0);
  expect((await rows(demo, ROWS))[1]).toEqual(['2', 'open']);
  await goTo(page, 'editor');
  await page.keyboard.press('Alt+Shift+Enter');
  await expect(panel.locator('tr.after .changed')).toHaveText(['sent']);
  await goTo(page, 'result');
  await press(panel.getByRole('button', { name: 'Apply 1 statement' }), 'Enter');
  await expect(page.getByRole('heading', { name: 'Changes applied' })).toBeVisible();
  expect((await rows(demo, ROWS))[1]).toEqual(['2', 'sent']);
});
