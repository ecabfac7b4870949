import { waitUntilShopAnswers } from './demo-shop.js';
import { bar, open, panel } from './grid-edits.js';
import { sql } from './run-sql.js';
import { goToCell, keys } from './support/grid-keys.js';
import { expect, test } from './workbench.js';

test('what is beside a message can be clicked while it shows', async ({ page, demo }) => {
  await waitUntilShopAnswers(demo);
  await sql(demo, 'DROP TABLE IF EXISTS notes; CREATE TABLE notes (id integer PRIMARY KEY, note text)');
  await sql(demo, "INSERT INTO notes VALUES (1, 'first')");
  const studio = await open(page, demo, 'SELECT id, note FROM notes');
  await goToCell(studio, 0, 1);
  await page.keyboard.type('second');
  await keys(page, 'Enter');
  const review = bar(page).getByRole('button', { name: 'Review changes' });
  await page.route('**/api/changes', (route) => route.fulfill({ status: 500, body: 'Elsewhere' }));
  await review.click();
  const message = page.locator('dw-toast-stack').getByText("Couldn't review the changes");
  await expect(message).toBeVisible();
  await page.unroute('**/api/changes');
  // A click waits until nothing lies over the button.
  await review.click();
  await panel(page).getByRole('button', { name: 'Apply 1 change' }).click();
  await expect(message).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Changes applied' })).toBeVisible();
  await sql(demo, 'DROP TABLE notes');
});
