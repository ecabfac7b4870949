import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { ChangeSetDetails, ConnectionList, Run } from '#libs/api';
import { inBothThemes, violations } from './axe.js';
import { accept, ADMIN, ANN, expect, invite, signIn, test } from './team.js';
import type { Workbench } from './workbench.js';

const EVE = { email: 'eve@example.org', password: 'eve has a long one as well' };
const TENTS = `CREATE TABLE tents (id integer PRIMARY KEY, name text, price decimal(9, 2));
  INSERT INTO tents VALUES (1, 'Igloo', 129.00), (2, 'Tipi', 249.50), (3, 'Dome', 89.90)`;
const PLACE = { schema: 'main', table: 'tents' };
const REVIEWED =
  'connections:\n  - { id: duck, name: Duck, kind: duckdb, path: ./a.duckdb, colour: blue, writes: review }\n';
const ITEMS = [
  { kind: 'update', ...PLACE, key: { id: '1' }, before: { price: '129.00' }, values: { price: '119.00' } },
  { kind: 'insert', ...PLACE, values: { id: '4', name: 'Yurt', price: '399.00' } },
  { kind: 'delete', ...PLACE, key: { id: '3' }, before: { name: 'Dome', price: '89.90' } },
];

async function call<T>(page: Page, team: Workbench, method: 'get' | 'post', path: string, data?: object): Promise<T> {
  const answer = await page.request[method](team.address + path, { data, headers: { Origin: team.address } });
  expect(answer.ok()).toBe(true);
  return (await answer.json()) as T;
}

/** Runs a text to its end; the cells of its last statement. */
async function execute(page: Page, team: Workbench, sql: string): Promise<Run['statements'][number]['rows']> {
  const { id } = await call<Run>(page, team, 'post', '/api/studio/runs', { connection_id: 'duck', sql });
  const read = () => call<Run>(page, team, 'get', `/api/studio/runs/${id}`);
  await expect.poll(async () => (await read()).status).toBe('succeeded');
  return (await read()).statements.at(-1)?.rows ?? [];
}

/** From now on the connection takes change sets only. */
async function requireReview(page: Page, team: Workbench): Promise<void> {
  writeFileSync(join(team.home, 'connections.yaml'), REVIEWED);
  const lane = async () => (await call<ConnectionList>(page, team, 'get', '/api/connections')).items[0]?.writes;
  await expect.poll(lane).toBe('review');
}

/** The change set at its address. */
async function open(page: Page, team: Workbench, id: string) {
  await page.goto(`${team.address}/changes/${id}`);
  return page.getByRole('region', { name: 'Spring prices' });
}

/** Takes a picture in each theme, in which nothing breaks a rule. */
async function look(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  const filters = page.getByRole('search', { name: 'Filter change sets' });
  await expect.poll(async () => (await filters.boundingBox())?.height ?? 0).toBeLessThanOrEqual(44);
  await page.setViewportSize({ width: 1280, height: 800 });
  await inBothThemes(page, async (theme) => {
    expect(await violations(page)).toEqual([]);
    await page.screenshot({ path: `test-results/changes-approved-${name}-${theme}.png` });
  });
}

test('a second person approves what they have read; the author sees it, and applies it; a third may do neither', async ({
  page,
  team,
  others,
}) => {
  await signIn(page, team);
  const hers = await others.arrive();
  await accept(hers, await invite(page, ANN.email), { ...ANN, name: 'Ann Author' });
  const theirs = await others.arrive();
  await accept(theirs, await invite(page, EVE.email), { ...EVE, name: 'Eve Else' });
  await execute(hers, team, TENTS);
  await requireReview(hers, team);
  const input = { connection_id: 'duck', title: 'Spring prices', items: ITEMS };
  const { id } = await call<ChangeSetDetails>(hers, team, 'post', '/api/changes', input);

  const own = await open(hers, team, id);
  await own.getByRole('button', { name: 'Rehearse' }).click();
  await own.getByRole('button', { name: 'Propose change set' }).click();
  await expect(own.getByText('Proposed', { exact: true }).first()).toBeVisible();
  for (const name of [/^Apply/, /^Approve/]) await expect(own.getByRole('button', { name })).toHaveCount(0);

  // The rail of the reviewer counts it wherever they are, and leads to it.
  const rail = page.getByRole('link', { name: /^Changes/ });
  await expect(rail).toHaveAccessibleName('Changes, 1 to review');
  await expect(theirs.getByRole('link', { name: /^Changes/ })).toHaveAccessibleName('Changes');
  await rail.click();
  await page.getByRole('row').filter({ hasText: 'Spring prices' }).click();
  const change = page.getByRole('region', { name: 'Spring prices' });
  const rows = change.getByRole('region', { name: 'Rows and SQL' });
  for (const text of ['129.00', '119.00', 'Yurt', '399.00', 'Dome', '89.90']) await expect(rows).toContainText(text);
  await look(page, 'review');
  await expect(change.getByRole('button', { name: /^Apply/ })).toHaveCount(0);

  const third = await open(theirs, team, id);
  await expect(third.getByText('Proposed', { exact: true }).first()).toBeVisible();
  for (const name of [/^Apply/, /^Approve/, /^Refuse/, /^Rehearse/, /^Delete/])
    await expect(third.getByRole('button', { name })).toHaveCount(0);

  await change.getByRole('button', { name: 'Approve change set' }).click();
  await expect(change.getByText('Approved', { exact: true }).first()).toBeVisible();
  await expect(rail).toHaveAccessibleName('Changes');

  // It comes by itself.
  await expect(own.getByText('Approved', { exact: true }).first()).toBeVisible();
  await expect(own).toContainText(`Approved by ${ADMIN.email}`);
  await look(hers, 'author');
  await own.getByRole('button', { name: /^Apply/ }).click();
  await expect(own.getByText('Applied', { exact: true }).first()).toBeVisible();
  await expect(third.getByText('Applied', { exact: true }).first()).toBeVisible();
  expect(await execute(hers, team, 'SELECT id, name, price FROM tents ORDER BY id')).toEqual([
    ['1', 'Igloo', '119.00'],
    ['2', 'Tipi', '249.50'],
    ['4', 'Yurt', '399.00'],
  ]);
});
