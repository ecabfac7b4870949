import { chromium } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './workbench.js';
import type { Workbench } from './workbench.js';

const PAGES = ['/studio?connection=shop', '/jobs', '/schema-watch', '/explore', '/notifications'];
const TABS = 12;
/** A browser keeps six pages of a tab for going back, and has six connections to a server. */
const LOADS = 20;
const ANSWER_MS = 30_000;

/** The pages that list jobs show a new one without being loaded again. */
async function createJob(demo: Workbench, name: string): Promise<string> {
  const trigger = { type: 'interval', every: 8000, unit: 'hours' };
  const body = { name, trigger, connection_id: 'shop', settings: { sql: 'SELECT 1' } };
  const answer = await demo.api<{ id: string }>('POST', '/api/scheduler/jobs/query', body);
  expect(answer.status).toBe(201);
  return answer.body.id;
}

/** A request of the page itself, over one of the browser's connections to the workbench. */
async function expectAnswer(page: Page): Promise<void> {
  const status = await page.evaluate(async (limit) => {
    const answer = await fetch('/api/connections', { signal: AbortSignal.timeout(limit) }).catch(() => null);
    return answer?.status ?? 0;
  }, ANSWER_MS);
  expect(status, page.url()).toBe(200);
}

/** A browser in which pages that are left are kept for going back, as in a person's. */
async function withBackForwardCache(use: (context: BrowserContext) => Promise<void>): Promise<void> {
  const { CHROMIUM_PATH: executablePath = '/usr/bin/chromium' } = process.env;
  const browser = await chromium.launch({ executablePath, ignoreDefaultArgs: ['--disable-back-forward-cache'] });
  try {
    await use(await browser.newContext());
  } finally {
    await browser.close();
  }
}

/** Browsers without shared workers elect a tab that holds the stream for all. */
const WAYS = [
  ['one shared worker', () => undefined],
  ['an elected tab', () => Reflect.deleteProperty(globalThis, 'SharedWorker')],
] as const;

test.use({ isContextKept: false });

for (const [way, prepare] of WAYS) {
  test(`twelve tabs on five pages all work and are live over ${way}`, async ({ context, demo }) => {
    await context.addInitScript(prepare);
    const tabs: { readonly path: string; readonly page: Page }[] = [];
    for (let index = 0; index < TABS; index++) {
      const path = PAGES[index % PAGES.length] ?? '';
      const page = await context.newPage();
      await page.goto(demo.address + path);
      await expect(page.getByRole('navigation').first()).toBeVisible();
      tabs.push({ path, page });
    }
    for (const { page } of tabs) await expectAnswer(page);
    const id = await createJob(demo, 'Seen in all tabs');
    for (const { page } of tabs.filter(({ path }) => path === '/jobs')) {
      await expect(page.getByText('Seen in all tabs').first()).toBeVisible();
    }
    await demo.api('DELETE', `/api/scheduler/jobs/${id}`);
    for (const { page } of tabs) await page.close();
  });

  test(`a tab that is closed leaves the others live over ${way}`, async ({ context, demo }) => {
    await context.addInitScript(prepare);
    const [first, second] = [await context.newPage(), await context.newPage()];
    for (const page of [first, second]) {
      await page.goto(`${demo.address}/jobs`);
      await expect(page.getByRole('heading', { name: 'Jobs' }).first()).toBeVisible();
    }
    await first.close();
    const id = await createJob(demo, 'Seen by the other tab');
    await expect(second.getByText('Seen by the other tab').first()).toBeVisible();
    await demo.api('DELETE', `/api/scheduler/jobs/${id}`);
  });
}

test('many full loads with the back-forward cache leave the page working', async ({ demo }) => {
  await withBackForwardCache(async (context) => {
    const page = await context.newPage();
    for (let load = 0; load < LOADS; load++) {
      await page.goto(demo.address + (PAGES[load % PAGES.length] ?? ''));
      await expect(page.getByRole('navigation').first()).toBeVisible();
      await expectAnswer(page);
    }
    await page.goto(`${demo.address}/jobs`);
    const id = await createJob(demo, 'Seen after many loads');
    await expect(page.getByText('Seen after many loads').first()).toBeVisible();
    await demo.api('DELETE', `/api/scheduler/jobs/${id}`);
  });
});
