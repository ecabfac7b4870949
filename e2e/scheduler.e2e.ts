import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Job, JobRunDetails, JobRunList } from '#libs/api';
import type { Page } from '@playwright/test';
import { violations } from './axe.js';
import { waitUntilShopAnswers } from './demo-shop.js';
import { fillSql } from './fill-sql.js';
import { runSql } from './run-sql.js';
import { expect, test } from './workbench.js';
import type { Workbench } from './workbench.js';

const NEVER = { type: 'interval', every: 8000, unit: 'hours' };

async function make(demo: Workbench, kind: string, name: string, settings: object): Promise<Job> {
  const input = { name, trigger: NEVER, settings, ...(kind === 'plugin' ? {} : { connection_id: 'shop' }) };
  const { status, body } = await demo.api<Job>('POST', `/api/scheduler/jobs/${kind}`, input);
  expect(status).toBe(201);
  return body;
}

/** The panel of a job, once it was opened by its row. */
async function openJob(page: Page, name: string) {
  await page.getByRole('table', { name: 'Jobs' }).getByRole('button', { name, exact: true }).click();
  return page.getByRole('region', { name });
}

test.beforeEach(async ({ demo }) => waitUntilShopAnswers(demo));

test.afterEach(async ({ demo }) => {
  const { body } = await demo.api<{ items: Job[] }>('GET', '/api/scheduler/jobs');
  for (const { id } of body.items) await demo.api('DELETE', `/api/scheduler/jobs/${id}`);
});

test('a query is scheduled, run, looked at, paused, copied and deleted', async ({ page, demo }) => {
  await page.goto(`${demo.address}/studio?connection=shop`);
  await page.getByRole('link', { name: 'Jobs' }).click();
  await expect(page.getByText('No jobs yet')).toBeVisible();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New job' });
  await dialog.getByLabel('Name').fill('Refunds by week');
  await dialog.getByLabel('Connection').selectOption('shop');
  await fillSql(dialog, 'SELECT 1 AS one, pg_sleep(1) IS NULL AS slept');
  await dialog.getByLabel('Save results as').fill('refunds.csv');
  await dialog.getByLabel('Cron expression').fill('0 0 30 2 *');
  await expect(dialog.locator('[data-preview]')).toContainText('This date does not exist in any year.');
  await dialog.getByLabel('Cron expression').fill('30 6 * * 1-5');
  await expect(dialog.locator('[data-preview]')).toContainText('Monday to Friday at 06:30');
  await expect(dialog.locator('[data-preview] li')).toHaveCount(5);
  await dialog.getByRole('button', { name: 'Create job' }).click();

  const panel = page.getByRole('region', { name: 'Refunds by week' });
  await expect(panel).toContainText('Not run yet');
  await panel.getByRole('button', { name: 'Run now' }).click();
  await expect(panel.getByText('Running').first()).toBeVisible();
  await expect(panel.getByText('Succeeded').first()).toBeVisible();
  await expect(panel.getByRole('log')).toContainText('1 row saved as refunds.csv');
  const download = page.waitForEvent('download');
  await panel.getByRole('link', { name: 'Download refunds.csv' }).click();
  expect(readFileSync(await (await download).path(), 'utf8')).toBe('one,slept\n1,f\n');

  await panel.getByRole('button', { name: 'Pause the job' }).click();
  await expect(page.getByRole('table', { name: 'Jobs' })).toContainText('Paused');
  await panel.getByRole('button', { name: 'More for the job' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create job' }).click();
  await expect(page.getByRole('region', { name: 'Refunds by week (copy)' })).toBeVisible();
  await page.getByRole('button', { name: 'Timeline' }).click();
  await expect(page.getByRole('list', { name: /Runs of today/ })).toContainText('Refunds by week (copy)');
  await page.getByRole('button', { name: 'Timeline' }).click();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('paused');
  await expect(page.getByRole('table', { name: 'Jobs' }).locator('tbody tr')).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  expect(await violations(page)).toEqual([]);
  await page
    .getByRole('region', { name: 'Refunds by week (copy)' })
    .getByRole('button', { name: 'More for the job' })
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete job' }).click();
  await expect(page.getByRole('table', { name: 'Jobs' }).locator('tbody tr')).toHaveCount(1);
});

test('SQL that writes is refused when the job is made, and writes are allowed right there', async ({ page, demo }) => {
  for (const [connection, table] of [
    ['shop', 'pg_written'],
    ['lake', 'duck_written'],
  ] as const) {
    // Where its engine does not answer in time, a job is made with a notice in place of a judgement.
    await runSql(demo, 'SELECT 1', connection);
    await page.goto(`${demo.address}/jobs?connection=${connection}`);
    await page.getByRole('button', { name: 'New job' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New job' });
    await dialog.getByLabel('Name').fill(`Fill ${table}`);
    await dialog.getByLabel('Connection').selectOption(connection);
    await fillSql(dialog, `CREATE TABLE IF NOT EXISTS ${table} (i INTEGER)`);
    await dialog.getByRole('button', { name: 'Create job' }).click();
    await expect(dialog).toContainText(`Statement 1 modifies data: CREATE TABLE IF NOT EXISTS ${table} (i INTEGER).`);
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Allow writes' }).click();
    await expect(dialog.getByLabel('Allow writes')).toBeChecked();
    await expect(dialog.getByRole('button', { name: 'Allow writes' })).toBeHidden();
    await dialog.getByRole('button', { name: 'Create job' }).click();
    const panel = page.getByRole('region', { name: `Fill ${table}` });
    await panel.getByRole('button', { name: 'Run now' }).click();
    await expect(panel.locator('dw-run-view dw-run-state')).toContainText('Succeeded');
    expect((await runSql(demo, `DROP TABLE ${table}`, connection)).status).toBe('succeeded');
  }
});

test('a query job runs a saved query as it is at that time, and its SQL is completed', async ({ page, demo }) => {
  const query = { name: 'Store count', connection_id: 'shop', sql: 'SELECT count(*) AS stores FROM stores' };
  const saved = await demo.api<{ id: string; version: number }>('POST', '/api/studio/queries', query);
  await page.goto(`${demo.address}/jobs?connection=shop`);
  await page.getByRole('button', { name: 'New job' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New job' });
  await dialog.getByLabel('Connection').selectOption('shop');
  await dialog.locator('dw-sql-field .view-lines').click();
  await page.keyboard.type('SELECT * FROM custo', { delay: 30 });
  await expect(page.locator('.suggest-widget .monaco-list-row').first()).toContainText('customers');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(dialog.getByLabel('Allow writes')).toBeFocused();

  await dialog.getByLabel('Name').fill('Counts stores');
  await dialog.getByLabel('Query', { exact: true }).selectOption('saved');
  await expect(dialog).toContainText('Each run uses the query as it is saved at that time');
  await dialog.getByRole('button', { name: 'Create job' }).click();
  await expect(dialog).toContainText('Choose a saved query.');
  expect(await violations(page)).toEqual([]);
  await dialog.getByLabel('Saved query').selectOption({ label: 'Store count' });
  await dialog.getByRole('button', { name: 'Create job' }).click();
  const panel = page.getByRole('region', { name: 'Counts stores' });
  await demo.api('PUT', `/api/studio/queries/${saved.body.id}`, {
    ...query,
    sql: `${query.sql} WHERE id > 0`,
    version: 1,
  });
  await panel.getByRole('button', { name: 'Run now' }).click();
  await expect(panel.getByRole('log')).toContainText('Saved query Store count, version 2');
  await expect(panel.locator('dw-run-view dw-run-state')).toContainText('Succeeded');

  await page.getByRole('button', { name: 'Timeline' }).click();
  const today = page
    .getByRole('list', { name: /^Runs of today/ })
    .locator(':scope > li')
    .first();
  await expect(today).toContainText('Counts stores');
  expect(await violations(page)).toEqual([]);
  // On a Monday before seven its next run stands there, too.
  await today.getByRole('button', { name: /^Succeeded .*Counts stores/ }).click();
  await expect(panel).toBeVisible();
  await demo.api('DELETE', `/api/studio/queries/${saved.body.id}`);
  await panel.getByRole('button', { name: 'Run now' }).click();
  await expect(panel.getByRole('alert')).toContainText('no longer exists');
});

test('a backup, maintenance, a schema check and a plugin run and show how they ended', async ({ page, demo }) => {
  mkdirSync(join(demo.home, 'plugins'), { recursive: true });
  const plugin = `export default ({ register }) => register({ version: 1, jobs: [{ name: 'go', run: ({ log }) => log('hello from a plugin') }] });`;
  writeFileSync(join(demo.home, 'plugins', 'greets.mjs'), plugin);
  await make(demo, 'backup', 'Nightly backup', { format: 'custom', keep_last: 2 });
  await make(demo, 'vacuum', 'Weekly vacuum', {});
  await make(demo, 'analyze', 'Statistics', {});
  await make(demo, 'schema_watch', 'Morning check', {});
  await make(demo, 'plugin', 'Greeting', { plugin: 'greets', job: 'go' });
  await make(demo, 'query', 'Broken', { sql: 'SELECT nothing' });
  await page.goto(`${demo.address}/jobs?connection=shop`);
  for (const [name, words] of [
    ['Nightly backup', 'is complete, SHA-256'],
    ['Weekly vacuum', 'VACUUM (ANALYZE), the whole database'],
    ['Statistics', 'ANALYZE, the whole database'],
    ['Morning check', 'Snapshot of'],
    ['Greeting', 'hello from a plugin'],
  ] as const) {
    const panel = await openJob(page, name);
    await panel.getByRole('button', { name: 'Run now' }).click();
    await expect(panel.getByRole('log')).toContainText(words);
    await expect(panel.locator('dw-run-view dw-run-state')).toContainText('Succeeded');
  }
  const broken = await openJob(page, 'Broken');
  await broken.getByRole('button', { name: 'Run now' }).click();
  await expect(broken.getByRole('alert')).toContainText('column "nothing" does not exist');
  await expect(page.getByText('1 failing')).toBeVisible();
});

test('a pipeline is built step by step, previewed, saved and run', async ({ page, demo }) => {
  await page.goto(`${demo.address}/data?connection=shop`);
  await page.getByRole('button', { name: 'New pipeline' }).first().click();
  await page.getByLabel('Name of the pipeline').fill('Sevens');
  await page.getByLabel('Name of input 1').fill('numbers');
  const input = page.locator('dw-pipeline-input-part');
  await fillSql(input, 'SELECT * FROM custo');
  await page.keyboard.press('Control+Space');
  await expect(page.locator('.suggest-widget .monaco-list-row').first()).toContainText('customers');
  await page.keyboard.press('Escape');
  await fillSql(input, 'SELECT i, i * 7 AS seven FROM generate_series(1, 20) i');
  await page.getByRole('button', { name: 'Step', exact: true }).click();
  const step = page.locator('.part', { has: page.locator('dw-pipeline-step-part') });
  await fillSql(step, 'SELECT wrong FROM numbers');
  await page.getByRole('button', { name: 'Preview' }).last().click();
  await expect(step.getByRole('alert')).toContainText('wrong');
  await fillSql(step, 'SELECT * FROM numbers WHERE sev');
  await page.keyboard.press('Control+Space');
  await expect(page.locator('.suggest-widget .monaco-list-row').first()).toContainText('seven');
  await page.keyboard.press('Escape');
  await fillSql(step, 'SELECT * FROM numbers WHERE seven > 70 ORDER BY i');
  await page.getByRole('button', { name: 'Preview' }).last().click();
  await expect(page.getByRole('region', { name: 'Rows of step' })).toContainText('140');
  await expect(step).toContainText('10 rows, 2 columns');
  await page.getByLabel('Format of the output').selectOption('csv');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Pipelines' })).toContainText('Sevens');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Run now' }).click();
  const strip = page.getByRole('status', { name: 'Run of the pipeline' });
  await expect(strip).toContainText('Succeeded');
  await expect(strip.getByRole('link', { name: /^Download / })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await expect
    .poll(async () => (await demo.api<JobRunList>('GET', '/api/scheduler/runs')).body.runs[0]?.status)
    .toBe('success');
  const { body } = await demo.api<JobRunList>('GET', '/api/scheduler/runs');
  const run = (await demo.api<JobRunDetails>('GET', `/api/scheduler/runs/${body.runs[0]?.id ?? ''}`)).body;
  expect(run.outputs[0]?.name).toBe('output.csv');
  await page.getByRole('link', { name: 'Schedule' }).click();
  await expect(page.getByRole('dialog', { name: 'New job' }).getByLabel('Pipeline')).toContainText('Sevens');
});

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Asia/Kathmandu' });

  test('the next run of a cron stands in the time zone of the person', async ({ page, demo }) => {
    const trigger = { type: 'cron', expression: '0 6 * * *', timezone: 'UTC' };
    const input = { name: 'Six in Greenwich', connection_id: 'shop', trigger, settings: { sql: 'SELECT 1' } };
    expect((await demo.api('POST', '/api/scheduler/jobs/query', input)).status).toBe(201);
    await page.goto(`${demo.address}/jobs?connection=shop`);
    const row = page.getByRole('table', { name: 'Jobs' }).locator('tbody tr').filter({ hasText: 'Six in Greenwich' });
    await expect(row).toContainText('11:45');
  });
});

test('a connection that is not scheduled leads to a job that is filled in', async ({ page, demo }) => {
  // Only catalogs of Postgres are watched: with Lake selected the page shows Shop, and so does the job.
  await page.goto(`${demo.address}/schema-watch?connection=lake`);
  await page.getByRole('link', { name: 'Not scheduled' }).click();
  const dialog = page.getByRole('dialog', { name: 'New job' });
  await expect(dialog.getByRole('combobox', { name: 'Kind' })).toHaveValue('schema_watch');
  await expect(dialog.getByRole('combobox', { name: 'Connection' })).toHaveValue('shop');
  await page.keyboard.press('Escape');
});
