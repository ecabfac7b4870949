import type { BrowserContext, Locator, Page } from '@playwright/test';
import { violations } from './axe.js';
import { waitUntilShopAnswers } from './demo-shop.js';
import { ForeignSite, NEW_TAB_WAYS, PRESSED_WAYS, REFUSED_WAYS, WAYS } from './foreign-site.js';
import type { RefusedWay, Way } from './foreign-site.js';
import { StudioPage } from './studio-page.js';
import { expect, test } from './workbench.js';
import type { Workbench } from './workbench.js';

let site: ForeignSite;
test.beforeAll(async () => {
  site = await ForeignSite.start();
});
test.afterAll(() => site.stop());
test.beforeEach(async ({ demo }) => {
  await waitUntilShopAnswers(demo);
});

const HOSTS = ['localhost', '127.0.0.1'] as const;

/** Long enough for a window that is navigated after three seconds, and for a run to reach the history, were there one. */
const GRACE_MS = 4_500;
/** Long enough for a run to reach the history. */
const RUN_MS = 1_500;

const addressOf = (demo: Workbench, sql: string, more: Record<string, string> = {}): string =>
  `${demo.address}/studio?${new URLSearchParams({ connection: 'shop', sql, ...more }).toString()}`;
const question = (page: Page): Locator => page.getByRole('dialog', { name: 'Run SQL from this link?' });

/** How often a text was run, as the history has it. */
async function runsOf(demo: Workbench, sql: string): Promise<number> {
  const path = `/api/studio/history?search=${encodeURIComponent(sql.slice(0, 40))}`;
  const { body } = await demo.api<{ items: { sql: string }[] }>('GET', path);
  return body.items.filter((item) => item.sql === sql).length;
}

/** Follows a page of the other site, in a tab of its own, to where it leads; the page that arrived is the last one. */
async function follow(context: BrowserContext, way: Way | RefusedWay, address: string): Promise<Page> {
  const page = await context.newPage();
  const opened = NEW_TAB_WAYS.has(way) ? context.waitForEvent('page', (one) => one !== page) : null;
  await page.goto(address, { waitUntil: 'commit' });
  if (PRESSED_WAYS.has(way)) await page.locator('#go').click();
  return (await opened) ?? page;
}

const outsideSql = (way: string, host: string): string => `SELECT '${way} ${host}' AS outside`;

/** Five tabs of the studio are open at once. In `npm test` each way is taken from one of the hosts, else from both. */
const HALVES = [WAYS.slice(0, 5), WAYS.slice(5)];
const IS_SOAK = process.env.SOAK_ROUNDS !== undefined;

for (const [place, host] of HOSTS.entries()) {
  for (const ways of IS_SOAK ? HALVES : HALVES.slice(place, place + 1)) {
    test(`links from ${host} ask: ${ways.join(', ')}`, async ({ context, demo }) => {
      const arrived: { way: Way; sql: string; page: Page }[] = [];
      for (const way of ways) {
        const sql = outsideSql(way, host);
        const page = await follow(context, way, site.address(host, way, addressOf(demo, sql, { map: '1' })));
        await test.step(way, () => expect(question(page), way).toContainText(sql));
        arrived.push({ way, sql, page });
      }
      await arrived[0]?.page.waitForTimeout(GRACE_MS);
      for (const { way, sql, page } of arrived) {
        await test.step(way, async () => {
          await page.bringToFront();
          await expect(question(page)).toContainText(sql);
          expect(await runsOf(demo, sql)).toBe(0);
          await page.keyboard.press('Escape');
          await expect(question(page)).toBeHidden();
          await page.reload();
          await expect(page.locator('dw-connection-chip')).toContainText('Shop');
        });
      }
      await arrived[0]?.page.waitForTimeout(RUN_MS);
      for (const { way, sql, page } of arrived) {
        await test.step(`${way}, read again`, async () => {
          await expect(question(page)).toBeHidden();
          expect(await runsOf(demo, sql)).toBe(0);
          await page.close();
        });
      }
    });
  }

  test(`pages from ${host} get nothing run`, async ({ context, demo }) => {
    const arrived: { way: RefusedWay; sql: string; page: Page }[] = [];
    for (const way of REFUSED_WAYS) {
      const sql = outsideSql(way, host);
      arrived.push({ way, sql, page: await follow(context, way, site.address(host, way, addressOf(demo, sql))) });
    }
    await arrived[0]?.page.waitForTimeout(GRACE_MS);
    for (const { way, sql, page } of arrived) {
      await test.step(way, async () => {
        expect(await runsOf(demo, sql)).toBe(0);
        for (const frame of page.frames()) await expect(frame.locator('dw-link-dialog')).toHaveCount(0);
      });
    }
  });
}

test('a typed address asks, runs on request, and never again', async ({ page, demo }) => {
  const sql = 'SELECT id, name AS typed FROM stores ORDER BY id LIMIT 5';
  const studio = new StudioPage(page);
  await studio.open(addressOf(demo, sql, { title: 'Stores' }));
  await expect(question(page)).toContainText(sql);
  await expect(page).toHaveURL(`${demo.address}/studio?connection=shop`);
  await question(page).getByRole('button', { name: 'Run on Shop' }).click();
  await expect(studio.resultHead).toContainText(/5\s*rows/);
  await expect(page.getByRole('tab', { selected: true })).toContainText('Stores');

  await page.reload();
  await expect(studio.resultHead).toContainText(/5\s*rows/);
  await page.goto('about:blank');
  await page.goBack();
  await expect(studio.resultHead).toContainText(/5\s*rows/);
  await page.waitForTimeout(RUN_MS);
  await expect(question(page)).toBeHidden();
  expect(await runsOf(demo, sql)).toBe(1);

  await page.goto(addressOf(demo, sql, { title: 'Stores' }));
  await expect(question(page)).toBeVisible();
  await question(page).getByRole('button', { name: 'Open without running' }).click();
  await expect(page.locator('dw-result-area')).toContainText('No result yet');
  expect(await runsOf(demo, sql)).toBe(1);
});

for (const theme of ['light', 'dark'] as const) {
  test(`the question shows everything and works by keys, ${theme}`, async ({ page, demo }) => {
    const sql = `SELECT 'a\u202e' AS hidden -- \u200b\n${Array.from({ length: 200 }, (_, at) => `-- ${at}`).join('\n')}\nFROM stores`;
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width: 1280, height: 720 });
    await new StudioPage(page).open(addressOf(demo, sql));
    const dialog = question(page);
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expect(dialog).toContainText('Shop');
    await expect(dialog).toContainText('Read-only');
    await expect(dialog).toContainText('U+202E');
    await expect(dialog).toContainText('U+200B');
    await expect(dialog).toContainText('SQL, 202 lines');
    await expect(dialog.getByText('Checking what the role can do…')).toHaveCount(0);
    await expect(dialog.locator('.dw-note')).toHaveCount(0);
    expect(await violations(page)).toEqual([]);

    const text = dialog.getByRole('region', { name: /^SQL/ });
    await page.keyboard.press('Shift+Tab');
    await expect(text).toBeFocused();
    await page.keyboard.press('End');
    await expect
      .poll(() => text.evaluate((element) => (element as unknown as { scrollTop: number }).scrollTop))
      .toBeGreaterThan(1_000);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('button', { name: 'Open without running' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('button', { name: 'Run on Shop' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.locator('.view-lines').first()).not.toContainText('hidden');
    expect(await runsOf(demo, sql)).toBe(0);
  });
}

test('SQL that may write asks, and says that it can write', async ({ page, demo }) => {
  const sql = "UPDATE stores SET name = 'gone'";
  await new StudioPage(page).open(addressOf(demo, sql));
  await expect(question(page)).toContainText('Can write');
  await question(page).getByRole('button', { name: 'Open without running' }).click();
  await expect(page.locator('dw-result-area')).toContainText('No result yet');
  expect(await runsOf(demo, sql)).toBe(0);
});

test('own links run: in this tab, and in a new one by Ctrl and by the middle button', async ({
  page,
  context,
  demo,
}) => {
  const sql = 'SELECT * FROM public.stores LIMIT 20';
  const explore = async (): Promise<Locator> => {
    await page.goto(`${demo.address}/explore?on=shop&schema=public&table=stores`);
    const panel = page.getByRole('complementary', { name: 'Table' });
    return panel.getByRole('link', { name: 'Open in Studio' });
  };
  await (await explore()).click();
  await expect(new StudioPage(page).resultHead).toContainText(/rows/);
  const inTab = await runsOf(demo, sql);
  expect(inTab).toBeGreaterThan(0);

  for (const [at, how] of [{ modifiers: ['ControlOrMeta'] as const }, { button: 'middle' as const }].entries()) {
    const own = await explore();
    const opening = context.waitForEvent('page');
    await own.click('button' in how ? { button: how.button } : { modifiers: [...how.modifiers] });
    const opened = await opening;
    await opened.bringToFront();
    await expect(new StudioPage(opened).resultHead).toContainText(/rows/);
    await expect(question(opened)).toBeHidden();
    expect(await runsOf(demo, sql)).toBe(inTab + at + 1);
    await opened.close();
  }

  const copied = (await (await explore()).getAttribute('href')) ?? '';
  await page.goto(new URL(copied, demo.address).href);
  await expect(question(page)).toContainText(sql);
  expect(await runsOf(demo, sql)).toBe(inTab + 2);
});
