import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { violations } from './axe.js';
import { press, takeFromContextMenu, writeSql } from './keys.js';
import { runSql } from './run-sql.js';
import { StudioPage } from './studio-page.js';
import { goToCell, openByKeys } from './support/grid-keys.js';
import { Workbench, expect, temporaryHome, test } from './workbench.js';

/** No file of the workbench's own folder may be a connection. */
const connectionsIn = (folder: string) => `connections:
  - { id: duck, name: Duck, kind: duckdb, path: ${join(folder, 'tents.duckdb')} }
  - { id: lite, name: Lite, kind: sqlite, path: ${join(folder, 'tents.sqlite')} }
`;

const TABLE = `
  CREATE TABLE tents (id INTEGER PRIMARY KEY, name VARCHAR(20) NOT NULL, price DECIMAL(8, 2));
  INSERT INTO tents VALUES (1, 'Tent 1', 1.5), (2, 'Tent 2', 2.5), (3, 'Tent 3', NULL)`;
const TENTS = 'SELECT id, name, price FROM tents ORDER BY id';

const bar = (page: Page) => page.getByRole('region', { name: 'Staged changes' });
const panel = (page: Page) => page.getByRole('region', { name: 'Review changes', exact: true });

let workbench: Workbench;
let data: string;
test.beforeEach(async () => {
  workbench = new Workbench(temporaryHome(), { WORKBENCH_DEMO: 'off' });
  data = temporaryHome();
  writeFileSync(join(workbench.home, 'connections.yaml'), connectionsIn(data));
  const file = new DatabaseSync(join(data, 'tents.sqlite'));
  file.exec('CREATE TABLE first (id INTEGER PRIMARY KEY)');
  file.close();
  await workbench.start();
});
test.afterEach(async () => {
  await workbench.stop();
  for (const folder of [workbench.home, data]) rmSync(folder, { recursive: true, force: true });
});

/** The rows of the table, as the database has them. */
async function rows(connection: string): Promise<(string | null)[][]> {
  const run = await runSql(workbench, TENTS, connection);
  const path = `/api/studio/runs/${run.id}/statements/0/rows`;
  return (await workbench.api<{ rows: (string | null)[][] }>('GET', path)).body.rows;
}

for (const [connection, engine, reason] of [
  ['duck', 'DuckDB', 'No column of the result comes from a table.'],
  ['lite', 'SQLite', 'The result has no key of main.tents. Add id.'],
] as const)
  test(`rows of a ${engine} file are edited, reviewed, applied and undone`, async ({ page }) => {
    expect((await runSql(workbench, TABLE, connection)).status).toBe('succeeded');
    const before = await rows(connection);
    const studio = await openByKeys(page, workbench, TENTS, connection);
    await goToCell(studio, 0, 1);
    await page.keyboard.type('Igloo');
    await page.keyboard.press('Tab');
    await page.keyboard.type('33.25');
    await page.keyboard.press('Enter');
    await expect(studio.cell(1, 2)).toBeFocused();
    await goToCell(studio, 2, 1);
    await takeFromContextMenu(page.getByRole('menuitem', { name: 'Delete row' }));
    await expect(studio.cell(2, 1)).toHaveClass(/dw-cell-deleted/);
    await expect(studio.resultHead).toContainText('Editable');
    await expect(bar(page)).toContainText('3 changes in 2 rows');
    expect(await rows(connection)).toEqual(before);

    await page.keyboard.press('ControlOrMeta+Shift+Enter');
    await expect(panel(page).locator('tr.after .changed')).toHaveText(['Igloo', '33.25']);
    expect(await violations(page)).toEqual([]);
    await press(panel(page).getByRole('button', { name: /^Apply \d changes$/ }), 'Enter');
    await expect(page.getByRole('heading', { name: 'Changes applied' })).toBeVisible();
    await expect(studio.cell(0, 1)).toHaveText('Igloo');
    expect(await rows(connection)).toEqual([
      ['1', 'Igloo', '33.25'],
      ['2', 'Tent 2', before[1]?.[2] ?? null],
    ]);

    await press(panel(page).getByRole('button', { name: 'Undo' }), 'Enter');
    await expect(page.getByRole('heading', { name: 'Undo changes' })).toBeVisible();
    await press(panel(page).getByRole('button', { name: /^Apply/ }), 'Enter');
    await expect(studio.cell(0, 1)).toHaveText('Tent 1');
    expect(await rows(connection)).toEqual(before);

    // What cannot be edited says why.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Alt+T');
    await writeSql(page, 'SELECT name FROM tents GROUP BY name ORDER BY name');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(studio.cell(0, 0)).toHaveText('Tent 1');
    await goToCell(studio, 0, 0);
    await page.keyboard.type('x');
    await expect(page.getByRole('button', { name: `Read-only. ${reason}` })).toBeVisible();
  });

for (const [connection, engine] of [
  ['duck', 'DuckDB'],
  ['lite', 'SQLite'],
] as const)
  test(`what a text writes in a ${engine} file is previewed, applied and undone`, async ({ page }) => {
    expect((await runSql(workbench, TABLE, connection)).status).toBe('succeeded');
    const before = await rows(connection);
    const studio = new StudioPage(page);
    await studio.open(`${workbench.address}/studio?connection=${connection}`);
    await page.keyboard.press('Alt+T');
    await studio.type("UPDATE tents SET name = 'Igloo' WHERE id <> 2; DELETE FROM tents WHERE id = 2");
    await page.keyboard.press('Alt+Shift+Enter');
    await expect(page.getByRole('heading', { name: 'Preview of changes' })).toBeVisible();
    await expect(panel(page).locator('tr.before .changed')).toHaveText(['Tent 1', 'Tent 3']);
    await expect(panel(page).locator('tr.after .changed')).toHaveText(['Igloo', 'Igloo']);
    await expect(panel(page)).toContainText('Statement 1: UPDATE, 2 rows');
    await expect(panel(page)).toContainText('Statement 2: DELETE, 1 row');
    await expect(panel(page)).toContainText('Can be undone');
    expect(await violations(page)).toEqual([]);
    expect(await rows(connection)).toEqual(before);

    await press(panel(page).getByRole('button', { name: 'Apply 2 statements' }), 'Enter');
    await expect(page.getByRole('heading', { name: 'Changes applied' })).toBeVisible();
    expect((await rows(connection)).map(([id, name]) => [id, name])).toEqual([
      ['1', 'Igloo'],
      ['3', 'Igloo'],
    ]);
    await press(panel(page).getByRole('button', { name: 'Undo' }), 'Enter');
    await expect(page.getByRole('heading', { name: 'Undo changes' })).toBeVisible();
    await press(panel(page).getByRole('button', { name: /^Apply/ }), 'Enter');
    await expect.poll(() => rows(connection)).toEqual(before);
  });
