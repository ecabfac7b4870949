import { violations } from './axe.js';
import { StudioPage } from './studio-page.js';
import { expect, test } from './workbench.js';

const CITIES = `SELECT i AS id, CASE WHEN i = 3 THEN 'Bergen' WHEN i = 700 THEN 'Nürnberg' ELSE 'Oslo' END AS city,
  CASE WHEN i = 700 THEN 'berg' END AS note FROM generate_series(1, 900) AS s(i)`;

test('a person finds a text in all rows of a result by keyboard alone', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  const bar = page.getByRole('search');
  const highlighted = (): Promise<number> => page.evaluate<number>("CSS.highlights.get('dw-find-current')?.size ?? 0");
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.run(CITIES);
  await expect(studio.resultHead).toContainText(/900\s*rows/);
  await studio.cell(0, 1).click();
  // The letter after Ctrl+F may come before the page is drawn again.
  const focused = await page.evaluate<string>(`(() => {
    const key = { key: 'f', ctrlKey: true, bubbles: true, cancelable: true };
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', key));
    return document.activeElement.ariaLabel;
  })()`);
  expect(focused).toBe('Find in result');
  await page.keyboard.press('Escape');
  await expect(studio.cell(0, 1)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+F');
  await page.keyboard.type('BERG');
  await expect(page.getByRole('textbox', { name: 'Find in result' })).toHaveValue('BERG');
  await expect(bar).toContainText('1 of 3 matches');
  await expect.poll(highlighted).toBe(1);
  expect(await violations(page)).toEqual([]);

  await page.keyboard.press('Enter');
  await expect(bar).toContainText('2 of 3 matches');
  await expect(studio.cell(699, 1)).toBeInViewport();
  // One mark for each row with matches, and one for the current match.
  await expect(page.locator('dw-find-marks i')).toHaveCount(3);
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.press('Shift+Enter');
  await expect(bar).toContainText('3 of 3 matches');

  await page.getByRole('button', { name: 'Match case' }).click();
  await expect(bar).toContainText('No matches');
  await page.getByRole('button', { name: 'Match case' }).click();
  await expect(bar).toContainText('of 3 matches');

  // Sorted the other way, the matches stand elsewhere.
  await studio.clickHead(/^id/);
  await studio.clickHead(/^id/);
  await page.getByRole('textbox', { name: 'Find in result' }).fill('bergen');
  await expect(bar).toContainText('1 of 1 match');
  await expect(studio.cell(897, 1)).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
  await expect(studio.cell(897, 1)).toBeFocused();
});
