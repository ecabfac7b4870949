import { ProviderStub } from '../server/src/copilot/testing/provider-stub.js';
import { waitUntilShopAnswers } from './demo-shop.js';
import { ENTER_IN_COMPOSITION, fill, goTo, press, pressUntilFocused } from './keys.js';
import { StudioPage } from './studio-page.js';
import { COPILOT_OFF } from './usual-settings.js';
import type { Workbench } from './workbench.js';
import { expect, test } from './workbench.js';

const GOOD = 'SELECT count(*) AS orders FROM orders';

async function turnOn(demo: Workbench, stub: ProviderStub): Promise<void> {
  const settings = { ...COPILOT_OFF, provider: 'openai-compatible', base_url: stub.url, model: 'stub-coder' };
  expect((await demo.api('PUT', '/api/settings/copilot', settings)).status).toBe(200);
}

test('Copilot is asked, its answer inserted, and an answer stopped, by the keyboard alone', async ({ page, demo }) => {
  const stub = await ProviderStub.start();
  await waitUntilShopAnswers(demo);
  await turnOn(demo, stub);
  await new StudioPage(page).open(`${demo.address}/studio?connection=shop`);
  await goTo(page, 'editor');
  await page.keyboard.press('Alt+I');
  const copilot = page.getByRole('region', { name: 'Copilot' });
  await expect(copilot.getByLabel('Question')).toBeFocused();
  stub.answer({ text: `It counts.\n\`\`\`sql\n${GOOD}\n\`\`\`` });
  await page.keyboard.type('How many orders?');
  await page.keyboard.press('Enter');
  await expect(copilot.locator('.offer pre')).toHaveText(GOOD);
  await pressUntilFocused(copilot.getByRole('button', { name: 'Insert' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('.monaco-editor .view-lines').first()).toContainText('orders');
  stub.answer({ text: 'word '.repeat(2_000), pauseMs: 30 });
  await goTo(page, 'copilot');
  await fill(copilot.getByLabel('Question'), 'Tell me everything');
  await page.keyboard.press('Enter');
  await expect(copilot.getByText('word word word').last()).toBeVisible();
  await press(copilot.getByRole('button', { name: 'Stop' }), 'Enter');
  await expect(copilot.getByText('Stopped')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(copilot).toHaveCount(0);
  await stub.stop();
});

test('Copilot takes the focus when it is opened, and keeps a question that is composed', async ({ page, demo }) => {
  const stub = await ProviderStub.start();
  await waitUntilShopAnswers(demo);
  await turnOn(demo, stub);
  await new StudioPage(page).open(`${demo.address}/studio?connection=shop`);
  await page.keyboard.press('Alt+I');
  const copilot = page.getByRole('region', { name: 'Copilot' });
  const question = copilot.getByLabel('Question');
  await expect(question).toBeFocused();
  await page.reload();
  await expect(question).toBeVisible();
  await expect(question).not.toBeFocused();
  await question.focus();
  await page.keyboard.type('How many');
  await question.dispatchEvent('keydown', ENTER_IN_COMPOSITION);
  await page.keyboard.type(' orders?');
  stub.answer({ text: 'Ten.' });
  await page.keyboard.press('Enter');
  await expect(copilot.locator('.asked')).toHaveText(['How many orders?']);
  await stub.stop();
});
