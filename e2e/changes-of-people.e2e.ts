import type { ChangeSetDetails, Run } from '#libs/api';
import { violationsInThemes } from './axe.js';
import { fill, press } from './keys.js';
import { accept, ADMIN, ANN, expect, invite, signIn, test } from './team.js';

const TENTS = "CREATE TABLE tents (id integer PRIMARY KEY, name text); INSERT INTO tents VALUES (1, 'Igloo')";
const BEFORE = { id: '1', name: 'Igloo' };

test('a proposal is refused with a reason by another person, with the keyboard alone, and its author reads it', async ({
  page,
  team,
  others,
}) => {
  await signIn(page, team);
  const hers = await others.arrive();
  await accept(hers, await invite(page, ANN.email), { ...ANN, name: 'Ann Author' });
  const headers = { Origin: team.address };
  const run = await hers.request.post(`${team.address}/api/studio/runs`, {
    data: { connection_id: 'duck', sql: TENTS },
    headers,
  });
  const { id: runId } = (await run.json()) as Run;
  const status = async () =>
    ((await (await hers.request.get(`${team.address}/api/studio/runs/${runId}`)).json()) as Run).status;
  await expect.poll(status).toBe('succeeded');
  const update = { kind: 'update', schema: 'main', table: 'tents', key: { id: '1' }, before: BEFORE };
  const answer = await hers.request.post(`${team.address}/api/changes`, {
    data: { connection_id: 'duck', title: 'Rename a tent', items: [{ ...update, values: { name: 'Tipi' } }] },
    headers,
  });
  expect(answer.status()).toBe(201);
  const { id } = (await answer.json()) as ChangeSetDetails;

  await hers.goto(`${team.address}/changes/${id}`);
  const own = hers.getByRole('region', { name: 'Rename a tent' });
  await own.getByRole('button', { name: 'Rehearse' }).click();
  await expect(own.getByRole('columnheader', { name: 'id' })).toHaveCSS('text-align', 'end');
  await expect(own.getByRole('columnheader', { name: 'name' })).toHaveCSS('text-align', 'start');
  await own.getByRole('button', { name: 'Propose change set' }).click();
  await expect(own.getByText('Proposed', { exact: true }).first()).toBeVisible();

  await page.goto(`${team.address}/changes/${id}`);
  const change = page.getByRole('region', { name: 'Rename a tent' });
  await expect(change.getByText('Ann Author', { exact: true })).toHaveAttribute('title', ANN.email);
  await expect(change.getByText('Proposed by Ann Author')).toBeVisible();
  await press(change.getByRole('button', { name: 'Refuse change set' }), 'Enter');
  const dialog = page.getByRole('dialog', { name: 'Refuse Rename a tent' });
  await press(dialog.getByRole('button', { name: 'Refuse change set' }), 'Enter');
  await expect(dialog).toContainText('Enter a reason. The author sees it.');
  expect(await violationsInThemes(page)).toEqual([]);
  await fill(dialog.getByLabel('Reason'), 'Not in this season');
  await press(dialog.getByRole('button', { name: 'Refuse change set' }), 'Enter');
  await expect(change.getByText('Refused', { exact: true }).first()).toBeVisible();
  // It comes by itself.
  await expect(own).toContainText(`Refused by ${ADMIN.email}: Not in this season`);
  expect(await violationsInThemes(hers)).toEqual([]);
  await press(own.getByRole('button', { name: 'Reopen as draft' }), 'Enter');
  await expect(own.getByRole('button', { name: 'Propose change set' })).toBeVisible();
  await expect(own.getByText('Draft', { exact: true }).first()).toBeVisible();
});
