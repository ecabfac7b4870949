import { waitUntilShopAnswers } from './demo-shop.js';
import { goTo, press, pressUntilFocused, takeFromMenu, writeSql } from './keys.js';
import { StudioPage } from './studio-page.js';
import { expect, test } from './workbench.js';

test('a query is written into a file, and the file cancelled, by the keyboard alone', async ({ page, demo }) => {
  await waitUntilShopAnswers(demo);
  const line = page.getByRole('list', { name: 'Exports' }).getByRole('listitem');
  await new StudioPage(page).open(`${demo.address}/studio?connection=shop`);
  await writeSql(page, "SELECT i, repeat('x', 1000) AS filler FROM generate_series(1, 3000000) AS s(i)");
  await goTo(page, 'tabs');
  const options = page.getByRole('button', { name: 'Run options' });
  await pressUntilFocused(options, 'Tab');
  const download = page.waitForEvent('download');
  await takeFromMenu(options, page.getByRole('menuitem', { name: /into a CSV file/ }));
  const file = await download;
  await expect(line).toContainText(/CSV, [\d,]+ rows/);
  // The status bar ends the page: Shift and Tab lead to it from the top.
  await goTo(page, 'rail');
  await pressUntilFocused(page.getByRole('button', { name: 'Cancel export' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(line).toContainText('the file is not complete');
  expect(await file.failure()).not.toBeNull();
  await press(page.getByRole('button', { name: 'Close the message' }), 'Enter');
  await expect(line).toHaveCount(0);
});
