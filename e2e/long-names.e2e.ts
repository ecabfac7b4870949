import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { Job } from '#libs/api';
import { waitUntilShopAnswers } from './demo-shop.js';
import { StudioPage } from './studio-page.js';
import { expect, test } from './workbench.js';
import type { Workbench } from './workbench.js';

const LONG = 'Customer warehouse of the northern region (production) no. 62x';

/** Gives a connection another name. */
async function rename(demo: Workbench, before: string, name: string): Promise<void> {
  const file = join(demo.home, 'connections.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace(`name: ${before}\n`, `name: ${name}\n`));
  await expect.poll(async () => JSON.stringify((await demo.api('GET', '/api/connections/shop')).body)).toContain(name);
}

async function expectWhole(page: Page, ...parts: Locator[]): Promise<void> {
  for (const part of parts) {
    const box = await part.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
    expect(box?.width).toBeGreaterThan(20);
  }
}

test.beforeEach(async ({ demo }) => waitUntilShopAnswers(demo));

test('a long name of a connection leaves room for names of jobs and for the actions of Schema Watch', async ({
  page,
  demo,
}) => {
  await rename(demo, 'Shop', LONG);
  const trigger = { type: 'cron', expression: '30 6 * * 1-5', timezone: 'America/New_York' };
  const input = { name: 'Drift of the warehouse', trigger, settings: {}, connection_id: 'shop' };
  const { body: job } = await demo.api<Job>('POST', '/api/scheduler/jobs/schema_watch', input);
  try {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto(`${demo.address}/jobs?job=${job.id}`);
    const table = page.getByRole('table', { name: 'Jobs' });
    const name = table.getByRole('button', { name: 'Drift of the warehouse' });
    await expect(name).toBeVisible();
    expect((await name.boundingBox())?.width).toBeGreaterThan(80);
    const note = await table.getByText('30 6 * * 1-5').boundingBox();
    const next = await table.getByRole('columnheader', { name: 'Next run' }).boundingBox();
    expect((note?.x ?? 0) + (note?.width ?? 0)).toBeLessThanOrEqual(next?.x ?? 0);
    await table.locator('dw-badge', { hasText: LONG }).hover();
    await expect(table.locator('dw-badge', { hasText: LONG })).toHaveAttribute('title', LONG);

    await page.goto(`${demo.address}/schema-watch/shop`);
    const check = page.getByRole('button', { name: 'Check now' });
    await expect(check).toBeVisible();
    await expectWhole(page, page.getByRole('button', { name: 'Tables' }), check);
  } finally {
    await demo.api('DELETE', `/api/scheduler/jobs/${job.id}`);
    await rename(demo, LONG, 'Shop');
  }
});

test('an open transaction leaves the chip of the connection and its own buttons in sight', async ({ page, demo }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const studio = new StudioPage(page);
  await studio.open(`${demo.address}/studio?connection=shop`);
  await studio.run('begin; update products set name = name where id = 1; select 1');
  const bar = page.locator('dw-action-bar');
  const parts = [
    bar.getByRole('button', { name: 'Commit' }),
    bar.getByRole('button', { name: 'Roll back' }),
    bar.locator('dw-connection-chip > button'),
  ];
  await expect(bar.getByRole('button', { name: 'Roll back' })).toBeVisible();
  await expectWhole(page, ...parts);
  for (const width of [1440, 1100, 900]) {
    await page.setViewportSize({ width, height: 720 });
    await expect(bar).toBeVisible();
    await expect(async () => expectWhole(page, ...parts)).toPass();
  }
  await bar.getByRole('button', { name: 'Roll back' }).click();
  await expect(bar.getByRole('button', { name: 'Commit' })).toHaveCount(0);
});
