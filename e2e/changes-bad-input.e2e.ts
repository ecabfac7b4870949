import type { Page } from '@playwright/test';
import type { ChangeItem, ChangeSetDetails, Connection, ConnectionList } from '#libs/api';
import { CommitCutter } from '../server/src/changes/testing/commit-cutter.js';
import { violations } from './axe.js';
import { waitUntilShopAnswers } from './demo-shop.js';
import { runSql, sql } from './run-sql.js';
import { expect, test } from './workbench.js';
import type { Workbench } from './workbench.js';

const TABLE = `
  DROP SCHEMA IF EXISTS odd CASCADE;
  CREATE SCHEMA odd;
  CREATE TABLE odd.sites (id integer PRIMARY KEY, name text);
  CREATE TABLE odd.tents (
    id integer PRIMARY KEY, name text,
    site integer REFERENCES odd.sites DEFERRABLE INITIALLY DEFERRED);
  INSERT INTO odd.sites VALUES (1, 'Fjord'), (2, 'Lake');
  INSERT INTO odd.tents VALUES (1, 'Igloo', 1), (2, 'Tipi', 1)`;

const PLACE = { schema: 'odd', table: 'tents' };

test.beforeEach(async ({ demo }) => {
  await waitUntilShopAnswers(demo);
  await sql(demo, TABLE);
});
test.afterEach(async ({ demo }) => {
  await sql(demo, 'DROP SCHEMA IF EXISTS odd CASCADE');
});

/** Makes a draft and opens its page, rehearsed. */
async function rehearsed(page: Page, demo: Workbench, title: string, items: ChangeItem[]) {
  const input = { connection_id: 'shop', title, items };
  const { body } = await demo.api<ChangeSetDetails>('POST', '/api/changes', input);
  await page.goto(`${demo.address}/changes/${body.id}`);
  const change = page.getByRole('region', { name: title, exact: true });
  await change.getByRole('button', { name: 'Rehearse' }).click();
  await expect(change.locator('dw-rehearsal-view')).toContainText(/\d m?s, rolled back/);
  return change;
}

async function tents(demo: Workbench) {
  return (await runSql(demo, 'SELECT id, name, site FROM odd.tents ORDER BY id')).statements[0]?.rows;
}

const RENAME: ChangeItem[] = [
  { kind: 'update', ...PLACE, key: { id: '1' }, before: { name: 'Igloo' }, values: { name: 'Dome' } },
  { kind: 'update', ...PLACE, key: { id: '2' }, before: { name: 'Tipi' }, values: { name: 'Yurt' } },
];

test('a row whose key has changed meanwhile stops all, is shown as gone, and can be left out', async ({
  page,
  demo,
}) => {
  const change = await rehearsed(page, demo, 'Rename tents', RENAME);
  await sql(demo, 'UPDATE odd.tents SET id = 11 WHERE id = 1');
  await change.getByRole('button', { name: 'Apply 2 changes' }).click();
  const conflict = change.locator('dw-conflict-view');
  await expect(conflict).toContainText('id 1');
  await expect(conflict.locator('tbody tr')).toHaveText([/name\s*Dome\s*—\s*Igloo/]);
  await expect(change.getByText('Conflicted', { exact: true }).first()).toBeVisible();
  await expect(change.getByRole('button', { name: /^(Apply|Propose)/ })).toHaveCount(0);
  await expect(change).toContainText('Cannot be applied. A row has changed since: settle the conflict first.');
  expect(await violations(page)).toEqual([]);
  expect(await tents(demo)).toEqual([
    ['2', 'Tipi', '1'],
    ['11', 'Igloo', '1'],
  ]);
  // A row that is gone cannot be changed.
  await expect(conflict.getByRole('button', { name: 'Use yours' })).toHaveCount(0);
  await conflict.getByRole('button', { name: 'Keep theirs, leave this row out' }).click();
  await change.getByRole('button', { name: 'Apply 1 change' }).click();
  await expect(change.getByText('Applied', { exact: true }).first()).toBeVisible();
  expect(await tents(demo)).toEqual([
    ['2', 'Yurt', '1'],
    ['11', 'Igloo', '1'],
  ]);
});

test('a deferred constraint that fails at the commit keeps everything out, and names the reason', async ({
  page,
  demo,
}) => {
  const before = await tents(demo);
  const change = await rehearsed(page, demo, 'Move to the lake', [
    { kind: 'update', ...PLACE, key: { id: '1' }, before: { site: '1' }, values: { site: '2' } },
    { kind: 'insert', ...PLACE, values: { id: '3', name: 'Dome', site: '2' } },
  ]);
  await sql(demo, 'DELETE FROM odd.sites WHERE id = 2');
  await change.getByRole('button', { name: 'Apply 2 changes' }).click();
  await expect(change.getByText('The database refused the change set')).toBeVisible();
  await expect(change.getByRole('alert')).toContainText('violates foreign key constraint "tents_site_fkey"');
  await expect(change.getByText('Draft', { exact: true }).first()).toBeVisible();
  await expect(change.getByRole('button', { name: /^(Apply|Propose)/ })).toHaveCount(0);
  await expect(change).toContainText('Cannot be applied. The last rehearsal failed.');
  expect(await violations(page)).toEqual([]);
  expect(await tents(demo)).toEqual(before);
  await sql(demo, "INSERT INTO odd.sites VALUES (2, 'Lake')");
  await change.getByRole('button', { name: 'Rehearse again' }).click();
  await change.getByRole('button', { name: 'Apply 2 changes' }).click();
  await expect(change.getByText('Applied', { exact: true }).first()).toBeVisible();
});

test('an answer that is lost behind the commit is found out, never guessed', async ({ page, demo }) => {
  const { items } = (await demo.api<ConnectionList>('GET', '/api/connections')).body;
  const shop = items.find(({ id }) => id === 'shop');
  if (shop?.host === undefined || shop.port === undefined || shop.user === undefined)
    throw new Error('The demo has no shop.');
  const cutter = await CommitCutter.start(shop.host, shop.port);
  const { name, kind, database, user, colour, host, port } = shop;
  // A password that is stored goes to no other address.
  const password = 'known to the story';
  await sql(demo, `ALTER ROLE ${user} PASSWORD '${password}'`);
  const put = async (place: Pick<Connection, 'host' | 'port'>): Promise<void> => {
    const input = { name, kind, database, user, password, colour, confirm_destructive: false, ...place };
    expect((await demo.api('PUT', '/api/connections/shop', input)).status).toBe(200);
    await waitUntilShopAnswers(demo);
  };
  await put({ host: '127.0.0.1', port: cutter.port });
  try {
    const change = await rehearsed(page, demo, 'Rename tents', RENAME);
    cutter.cut('before the answer', true);
    await change.getByRole('button', { name: 'Apply 2 changes' }).click();
    await expect(change).toContainText("Lost the database's answer to the commit. Checking whether it was applied…");
    await expect(change).toContainText(/Not known yet: .+\./);
    await expect(change.getByText('Uncertain', { exact: true }).first()).toBeVisible();
    await expect(change.getByRole('button', { name: /^(Apply|Propose|Rehearse)/ })).toHaveCount(0);
    expect(await violations(page)).toEqual([]);
    cutter.comeBack();
    await expect(change.getByText('Applied', { exact: true }).first()).toBeVisible({ timeout: 90_000 });
    expect(await tents(demo)).toEqual([
      ['1', 'Dome', '1'],
      ['2', 'Yurt', '1'],
    ]);
  } finally {
    cutter.comeBack();
    await put({ host, port });
    await cutter.stop();
  }
});
