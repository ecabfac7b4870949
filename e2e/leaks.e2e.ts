import type { Page } from '@playwright/test';
import { waitUntilShopAnswers } from './demo-shop.js';
import { StudioPage } from './studio-page.js';
import { expect, test } from './workbench.js';

/** How many nodes the page keeps, in the document or apart from it. */
async function nodesOf(page: Page): Promise<number> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('Performance.enable');
  await tools.send('HeapProfiler.collectGarbage');
  const { metrics } = await tools.send('Performance.getMetrics');
  await tools.detach();
  return metrics.find(({ name }) => name === 'Nodes')?.value ?? 0;
}

/**
 * Expects each of four rounds, behind two that load what stays, to add fewer nodes than `most`. What a frame or a task
 * still holds goes a moment later; what leaks stays.
 */
async function expectFewNodesOf(page: Page, most: number, round: () => Promise<void>): Promise<void> {
  for (let warm = 0; warm < 2; warm += 1) await round();
  const before = await nodesOf(page);
  for (let count = 0; count < 4; count += 1) await round();
  await expect.poll(async () => ((await nodesOf(page)) - before) / 4, { timeout: 15_000 }).toBeLessThan(most);
}

const go = (page: Page, area: string) => page.getByRole('link', { name: area, exact: true }).click();

test('a visit of the studio leaves nothing behind', async ({ page, demo }) => {
  await waitUntilShopAnswers(demo);
  await page.goto(`${demo.address}/jobs`);
  await expectFewNodesOf(page, 100, async () => {
    await go(page, 'Studio');
    await expect(page.locator('.monaco-editor').first()).toBeVisible();
    await go(page, 'Jobs');
    await expect(page.locator('.monaco-editor')).toHaveCount(0);
  });
});

test('a map leaves nothing behind', async ({ page, demo }) => {
  await waitUntilShopAnswers(demo);
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.run('SELECT * FROM stores');
  await expect(studio.cell(0, 0)).toBeVisible();
  const mode = (name: string) => page.getByRole('radio', { name, exact: true }).click();
  await expectFewNodesOf(page, 5, async () => {
    await mode('Map');
    await expect(page.locator('.ol-viewport canvas').first()).toBeVisible();
    await mode('Table');
    await expect(page.locator('.ol-viewport')).toHaveCount(0);
  });
});
