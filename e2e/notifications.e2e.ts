import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Page } from '@playwright/test';
import { Webhook } from 'standardwebhooks';
import { Mailbox } from '../server/src/notifications/testing/mailbox.js';
import { Receiver } from '../server/src/notifications/testing/receiver.js';
import { violations } from './axe.js';
import { waitUntilShopAnswers } from './demo-shop.js';
import { sql } from './run-sql.js';
import { expect, test } from './workbench.js';

let mailbox: Mailbox;
let receiver: Receiver;

test.beforeEach(async ({ demo }) => {
  mailbox = await Mailbox.start();
  receiver = await Receiver.start();
  await waitUntilShopAnswers(demo);
  await sql(
    demo,
    'DROP SCHEMA IF EXISTS notified CASCADE; CREATE SCHEMA notified; CREATE TABLE notified.parcels (id int, note text)',
  );
  await demo.api('POST', '/api/schema-watch/shop/run');
});

test.afterEach(async ({ demo }) => {
  const { body } = await demo.api<{ items: { id: string }[] }>('GET', '/api/notifications/channels');
  for (const { id } of body.items) await demo.api('DELETE', `/api/notifications/channels/${id}`);
  await sql(demo, 'DROP SCHEMA IF EXISTS notified CASCADE');
  await mailbox.stop();
  await receiver.stop();
});

async function addChannel(page: Page, kind: string, fields: Record<string, string>): Promise<void> {
  await page.getByRole('button', { name: 'Add channel' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add channel' });
  await dialog.getByLabel('Kind').selectOption(kind);
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label, { exact: true }).fill(value);
  if (kind === 'email') await dialog.getByLabel('Security').selectOption('none');
  if (kind === 'email') await dialog.getByLabel('Port').fill(String(mailbox.port));
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add channel' }).click();
}

async function subscribe(page: Page, channel: string): Promise<void> {
  await page.getByRole('button', { name: 'Add subscription' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add subscription' });
  await dialog.getByLabel('Channel').selectOption(channel);
  for (const label of ['Schema Changed', 'Contract Violated', 'Contract Restored', 'Job success', 'Backup failed']) {
    await expect(dialog.getByLabel(label)).toBeVisible();
  }
  await dialog.getByLabel('All connections I can access').uncheck();
  await dialog.getByRole('button', { name: 'Add subscription' }).click();
  await expect(dialog).toContainText('Choose at least one connection.');
  await dialog.getByLabel('Shop', { exact: true }).check();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add subscription' }).click();
  await expect(dialog).toBeHidden();
}

test('a change reaches mailbox, webhook, bell and an agent', async ({ page, demo }) => {
  await page.goto(`${demo.address}/notifications/channels`);
  await expect(page.getByText('No channels yet')).toBeVisible();
  await addChannel(page, 'webhook', { Name: 'Build system', Address: `${receiver.url}/hook` });
  const shown = page.getByRole('dialog', { name: 'Copy the secret of Build system' });
  const secret = await shown.locator('[data-secret]').innerText();
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  await addChannel(page, 'email', {
    ...{ Name: 'Team mail', 'Mail server': '127.0.0.1', From: 'bench@example.org' },
    To: 'ann@example.org, bob@example.org',
  });
  await page.getByRole('button', { name: 'Test Team mail' }).click();
  await expect(page.locator('dw-toast-stack')).toContainText('Test delivered to Team mail');
  await expect.poll(() => mailbox.mails.length).toBe(1);
  receiver.reply = () => ({ status: 500, body: 'no disk' });
  await page.getByRole('button', { name: 'Test Build system' }).click();
  await expect(page.locator('dw-toast-stack')).toContainText('Response: no disk');
  receiver.reply = () => ({ status: 200, body: 'thanks' });
  receiver.received.length = 0;

  await page.getByRole('link', { name: 'Subscriptions' }).click();
  await subscribe(page, 'Build system');
  await subscribe(page, 'Team mail');
  await expect(page.getByRole('row')).toHaveCount(3);
  const actions = page.getByRole('row').nth(1).getByRole('button');
  const places = await Promise.all((await actions.all()).map(async (one) => (await one.boundingBox())?.x));
  expect(new Set(places).size).toBe(places.length);
  expect(await violations(page)).toEqual([]);

  const bell = page.getByRole('button', { name: /^Inbox/ });
  await expect(bell).toBeVisible();
  await sql(demo, 'ALTER TABLE notified.parcels ADD weight numeric');
  await demo.api('POST', '/api/schema-watch/shop/run');
  await expect.poll(() => receiver.received.length).toBe(1);
  const [hook] = receiver.received;
  const body = new Webhook(secret).verify(hook?.body ?? '', (hook?.headers ?? {}) as Record<string, string>);
  expect(body).toMatchObject({ event: 'schema.changed', message: 'notified.parcels: + column weight numeric' });
  await expect.poll(() => mailbox.mails.length).toBe(2);
  expect(mailbox.mails[1]).toMatchObject({ to: ['ann@example.org', 'bob@example.org'] });
  expect(mailbox.mails[1]?.raw).toContain('notified.parcels: + column weight numeric');

  await expect(bell).toHaveAccessibleName(/unread/);
  await bell.click();
  const list = page.getByRole('menu', { name: 'Inbox' });
  await expect(list.getByRole('menuitem').first()).toContainText('notified.parcels: + column weight numeric');
  expect(await violations(page)).toEqual([]);
  await list.getByRole('menuitem').first().click();
  await expect(page).toHaveURL(/\/schema-watch\/shop/);
  await expect(bell).toHaveAccessibleName('Inbox');

  await page.goto(`${demo.address}/notifications/deliveries`);
  await expect(page.locator('dw-deliveries-table tbody tr')).toHaveCount(2);
  await expect(page.getByText('Delivered').nth(1)).toBeVisible();
  await page.getByLabel('Channel', { exact: true }).selectOption({ label: 'Build system' });
  await expect(page.locator('dw-deliveries-table tbody tr')).toHaveCount(1);
  await page
    .getByRole('button', { name: /Schema of Shop|Shop/ })
    .first()
    .click();
  await expect(page.locator('.try')).toContainText('thanks');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: /^Send again/ }).click();
  await expect.poll(() => receiver.received.length).toBe(2);
  expect(receiver.received[1]?.headers['webhook-id']).toBe(hook?.headers['webhook-id']);
  await expect(page.getByText('(2 attempts)')).toBeVisible();
});

test('an agent gets a token and asks what changed', async ({ page, demo }) => {
  await sql(demo, 'ALTER TABLE notified.parcels ADD height numeric');
  await demo.api('POST', '/api/schema-watch/shop/run');
  await page.goto(`${demo.address}/agents`);
  await expect(page.getByText('<API_TOKEN>')).toBeVisible();
  await page.getByLabel('Name').fill('Robot');
  await page.getByRole('button', { name: 'Create token' }).click();
  const token = await page.locator('[data-secret]').innerText();
  expect(token).toMatch(/^svc_/);
  for (const client of ['VS Code', 'Cursor', 'MCP Inspector', 'curl']) {
    await page.getByRole('radio', { name: client }).click();
    await expect(page.locator('pre')).toContainText(token);
  }
  expect(await violations(page)).toEqual([]);
  const agent = new Client({ name: 'a robot', version: '1' });
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', demo.address), { requestInit });
  await agent.connect(transport);
  const answer = await agent.callTool({ name: 'schema_changes', arguments: { connection_id: 'shop', days: 1 } });
  expect(JSON.stringify(answer.structuredContent)).toContain('notified.parcels: + column height numeric');
  await agent.close();
  await page.goto(`${demo.address}/audit`);
  await expect(page.locator('dw-audit-table')).toContainText('Agent tool called');
  await expect(page.locator('dw-audit-table')).toContainText('Robot');
});
