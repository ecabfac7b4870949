import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ConnectionList } from '#libs/api';
import { waitUntilShopAnswers } from './demo-shop.js';
import { StudioPage } from './studio-page.js';
import { expect, test } from './workbench.js';

test.beforeEach(async ({ demo }) => {
  await waitUntilShopAnswers(demo);
});

test('a person adds a connection, tries it first, edits its colour and removes it', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(demo.address);
  await page.getByRole('button', { name: 'Add connection' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Kind').selectOption('duckdb');
  await dialog.getByLabel('Name').fill('Scratch pad');
  await dialog.getByLabel('Path').fill('./scratch.duckdb');
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await expect(dialog.getByText(/Connected in .* DuckDB/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Add connection' }).click();
  await expect(studio.connection('Scratch pad')).toBeVisible();
  expect(readFileSync(join(demo.home, 'connections.yaml'), 'utf8')).toContain('path: ./scratch.duckdb');

  await studio.connection('Scratch pad').getByRole('button').first().click({ button: 'right' });
  await page.getByRole('menu').getByLabel('Violet').click();
  await expect.poll(() => readFileSync(join(demo.home, 'connections.yaml'), 'utf8')).toContain('colour: violet');

  await studio.connection('Scratch pad').getByRole('button').first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: /Remove/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Remove/ })
    .click();
  await expect(studio.connection('Scratch pad')).toHaveCount(0);
  expect(readFileSync(join(demo.home, 'connections.yaml'), 'utf8')).not.toContain('scratch.duckdb');

  for (const [typed, id] of [
    ['', 'scratch-pad-2'],
    ['scratch-pad', 'scratch-pad'],
  ] as const) {
    await page.getByRole('button', { name: 'Add connection' }).click();
    await dialog.getByLabel('Kind').selectOption('duckdb');
    await dialog.getByLabel('Name').fill('Scratch pad');
    await dialog.getByLabel('ID').fill(typed);
    await dialog.getByLabel('Path').fill('./scratch.duckdb');
    await dialog.getByRole('button', { name: 'Add connection' }).click();
    await expect(dialog).toHaveCount(0);
    await expect
      .poll(() => readFileSync(join(demo.home, 'connections.yaml'), 'utf8').split('\n'))
      .toContain(`  - id: ${id}`);
    expect((await demo.api('DELETE', `/api/connections/${id}`)).status).toBe(204);
  }
});

test('a pasted URL fills in the form, and its password is never shown', async ({ page, demo, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const studio = new StudioPage(page);
  await studio.open(demo.address);
  await page.getByRole('button', { name: 'Add connection' }).click();
  const dialog = page.getByRole('dialog');
  const url = 'postgres://ann:p%40ss-w0rd@[::1]:6432/my%20shop?sslmode=require&connect_timeout=5';
  await page.evaluate(`navigator.clipboard.writeText('${url}')`);
  await dialog.getByLabel('Host').click();
  await page.keyboard.press('ControlOrMeta+V');
  await expect(dialog.getByLabel('Host')).toHaveValue('::1');
  await expect(dialog.getByLabel('Port')).toHaveValue('6432');
  await expect(dialog.getByLabel('Database')).toHaveValue('my shop');
  await expect(dialog.getByLabel('User')).toHaveValue('ann');
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue('p@ss-w0rd');
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password');
  await expect(dialog.getByLabel('SSL')).toHaveValue('require');
  await expect(dialog).toContainText('Filled in from the URL. Not taken over: connect_timeout.');
  await expect(dialog).not.toContainText('ss-w0rd');
});

test('a person adds a SQLite database and keeps connections in folders', async ({ page, demo }) => {
  const path = join(mkdtempSync(join(tmpdir(), 'workbench-notes-')), 'notes.db');
  const database = new DatabaseSync(path);
  database.exec('CREATE TABLE notes (id integer PRIMARY KEY, text text)');
  database.close();
  const studio = new StudioPage(page);
  await studio.open(demo.address);
  await page.getByRole('button', { name: 'Add connection' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Kind').selectOption('sqlite');
  await dialog.getByLabel('Name').fill('Notes');
  await dialog.getByLabel('Folder').fill('Personal / Notebooks');
  await dialog.getByLabel('Path').fill(path);
  await dialog.getByRole('button', { name: 'Add connection' }).click();
  const folder = (name: string) => page.getByRole('button', { name: new RegExp(`^${name} ?,`) });
  await expect(folder('Personal')).toBeVisible();
  await expect(studio.connection('Notes')).toBeVisible();
  await folder('Personal').click();
  await expect(studio.connection('Notes')).toHaveCount(0);
  await page.reload();
  await expect(folder('Personal')).toHaveAttribute('aria-expanded', 'false');
  await folder('Personal').click();
  await studio.connection('Lake').getByRole('button').first().dragTo(folder('Notebooks'));
  await expect(folder('Notebooks')).toHaveText(/2$/);
  await expect
    .poll(() => readFileSync(join(demo.home, 'connections.yaml'), 'utf8'))
    .toMatch(/folder: "?Personal\/Notebooks"?[\s\S]*folder: "?Personal\/Notebooks/);
  await studio.connection('Lake').getByRole('button').first().dragTo(studio.connection('Drop folder'));
  await expect(folder('Notebooks')).toHaveText(/1$/);
  await studio.connection('Notes').getByRole('button').first().focus();
  await page.keyboard.press('Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove connection' }).click();
  await expect(folder('Personal')).toHaveCount(0);
});

test('a wrong password is reported in the dialog and never shown again', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(demo.address);
  const list = await demo.api<ConnectionList>('GET', '/api/connections');
  const shop = list.body.items.find(({ id }) => id === 'shop');
  await page.getByRole('button', { name: 'Add connection' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Locked out');
  await dialog.getByLabel('Host').fill('127.0.0.1');
  await dialog.getByLabel('Port').fill(String(shop?.port));
  await dialog.getByLabel('Database').fill('shop');
  await dialog.getByLabel('User').fill('shop');
  await dialog.getByRole('textbox', { name: /^Password/ }).fill('open sesame');
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await expect(dialog.getByText(/did not accept the password/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Add connection' }).click();
  await studio.expectState('Locked out', 'failed');
  const yaml = readFileSync(join(demo.home, 'connections.yaml'), 'utf8');
  expect(yaml).toContain('enc:v1:');
  expect(`${yaml}${demo.log}${JSON.stringify((await demo.api('GET', '/api/connections')).body)}`).not.toContain(
    'open sesame',
  );
  await demo.api('DELETE', '/api/connections/locked-out');
});

test('a change of the file by hand is seen, and a mistake in it is reported without losing the list', async ({
  page,
  demo,
}) => {
  const file = join(demo.home, 'connections.yaml');
  const before = readFileSync(file, 'utf8');
  const studio = new StudioPage(page);
  await studio.open(demo.address);
  writeFileSync(file, before.replace(/name: Lake\b/, 'name: Great lake'));
  await expect(studio.connection('Great lake')).toBeVisible();
  writeFileSync(file, `${before}  - { id: lake, name: Twice, kind: duckdb, path: x }\n`);
  await expect(page.getByText(/\d+:\d+|line \d+/i).first()).toBeVisible();
  await expect(studio.connection('Great lake')).toBeVisible();
  writeFileSync(file, before);
  await expect(studio.connection('Great lake')).toHaveCount(0);
  await expect(studio.connection('Lake')).toBeVisible();
});
