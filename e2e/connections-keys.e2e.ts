import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntilShopAnswers } from './demo-shop.js';
import { fill, goTo, pressUntilFocused, tabTo, takeFromContextMenu } from './keys.js';
import { StudioPage } from './studio-page.js';
import { expect, test } from './workbench.js';

test('a connection is found in the list, coloured, moved into a folder and back by the keyboard alone', async ({
  page,
  demo,
}) => {
  await waitUntilShopAnswers(demo);
  const studio = new StudioPage(page);
  const dialog = page.getByRole('dialog');
  const file = () => readFileSync(join(demo.home, 'connections.yaml'), 'utf8');
  const lake = studio.connection('Lake').getByRole('button').first();
  const folder = page.getByRole('button', { name: /^By keys ?,/ });
  const move = async (name: string): Promise<void> => {
    await takeFromContextMenu(page.getByRole('menuitem', { name: /^Edit/ }));
    await fill(dialog.getByLabel('Folder'), name);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
  };
  await studio.open(`${demo.address}/studio?connection=shop`);
  await goTo(page, 'sidebar');
  await tabTo(page.getByRole('list', { name: 'Connections' }));
  await page.keyboard.press('Home');
  await pressUntilFocused(lake, 'ArrowDown');
  await page.keyboard.press('Shift+F10');
  await pressUntilFocused(page.getByRole('menu').getByLabel('Violet'), 'ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(file).toContain('colour: violet');
  await expect(lake).toBeFocused();
  await move('By keys');
  await expect(folder).toBeVisible();
  await goTo(page, 'sidebar');
  await tabTo(page.getByRole('list', { name: 'Connections' }));
  await page.keyboard.press('Home');
  await pressUntilFocused(folder, 'ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await expect(folder).toHaveAttribute('aria-expanded', 'false');
  await expect(lake).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(lake).toBeFocused();
  await move('');
  await expect(folder).toHaveCount(0);
  await goTo(page, 'sidebar');
  await tabTo(page.getByRole('list', { name: 'Connections' }));
  await page.keyboard.press('Home');
  await pressUntilFocused(lake, 'ArrowDown');
  await page.keyboard.press('Shift+F10');
  await pressUntilFocused(page.getByRole('menu').getByLabel('Blue'), 'ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(file).not.toContain('colour: violet');
});
