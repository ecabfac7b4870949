import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoView } from '#libs/demo';
import { violations } from './axe.js';
import { press } from './keys.js';
import { StudioPage } from './studio-page.js';
import { expect, temporaryHome, test as base, Workbench } from './workbench.js';

async function duringFirstStart(work: (workbench: Workbench) => Promise<void>): Promise<void> {
  const workbench = new Workbench(temporaryHome(), { WORKBENCH_DEMO: 'auto' });
  await workbench.start();
  try {
    await work(workbench);
  } finally {
    await workbench.stop();
    rmSync(workbench.home, { recursive: true, force: true });
  }
}

/** The first start of a new home, with all of the demo. */
const test = base.extend<object, { demo: Workbench }>({
  demo: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the parameter's pattern
    async ({}, use) => {
      await duringFirstStart(use);
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  page: async ({ browser }, use) => {
    const context = await browser.newContext();
    await use(await context.newPage());
    await context.close();
  },
});

const demoOf = async (workbench: Workbench) => (await workbench.api<DemoView>('GET', '/api/demo')).body;

test('the slow join of the guided query opens its measured plan', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  const steps = page.getByRole('list', { name: 'Things to try' });
  await studio.open(`${demo.address}/studio`);
  await expect(page.getByText('Ln 2, Col 1')).toBeVisible();
  await steps.getByRole('button', { name: /Explain a slow join/ }).click();
  await expect(page.locator('dw-plan-area')).toContainText('order_items');
});

test('a first visit begins with a guided query, whose stores are one key away from a map', async ({ page, demo }) => {
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio`);
  await expect(page.getByRole('tab', { name: /Welcome/ })).toHaveAttribute('aria-selected', 'true');
  const steps = page.getByRole('list', { name: 'Things to try' });
  await expect(steps.getByRole('listitem')).toHaveCount(5);
  expect(await violations(page)).toEqual([]);

  // At the least height the saved queries scroll, and leave room for the schema.
  await page.setViewportSize({ width: 1280, height: 800 });
  const section = (key: string) => page.locator(`dw-sidebar-section[key=${key}]`);
  const heightOf = async (key: string) => (await section(key).boundingBox())?.height ?? 0;
  await expect(section('saved').getByRole('listitem')).toHaveCount(9);
  await expect.poll(() => heightOf('saved')).toBeLessThanOrEqual(172);
  await expect.poll(() => heightOf('schema')).toBeGreaterThan(120);
  await page.setViewportSize({ width: 1440, height: 900 });

  await steps.getByRole('button', { name: /See stores on a map/ }).press('Enter');
  await expect(page.getByRole('radio', { name: 'Map' })).toBeChecked();
  await expect(page.locator('dw-result-head').getByText('24 rows')).toBeVisible();
});

test('changes are previewed in the tab of a first visit, before anything was run in it', async ({ page }) => {
  // A tab keeps its last run for every browser, so that this one is of a workbench of its own.
  await duringFirstStart(async ({ address }) => {
    const studio = new StudioPage(page);
    await studio.open(`${address}/studio`);
    await expect(page.getByRole('tab', { name: /Welcome/ })).toHaveAttribute('aria-selected', 'true');
    const steps = page.getByRole('list', { name: 'Things to try' });
    await expect(steps).toBeVisible();
    await studio.type("UPDATE stores SET name = 'Renamed' WHERE id = 1");
    await page.locator('dw-action-bar').getByRole('button', { name: 'Preview changes' }).click();
    const panel = page.getByRole('region', { name: 'Review changes', exact: true });
    await expect(panel).toContainText('1 row changed');
    await expect(panel.locator('tr.after .changed')).toHaveText(['Renamed']);
    await panel.getByRole('button', { name: 'Discard' }).click();
    await expect(panel).toHaveCount(0);
    await expect(steps).toBeVisible();
  });
});

test('contracts, layers and the map have something to show', async ({ page, demo }) => {
  await expect.poll(async () => (await demoOf(demo)).state).toBe('ready');
  await page.goto(`${demo.address}/schema-watch/shop`);
  await expect(page.getByText('Order export').first()).toBeVisible();
  await page.goto(`${demo.address}/schema-watch/reporting`);
  await expect(page.getByText('Sales dashboard').first()).toBeVisible();
  await page.goto(`${demo.address}/layers`);
  await page.getByRole('link', { name: 'Delivery areas', exact: true }).click();
  const legend = page.getByRole('list', { name: 'Legend' });
  await expect(legend.getByText('45')).toBeVisible();
  await expect(legend.getByText('120')).toBeVisible();
});

test('Remove the demo lists what goes and what stays, and removes it in one go, by the keyboard alone', async ({
  page,
  demo,
}) => {
  await expect.poll(async () => (await demoOf(demo)).state).toBe('ready');
  await demo.api('POST', '/api/studio/queries', { name: 'My own', connection_id: 'lake', sql: 'SELECT 1' });
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio`);
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type('Remove the demo');
  await expect(page.getByRole('option', { name: /Remove the demo/, selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Remove the demo?' });
  await expect(dialog).toContainText('Shop, Reporting, Lake and Drop folder, with all their data');
  await expect(dialog).toContainText('9 saved queries');
  await expect(dialog).toContainText('Saved query My own');
  expect(await violations(page)).toEqual([]);
  await press(dialog.getByRole('button', { name: 'Remove the demo' }), 'Enter');
  await expect(page.getByRole('group', { name: 'Demo removed' })).toBeVisible();
  await expect(page.getByText('No connections yet')).toBeVisible();
  expect((await demoOf(demo)).state).toBe('none');
  expect(existsSync(join(demo.home, 'demo'))).toBe(false);
});
