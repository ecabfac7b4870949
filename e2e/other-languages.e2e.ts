import type { Page } from '@playwright/test';
import { waitUntilShopAnswers } from './demo-shop.js';
import { bar, open } from './grid-edits.js';
import { expect, test } from './workbench.js';

/** The letters of a Russian keyboard, at the places that an English one names. */
const RUSSIAN: Readonly<Record<string, string>> = { B: 'и', D: 'в', G: 'п', K: 'л', J: 'о', T: 'е', Z: 'я' };
const MODIFIERS = { Alt: 1, Control: 2 } as const;

/** Presses the key that an English keyboard names by a letter, on a Russian one. */
async function pressRussian(page: Page, letter: string, modifier?: keyof typeof MODIFIERS): Promise<void> {
  const key = RUSSIAN[letter] ?? '';
  const tools = await page.context().newCDPSession(page);
  const pressed = {
    ...{ key, code: `Key${letter}`, windowsVirtualKeyCode: letter.charCodeAt(0) },
    modifiers: modifier === undefined ? 0 : MODIFIERS[modifier],
  };
  const text = modifier === undefined ? { text: key } : {};
  await tools.send('Input.dispatchKeyEvent', { type: 'keyDown', ...pressed, ...text });
  await tools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...pressed });
  await tools.detach();
}

test('on a Russian keyboard, shortcuts are where they are on an English one', async ({ page, demo }) => {
  await waitUntilShopAnswers(demo);
  const studio = await open(page, demo, 'SELECT id, email FROM customers ORDER BY id');
  const tabs = page.getByRole('tablist', { name: 'Queries' }).getByRole('tab');
  await studio.cell(0, 1).click();
  await page.keyboard.press('x');
  await page.keyboard.press('Enter');
  await expect(bar(page)).toContainText('1 change');
  await studio.cell(0, 1).click();
  await pressRussian(page, 'Z', 'Control');
  await expect(bar(page)).toHaveCount(0);

  const count = await tabs.count();
  await pressRussian(page, 'T', 'Alt');
  await expect(tabs).toHaveCount(count + 1);

  const sidebar = page.locator('[data-dw-region=sidebar]');
  await expect(sidebar).toBeVisible();
  await pressRussian(page, 'B', 'Control');
  await expect(sidebar).toBeHidden();
  await pressRussian(page, 'B', 'Control');

  await pressRussian(page, 'K', 'Control');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.evaluate('document.activeElement.blur()');
  await pressRussian(page, 'G');
  await pressRussian(page, 'J');
  await expect(page).toHaveURL(/\/jobs/);
});

test('browsers do not translate SQL and values', async ({ page, demo }) => {
  await page.goto(`${demo.address}/studio`);
  await expect(page.locator('html')).toHaveAttribute('translate', 'no');
  await expect(page.locator('meta[name=google]')).toHaveAttribute('content', 'notranslate');
});
