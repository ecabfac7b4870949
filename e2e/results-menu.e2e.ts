import { violations } from './axe.js';
import { StudioPage } from './studio-page.js';
import { expect, test } from './workbench.js';

const VALUES =
  "SELECT i AS id, CASE i WHEN 2 THEN NULL ELSE 'a|' || i END AS name, i * 1.5 AS total FROM generate_series(1, 9) AS s(i)";

test('a person copies, sorts, pins and hides by the menu of a cell, a row and a column', async ({
  page,
  demo,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const studio = new StudioPage(page);
  const copied = (): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()');
  const item = (name: string) => page.getByRole('menuitem', { name });
  const heads = () => page.getByRole('columnheader').allInnerTexts();
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.run(VALUES);
  await expect(studio.resultHead).toContainText(/9\s*rows/);

  await studio.cell(2, 1).click({ button: 'right' });
  await expect(studio.cell(2, 1)).toHaveClass(/dw-menu-cell/);
  expect(await violations(page)).toEqual([]);
  await item('Copy as').hover();
  await expect(item('JSON')).toBeVisible();
  await item('Copy as').click();
  await item('JSON').click();
  await expect.poll(copied).toBe('[\n{"name":"a|3"}\n]\n');
  await studio.cell(2, 1).click({ button: 'right' });
  await page.keyboard.press('c');
  await expect.poll(copied).toBe('a|3');

  await page.locator('.ag-row[row-index="1"] [col-id="row"]').click({ button: 'right' });
  await item('Copy without column names').click();
  await expect.poll(copied).toBe('2\t\t3.0\n');

  await page.getByRole('columnheader', { name: /^total/ }).click({ button: 'right' });
  await item('Sort descending').click();
  await expect(studio.cell(0, 0)).toHaveText('9');
  await page.getByRole('columnheader', { name: /^total/ }).click({ button: 'right' });
  await item('Remove sorting').click();
  await expect(studio.cell(0, 0)).toHaveText('1');
  await page.getByRole('columnheader', { name: /^total/ }).click({ button: 'right' });
  await item('Pin column').click();
  await expect.poll(async () => (await heads())[1]).toMatch(/^total/);
});

test('the menu of a table opens and works by keyboard alone', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.run(VALUES);
  await studio.cell(0, 0).click();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menu', { name: 'Cell of name' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(studio.cell(0, 1)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menu', { name: 'Cell of total' })).toBeVisible();
  await page.keyboard.press('h');
  await expect(page.getByRole('columnheader', { name: /^total/ })).toHaveCount(0);
  await page.getByRole('button', { name: '1 hidden' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'total' }).click();
  await expect(page.getByRole('columnheader', { name: /^total/ })).toBeVisible();
});

test('the first menu of a result edits its rows, and keys go on at the cell that it was opened on', async ({
  page,
  demo,
}) => {
  const studio = new StudioPage(page);
  const item = (name: string) => page.getByRole('menuitem', { name });
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.run('SELECT id, city FROM stores ORDER BY id');
  await expect(studio.resultHead).toContainText(/24\s*rows/);
  await studio.cell(2, 1).click({ button: 'right' });
  for (const name of ['Edit cell', 'Add row', 'Duplicate row', 'Delete row']) await expect(item(name)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(studio.cell(2, 1)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+F');
  await page.keyboard.type('Oslo');
  await expect(page.getByRole('search')).toContainText('of 1 match');

  // What cannot be edited offers no edit once that is known.
  await studio.run('SELECT city FROM stores GROUP BY city ORDER BY city');
  await expect(studio.resultHead).toContainText(/24\s*rows/);
  await studio.cell(0, 0).click({ button: 'right' });
  await expect(item('Filter by this value')).toBeVisible();
  await expect(item('Edit cell')).toHaveCount(0);
});

test('a person follows a foreign key to its row, and to the rows that refer to a row', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.run('SELECT id, customer_id FROM orders ORDER BY id LIMIT 5');
  await expect(studio.resultHead).toContainText(/5\s*rows/);
  const customer = await studio.cell(0, 1).textContent();
  await studio.cell(0, 1).click({ button: 'right' });
  await page.getByRole('menuitem', { name: `Go to customers.id ${customer ?? ''}` }).click();
  await expect(page.locator('.view-lines').first()).toContainText('FROM customers WHERE id =');
  await expect(studio.resultHead).toContainText(/1\s*row/);
  await expect(studio.cell(0, 0)).toHaveText(customer ?? '');

  await studio.cell(0, 0).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Show referencing rows' }).click();
  await expect(page.locator('.view-lines').first()).toContainText(`FROM orders WHERE customer_id = ${customer ?? ''}`);
  await expect(studio.cell(0, 1)).toHaveText(customer ?? '');
});
