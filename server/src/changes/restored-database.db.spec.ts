import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ChangeSetDetails } from '#libs/api';
import { State } from '../platform/index.js';
import { ChangeApplier } from './change-applier.service.js';
import { ChangeSetRecord } from './storage/change-set.entity.js';
import { ChangesApp, editsOf } from './testing/changes-app.js';

let app: ChangesApp;
beforeAll(async () => {
  app = await ChangesApp.start();
  await app.database.execute('CREATE TABLE people (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text)');
});
afterAll(() => app.stop());

/** The change set once its commit was never answered, and what became of it was looked for. */
async function settled(change: ChangeSetDetails, transactionId: string): Promise<ChangeSetDetails> {
  const attempt = { transactionId, effect: '0'.repeat(64), by: change.author, at: change.changed_at };
  const { manager } = app.workbench.app.get(State);
  await manager.update(ChangeSetRecord, { id: change.id }, { state: 'draft', attempt });
  await app.workbench.app.get(ChangeApplier).settleAll();
  return app.ask('GET', `/api/changes/${change.id}`);
}

/** An id that the database has not given yet, as where it was restored on another server. */
async function futureId(): Promise<string> {
  const [[id = ''] = []] = await app.cells('SELECT txid_current() + 1000000');
  return id ?? '';
}

/** The id of a transaction that was rolled back. */
async function abortedId(): Promise<string> {
  await app.cells('BEGIN');
  const [[id = ''] = []] = await app.cells('SELECT txid_current()');
  await app.cells('ROLLBACK');
  return id ?? '';
}

const insert = editsOf('people').insert({ name: 'Ann' });
const rows = () => app.cells('SELECT name FROM people');

it.each([
  ['are there, is applied', '', 'applied'],
  ['are not there, is to be compared', 'DELETE FROM people', 'conflicted'],
  ['others have changed, is to be compared', "UPDATE people SET name = 'Eve'", 'conflicted'],
])('a change set whose transaction is in the future of its database, and whose rows %s', async (_, sql, state) => {
  await app.database.execute('DELETE FROM people');
  const change = await app.applied([insert]);
  if (sql !== '') await app.database.execute(sql);
  const found = await settled(change, await futureId());
  expect([found.state, found.is_uncertain, found.comments.length]).toEqual([state, false, state === 'applied' ? 0 : 1]);
});

it('is not done twice where its id is that of another transaction, which was rolled back, and its rows are there', async () => {
  await app.database.execute('DELETE FROM people');
  const change = await app.applied([insert]);
  const found = await settled(change, await abortedId());
  expect([found.state, found.is_uncertain]).toEqual(['conflicted', false]);
  expect((await app.apply(found)).status).toBe(409);
  expect(await rows()).toEqual([['Ann']]);
});

it('is a draft again where its transaction was rolled back and its rows are not there', async () => {
  await app.database.execute('DELETE FROM people');
  const change = await app.applied([insert]);
  await app.database.execute('DELETE FROM people');
  const found = await settled(change, await abortedId());
  expect([found.state, found.is_uncertain]).toEqual(['draft', false]);
  expect((await app.apply(found)).body.state).toBe('applied');
  expect(await rows()).toEqual([['Ann']]);
});
