import type { CopilotSettingsInput } from '#libs/api';
import type { Locator, Page } from '@playwright/test';
import { ProviderStub } from '../server/src/copilot/testing/provider-stub.js';
import { violations } from './axe.js';
import { waitUntilShopAnswers } from './demo-shop.js';
import { goTo, press, pressUntilFocused } from './keys.js';
import { StudioPage } from './studio-page.js';
import { COPILOT_OFF } from './usual-settings.js';
import { expect, test } from './workbench.js';

const GOOD = 'SELECT count(*) AS orders FROM orders';
const BY_CITY = 'SELECT city, count(*) AS customers FROM customers GROUP BY city';
const fenced = (sql: string): string => `It counts.\n\`\`\`sql\n${sql}\n\`\`\``;

let stub: ProviderStub;
const on = (): CopilotSettingsInput => ({
  ...COPILOT_OFF,
  provider: 'openai-compatible',
  base_url: stub.url,
  model: 'stub-coder',
});

test.beforeAll(async () => {
  stub = await ProviderStub.start();
});
test.afterAll(() => stub.stop());
test.beforeEach(async ({ demo }) => {
  await waitUntilShopAnswers(demo);
});

async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page)).toEqual([]);
  }
}

/** The editor's text, without the spaces that Monaco draws. */
const editorText = async (page: Page): Promise<string> =>
  (await page.locator('.monaco-editor .view-lines').first().innerText()).replaceAll('\u00a0', ' ').trim();

async function ask(copilot: Locator, question: string): Promise<void> {
  await copilot.getByLabel('Question').fill(question);
  await copilot.getByLabel('Question').press('Enter');
}

test('the table that is selected in the tree goes with a question', async ({ page, demo }) => {
  expect((await demo.api('PUT', '/api/settings/copilot', { ...on(), token_budget: 500 })).status).toBe(200);
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await page.getByRole('treeitem').filter({ hasText: 'payments' }).first().locator('.label').click();
  await page.keyboard.press('Alt+I');
  const copilot = page.getByRole('region', { name: 'Copilot' });
  await expect(copilot).toContainText('Selected table: public.payments');
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/copilot/sql/payload'));
  await copilot.getByRole('button', { name: 'View payload' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ table: { schema: 'public', name: 'payments' } });
  const payload = page.getByRole('dialog', { name: /^Data sent to 127/ });
  await expect(payload.getByLabel('system', { exact: true })).toContainText('table payments');
});

test('a provider is chosen and tried out, asked for SQL, followed up and stopped; nothing of its answers runs by itself', async ({
  page,
  demo,
}) => {
  await page.goto(`${demo.address}/settings/copilot`);
  await page.getByRole('radio', { name: 'OpenAI compatible' }).click();
  await page.getByLabel('Address').fill(stub.url);
  await page.getByLabel('Model').fill('stub-coder');
  const key = page.getByRole('textbox', { name: /^Key/ });
  await key.fill('sk-story-secret');
  stub.answer({ status: 401, body: '{"error":{"message":"Incorrect key sk-story-secret"}}' });
  await page.getByRole('button', { name: 'Test provider' }).click();
  await expect(page.getByText('The provider does not accept the key')).not.toContainText('secret');
  stub.answer({ text: 'ready' });
  await page.getByRole('button', { name: 'Test provider' }).click();
  await expect(page.getByText('Answered “ready”')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Stored encrypted. Enter a new one')).toBeVisible();
  await expect(key).toHaveValue('');

  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await page.keyboard.press('Alt+I');
  const copilot = page.getByRole('region', { name: 'Copilot' });
  await copilot.getByLabel('Question').fill('How many orders are there?');
  await copilot.getByRole('button', { name: 'View payload' }).click();
  const payload = page.getByRole('dialog', { name: /^Data sent to 127/ });
  await expect(payload.getByLabel('system', { exact: true })).toContainText('table orders');
  expect(stub.asked).toHaveLength(1);
  await page.keyboard.press('Escape');
  stub.answer({ text: fenced('SELECT nothing FROM orders') }, { text: fenced(GOOD) });
  await copilot.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(copilot.getByText('Retried')).toContainText('column "nothing" does not exist');
  await expect(copilot.locator('.offer pre')).toHaveText(GOOD);
  await expectAccessible(page);
  await copilot.getByRole('button', { name: 'Insert' }).click();
  await expect.poll(() => editorText(page)).toBe(GOOD);
  await expect(page.getByText('No result yet')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(studio.cell(0, 0)).toHaveText(/^\d+$/);

  stub.answer({ text: fenced(BY_CITY) });
  await ask(copilot, 'And customers by city?');
  await expect(copilot.locator('.offer pre').last()).toHaveText(BY_CITY);
  expect(stub.asked[0]?.text).toContain('How many orders are there?');
  await copilot.getByRole('button', { name: 'Replace' }).last().click();
  await expect.poll(() => editorText(page)).toBe(BY_CITY);

  const asked = stub.hungUp;
  stub.answer({ text: 'word '.repeat(2_000), pauseMs: 30 });
  await ask(copilot, 'Tell me everything');
  await expect(copilot.getByText('word word word').last()).toBeVisible();
  await copilot.getByRole('button', { name: 'Stop' }).click();
  await expect(copilot.getByText('Stopped')).toBeVisible();
  await expect.poll(() => stub.hungUp).toBe(asked + 1);
  await copilot.getByLabel('Question').press('Escape');
  await expect(copilot).toHaveCount(0);
});

test('a provider that fails leaves the editor as it is and says what happened; an error is taken to it', async ({
  page,
  demo,
}) => {
  await demo.api('PUT', '/api/settings/copilot', on());
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  const wrong = 'SELECT naem FROM customers';
  await studio.run(wrong);
  stub.answer({ text: fenced('SELECT name FROM customers') });
  await page.getByRole('button', { name: 'Fix with Copilot' }).click();
  const copilot = page.getByRole('region', { name: 'Copilot' });
  await expect(copilot.locator('.offer pre')).toHaveText('SELECT name FROM customers');
  expect(stub.asked[0]?.text).toContain('column \\"naem\\" does not exist');

  for (const [answer, words] of [
    [{ status: 401, body: '{"error":{"message":"bad key"}}' }, 'The provider does not accept the key'],
    [
      { status: 429, body: '{"error":{"message":"slow down"}}' },
      'The provider accepts no more questions at the moment',
    ],
    [{ status: 500, body: 'oops' }, 'The provider failed with status 500'],
    [{ half: fenced(GOOD) }, 'The connection was cut off'],
    [{ ends: fenced(GOOD) }, 'ended in the middle'],
  ] as const) {
    stub.answer(answer);
    await ask(copilot, `A question for ${words}`);
    await expect(copilot.getByRole('alert').last()).toContainText(words);
    await expect(copilot.getByRole('button', { name: 'Insert' })).toHaveCount(1);
  }
  stub.answer({ text: 'I would rather talk about the weather.' });
  await ask(copilot, 'How many orders?');
  await expect(copilot.getByText('I would rather talk about the weather.')).toBeVisible();
  stub.answer({ text: fenced('SELECT ghost FROM orders') });
  await ask(copilot, 'How many ghosts?');
  await expect(copilot.locator('.offer').last()).toContainText('column "ghost" does not exist');
  await expect.poll(() => editorText(page)).toBe(wrong);
  await expectAccessible(page);
});

test('a plan is explained: dominant nodes lead to their cards, suggestions that do not hold are left out', async ({
  page,
  demo,
}) => {
  await demo.api('PUT', '/api/settings/copilot', on());
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.type('SELECT * FROM orders WHERE customer_id % 7 = 3');
  await page.keyboard.press('ControlOrMeta+Shift+E');
  await expect(page.getByRole('button', { name: 'Explain with AI' })).toBeVisible();
  await goTo(page, 'result');
  await press(page.getByRole('button', { name: 'Explain with AI' }), 'Enter');
  const panel = page.getByRole('complementary', { name: 'Explain with AI' });
  await press(panel.getByRole('button', { name: 'View payload' }), 'Enter');
  await expect(page.getByRole('dialog').getByLabel('user', { exact: true })).toContainText('Seq Scan on orders');
  await page.keyboard.press('Escape');
  await expect(panel.getByRole('button', { name: 'View payload' })).toBeFocused();
  const index = (column: string) => ({
    ...{ kind: 'index', title: `Index ${column}`, reason: 'It leads to them.', table: 'orders', columns: [column] },
  });
  const advice = {
    ...{ summary: 'It reads every order.', is_fine: false, dominant_nodes: [{ node: 0, reason: 'Reads all' }] },
    suggestions: [index('total_of_nothing'), { kind: 'analyze', title: 'Refresh', reason: 'r', tables: ['orders'] }],
  };
  stub.answer({ text: `Sure! ${JSON.stringify(advice)}` });
  await pressUntilFocused(panel.getByRole('button', { name: 'Explain this plan' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(panel).toContainText('It reads every order.');
  await expect(panel.locator('pre')).toHaveText('ANALYZE orders;');
  await expect(panel).toContainText('1 left out');
  await press(panel.getByRole('button', { name: /Seq Scan/ }), 'Enter');
  await expect(page.locator('dw-plan-card[aria-selected=true]')).toContainText('orders');
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Open in a new tab: Refresh' }).click();
  await expect.poll(() => editorText(page)).toBe('-- Refresh\nANALYZE orders;');
  await expect(page.getByText('No result yet')).toBeVisible();
  await page.keyboard.press('Alt+W');
  stub.answer({ text: 'It is slow.' });
  await panel.getByRole('button', { name: 'Ask again' }).click();
  await expect(panel).toContainText('expected format');
});
