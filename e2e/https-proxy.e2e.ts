import type { Page } from '@playwright/test';
import { freePort } from '../server/src/connections/testing/free-port.js';
import { HttpsProxy } from './https-proxy.js';
import { ADMIN, expect, signIn, startTeam, stopTeam, test as base } from './team.js';
import type { Workbench } from './workbench.js';

/** A workbench of several people that a browser reaches over HTTPS only. */
const test = base.extend<{ proxied: { readonly team: Workbench; readonly proxy: HttpsProxy } }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the parameter's pattern
  proxied: async ({}, use) => {
    const proxy = await HttpsProxy.start(await freePort());
    const team = await startTeam({
      WORKBENCH_ADMIN_EMAIL: ADMIN.email,
      WORKBENCH_ADMIN_PASSWORD: ADMIN.password,
      WORKBENCH_PUBLIC_URL: proxy.address,
      PORT: String(proxy.port),
    });
    await use({ team, proxy });
    await stopTeam(team);
    await proxy.stop();
  },
});

/** More than the six connections that a browser has to a server over HTTP/1.1. */
const TABS = 8;

/** How the page and all that it loaded have come. */
const PROTOCOLS = `[...new Set(['navigation', 'resource']
  .flatMap((type) => performance.getEntriesByType(type))
  .map((entry) => entry.nextHopProtocol))]`;

test('behind a proxy with TLS all tabs of a browser share one HTTP/2 connection and are live', async ({
  browser,
  proxied: { team, proxy },
}) => {
  expect(team.address).toBe(proxy.address);
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const first = await context.newPage();
  const studio = await signIn(first, team);
  await studio.run('SELECT 40 + 2 AS answer');
  await expect(studio.cell(0, 0)).toHaveText('42');
  const cookies = await context.cookies();
  expect(cookies.length).toBeGreaterThan(0);
  expect(cookies.filter(({ secure }) => !secure)).toEqual([]);

  const tabs: Page[] = [];
  for (let index = 0; index < TABS; index += 1) {
    const page = await context.newPage();
    await page.goto(`${proxy.address}/jobs`);
    await expect(page.getByRole('heading', { name: 'Jobs' }).first()).toBeVisible();
    tabs.push(page);
  }
  const status = await first.evaluate(async () => {
    const trigger = { type: 'interval', every: 8000, unit: 'hours' };
    const body = { name: 'Seen in all tabs', trigger, connection_id: 'duck', settings: { sql: 'SELECT 1' } };
    const headers = { 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await fetch('/api/scheduler/jobs/query', init)).status;
  });
  expect(status).toBe(201);
  for (const page of tabs) {
    await expect(page.getByText('Seen in all tabs').first()).toBeVisible();
    expect(await page.evaluate<string[]>(PROTOCOLS)).toEqual(['h2']);
  }
  expect(proxy.connections).toBe(1);
  await context.close();
});

/** A second or more of work: the proxy is cut meanwhile. */
const LONG = 'SELECT count(*) AS n FROM range(150000000) WHERE sqrt(range) >= 0';

for (const [moment, isAnswered] of [
  ['before the run is answered', false],
  ['while it goes on', true],
] as const) {
  test(`a page behind a proxy that cannot reach the workbench waits, and misses nothing: ${moment}`, async ({
    browser,
    proxied: { team, proxy },
  }) => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    const studio = await signIn(page, team);
    const reconnecting = page.getByText('Reconnecting…');
    const asked = page.waitForRequest((request) => request.url().endsWith('/api/studio/runs'));
    await studio.run(LONG);
    if (isAnswered) await (await asked).response();
    else await expect.poll(() => proxy.passedOn).toContain('/api/studio/runs');

    proxy.cut();
    await studio.type('SELECT 7 AS typed_meanwhile');
    await expect(reconnecting).toBeVisible();
    await page.waitForTimeout(1000);
    proxy.isCut = false;
    await expect(reconnecting).toHaveCount(0);
    await expect(studio.cell(0, 0)).toHaveText('150000000');

    await page.waitForTimeout(1500);
    await page.reload();
    await expect(page.locator('.view-lines').first()).toContainText('typed_meanwhile');
    await context.close();
  });
}
