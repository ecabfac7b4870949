import { rmSync } from 'node:fs';
import { chromium } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { freePort } from '../server/src/connections/testing/free-port.js';
import { waitUntilShopAnswers } from './demo-shop.js';
import { faultsOf } from './page-faults.js';
import { PAGE_PATHS } from './page-paths.js';
import { StudioPage } from './studio-page.js';
import { ADMIN, openAccount, signIn, startTeam, stopTeam, studioOf } from './team.js';
import { expect, temporaryHome, test as base, Workbench } from './workbench.js';

/**
 * Browsers trust HTTPS and this machine. Over plain HTTP from anywhere else, as in many a local network, they have no
 * `crypto.randomUUID`, no locks and no clipboard for pages, and send no `Sec-Fetch-Site`.
 */
const NAME = 'workbench.test';

const test = base.extend<object, { plain: { readonly address: string; readonly browser: Browser } }>({
  plain: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the parameter's pattern
    async ({}, use) => {
      const port = await freePort();
      const address = `http://${NAME}:${port}`;
      const workbench = new Workbench(temporaryHome(), { PORT: String(port), WORKBENCH_PUBLIC_URL: address });
      await workbench.start();
      const { CHROMIUM_PATH: executablePath = '/usr/bin/chromium' } = process.env;
      const args = [`--host-resolver-rules=MAP ${NAME} 127.0.0.1`];
      const browser = await chromium.launch({ executablePath, args });
      workbench.address = `http://127.0.0.1:${port}`;
      await waitUntilShopAnswers(workbench);
      await use({ address, browser });
      await browser.close();
      await workbench.stop();
      rmSync(workbench.home, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});

test('every page opens over plain HTTP without a fault', async ({ plain: { address, browser } }) => {
  const page = await browser.newPage();
  const faults = faultsOf(page);
  for (const path of PAGE_PATHS) {
    await page.goto(address + path);
    await expect(page.getByRole('navigation').first()).toBeVisible();
    await page.waitForTimeout(300);
    expect(faults, path).toEqual([]);
  }
  expect(await page.evaluate('isSecureContext')).toBe(false);
  await page.context().close();
});

test('the studio works over plain HTTP: runs, pinned results, copies, and texts that outlive a reload', async ({
  plain: { address, browser },
}) => {
  const page = await browser.newPage();
  const faults = faultsOf(page);
  await page.goto(`${address}/studio?connection=shop`);
  const studio = await studioOf(page);
  await studio.run('SELECT 40 + 2 AS answer');
  await expect(studio.cell(0, 0)).toHaveText('42');
  await page.getByRole('button', { name: 'Pin result' }).click();
  await studio.cell(0, 0).click();
  await page.keyboard.press('ControlOrMeta+C');
  await studio.type('');
  await page.keyboard.press('ControlOrMeta+V');
  await expect(page.locator('.view-lines').first()).toContainText('42');
  await studio.type('SELECT 43 AS kept');
  await page.waitForTimeout(1500);
  await page.reload();
  await studioOf(page);
  await expect(page.locator('.view-lines').first()).toContainText('kept');
  await new StudioPage(page).run('SELECT 44 AS again');
  await expect(studio.cell(0, 0)).toHaveText('44');
  expect(faults).toEqual([]);
  await page.context().close();
});

test('eight tabs work and are live over plain HTTP, and one that is closed leaves the others live', async ({
  plain: { address, browser },
}) => {
  const context = await browser.newContext();
  const tabs: Page[] = [];
  for (let index = 0; index < 8; index += 1) {
    const page = await context.newPage();
    await page.goto(`${address}/jobs`);
    await expect(page.getByRole('heading', { name: 'Jobs' }).first()).toBeVisible();
    tabs.push(page);
  }
  await tabs.shift()?.close();
  const status = await tabs[0]?.evaluate(async () => {
    const trigger = { type: 'interval', every: 8000, unit: 'hours' };
    const body = { name: 'Seen in all tabs', trigger, connection_id: 'shop', settings: { sql: 'SELECT 1' } };
    const headers = { 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body), signal: AbortSignal.timeout(30_000) };
    return (await fetch('/api/scheduler/jobs/query', init)).status;
  });
  expect(status).toBe(201);
  for (const page of tabs) await expect(page.getByText('Seen in all tabs').first()).toBeVisible();
  await context.close();
});

test('people sign in and out over plain HTTP', async ({ plain: { browser } }) => {
  const port = await freePort();
  const team = await startTeam({
    WORKBENCH_ADMIN_EMAIL: ADMIN.email,
    WORKBENCH_ADMIN_PASSWORD: ADMIN.password,
    WORKBENCH_PUBLIC_URL: `http://${NAME}:${port}`,
    PORT: String(port),
  });
  const page = await browser.newPage();
  const faults = faultsOf(page);
  const studio = await signIn(page, team);
  await studio.run('SELECT 40 + 2 AS answer');
  await expect(studio.cell(0, 0)).toHaveText('42');
  await openAccount(page, 'Sign out');
  await expect(page.getByLabel('Email')).toBeVisible();
  expect(faults).toEqual([]);
  await page.context().close();
  await stopTeam(team);
});
