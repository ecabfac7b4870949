import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { violations } from './axe.js';
import { waitUntilShopAnswers } from './demo-shop.js';
import { bar, field, panel, rows } from './grid-edits.js';
import { press } from './keys.js';
import { sql } from './run-sql.js';
import { goToCell, openByKeys } from './support/grid-keys.js';
import { expect, test } from './workbench.js';

test.beforeEach(async ({ demo }) => {
  await waitUntilShopAnswers(demo);
  await sql(
    demo,
    `DROP SCHEMA IF EXISTS binary_cells CASCADE;
     CREATE SCHEMA binary_cells;
     CREATE TABLE binary_cells.files (id integer PRIMARY KEY, content bytea);
     INSERT INTO binary_cells.files VALUES (1, '\\x00ff'), (2, '\\x0102')`,
  );
});

test.afterEach(async ({ demo }) => {
  await sql(demo, 'DROP SCHEMA IF EXISTS binary_cells CASCADE');
});

test('bytes are set from a file, reviewed as size and hash, set to NULL and downloaded by keys', async ({
  page,
  demo,
}) => {
  const studio = await openByKeys(page, demo, 'SELECT id, content FROM binary_cells.files ORDER BY id');
  const content = Buffer.from(Array.from({ length: 5_000 }, (_, place) => place % 256));
  const choose = async (file: { name: string; buffer: Buffer }) => {
    const chooser = page.waitForEvent('filechooser');
    // Keys overtake the request to intercept choosers, looks at the focus do not.
    await expect(field(page)).toBeFocused();
    await page.keyboard.press('Alt+F');
    await (await chooser).setFiles({ ...file, mimeType: 'application/octet-stream' });
  };
  await goToCell(studio, 0, 1);
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue('\\x00ff');
  await choose({ name: 'large.bin', buffer: Buffer.alloc(1_500_000) });
  await expect(page.locator('dw-cell-bytes').getByRole('alert')).toContainText(
    'The file has 1.5 MB. A cell is set from a file of up to 1 MB',
  );
  expect(await violations(page)).toEqual([]);
  await choose({ name: 'small.bin', buffer: content });
  await expect(studio.cell(0, 1)).toHaveClass(/dw-cell-changed/);
  await expect(studio.cell(1, 1)).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(bar(page)).toContainText('2 changes in 2 rows');

  await press(bar(page).getByRole('button', { name: 'Review changes' }), 'Enter');
  const hash = createHash('sha256').update(content).digest('hex');
  await expect(panel(page).locator('tr.after .changed').first()).toHaveText(
    new RegExp(`5,000 bytes\\s*· SHA-256 ${hash.slice(0, 12)}…`),
  );
  expect(await violations(page)).toEqual([]);
  await press(panel(page).getByRole('button', { name: 'Apply 2 changes' }), 'Enter');
  await expect(page.getByRole('heading', { name: 'Changes applied' })).toBeVisible();
  expect(await rows(demo, 'SELECT encode(sha256(content), $$hex$$) FROM binary_cells.files ORDER BY id')).toEqual([
    [hash],
    [null],
  ]);

  await expect(page.locator('.dw-cell-changed')).toHaveCount(0);
  await goToCell(studio, 0, 1);
  await page.keyboard.press('Enter');
  await expect(page.locator('dw-cell-editor')).toContainText('5,000 bytes');
  const download = page.waitForEvent('download');
  await page.keyboard.press('Alt+S');
  expect(await readFile(await (await download).path())).toEqual(content);
});
