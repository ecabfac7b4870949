import type { Job } from '#libs/api';
import { waitUntilShopAnswers } from './demo-shop.js';
import { fill, goTo, press, pressUntilFocused, takeFromMenu } from './keys.js';
import { expect, test } from './workbench.js';

test.afterEach(async ({ demo }) => {
  const { body } = await demo.api<{ items: Job[] }>('GET', '/api/scheduler/jobs');
  for (const { id } of body.items) await demo.api('DELETE', `/api/scheduler/jobs/${id}`);
});

test('a job is found, edited, copied and deleted, and its run opened from the timeline, by the keyboard alone', async ({
  page,
  demo,
}) => {
  await waitUntilShopAnswers(demo);
  const trigger = { type: 'interval', every: 8000, unit: 'hours' };
  const input = { name: 'Counts', connection_id: 'shop', trigger, settings: { sql: 'SELECT 1 AS one' } };
  expect((await demo.api('POST', '/api/scheduler/jobs/query', input)).status).toBe(201);
  await page.goto(`${demo.address}/jobs?connection=shop`);
  const jobs = page.getByRole('table', { name: 'Jobs' });
  const dialog = page.getByRole('dialog');
  await press(jobs.getByRole('button', { name: 'Counts', exact: true }), 'Enter');
  const panel = page.getByRole('region', { name: 'Counts', exact: true });
  await expect(panel).toBeVisible();
  await goTo(page, 'job');
  await press(panel.getByRole('button', { name: 'Run now' }), 'Enter');
  await expect(panel.locator('dw-run-view dw-run-state')).toContainText('Succeeded');
  const more = panel.getByRole('button', { name: 'More for the job' });
  await takeFromMenu(more, page.getByRole('menuitem', { name: 'Duplicate' }));
  await fill(dialog.getByLabel('Name'), 'Counts again');
  await press(dialog.getByRole('button', { name: 'Create job' }), 'Enter');
  const copy = page.getByRole('region', { name: 'Counts again' });
  await expect(copy).toBeVisible();
  await goTo(page, 'job');
  await press(copy.getByRole('button', { name: 'Edit' }), 'Enter');
  await fill(dialog.getByLabel('Name'), 'Counts twice');
  await press(dialog.getByRole('button', { name: 'Save job' }), 'Enter');
  const edited = page.getByRole('region', { name: 'Counts twice' });
  await expect(edited).toBeVisible();
  await goTo(page, 'job');
  await takeFromMenu(
    edited.getByRole('button', { name: 'More for the job' }),
    page.getByRole('menuitem', { name: 'Delete' }),
  );
  await press(dialog.getByRole('button', { name: 'Delete job' }), 'Enter');
  await expect(jobs.locator('tbody tr')).toHaveCount(1);

  await goTo(page, 'jobs');
  await pressUntilFocused(page.getByRole('button', { name: 'Timeline' }), 'Tab');
  await page.keyboard.press('Enter');
  const today = page.getByRole('list', { name: /^Runs of today/ });
  await press(today.getByRole('button', { name: /Counts/ }).first(), 'Enter');
  await expect(panel).toBeVisible();
});
