import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { ChangeSetDetails } from '#libs/api';
import { State } from '../platform/index.js';
import { ChangeApplier } from './change-applier.service.js';
import { ChangeSetRecord } from './storage/change-set.entity.js';
import { editsOf } from './testing/changes-caller.js';
import { FileChangesApp } from './testing/file-changes-app.js';

const people = editsOf('people', 'main');

let app: FileChangesApp;
let change: ChangeSetDetails;
beforeAll(async () => (app = await FileChangesApp.start('lite')));
afterAll(() => app.stop());
beforeEach(async () => {
  await app.execute(
    'DROP TABLE IF EXISTS people',
    'CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT)',
    "INSERT INTO people VALUES (1, 'Ann'), (2, 'Bob')",
  );
  change = await app.applied([
    people.update({ id: '1' }, { name: 'Ann' }, { name: 'Anna' }),
    people.remove({ id: '2' }, { name: 'Bob' }),
    people.insert({ id: '3', name: 'Cid' }),
  ]);
});

/** What is known of the change set once its commit was never answered, and the rows are looked at. */
async function settled(): Promise<ChangeSetDetails> {
  const attempt = { transactionId: null, effect: '0'.repeat(64), by: change.author, at: change.changed_at };
  await app.workbench.app
    .get(State)
    .transaction((manager) => manager.update(ChangeSetRecord, { id: change.id }, { state: 'draft', attempt }));
  await app.workbench.app.get(ChangeApplier).settleAll();
  return app.ask('GET', `/api/changes/${change.id}`);
}

it('a commit without an answer was kept where all rows are as it left them', async () => {
  expect(await settled()).toMatchObject({ state: 'applied', is_uncertain: false, applied_by: change.author });
});

it('was not kept where all rows are as before, and can be applied once more', async () => {
  await app.execute(
    "UPDATE people SET name = 'Ann'",
    'DELETE FROM people WHERE id = 3',
    "INSERT INTO people VALUES (2, 'Bob')",
  );
  const draft = await settled();
  expect(draft).toMatchObject({ state: 'draft', is_uncertain: false });
  expect((await app.apply(draft)).body.state).toBe('applied');
});

it('is a conflict where rows are neither, and says so', async () => {
  await app.execute("UPDATE people SET name = 'Annie' WHERE id = 1");
  const { state, is_uncertain: isUncertain, comments } = await settled();
  expect([state, isUncertain]).toEqual(['conflicted', false]);
  expect(comments.map(({ text }) => text)).toEqual([expect.stringMatching(/^The answer of the database was lost/)]);
});

it('stays uncertain while the file cannot be read, and nothing is applied meanwhile', async () => {
  await app.execute('ALTER TABLE people RENAME TO away');
  const uncertain = await settled();
  expect([uncertain.state, uncertain.is_uncertain, uncertain.actions.apply]).toEqual(['draft', true, false]);
  await app.execute('ALTER TABLE away RENAME TO people');
  await app.workbench.app.get(ChangeApplier).settleAll();
  expect(await app.ask('GET', `/api/changes/${change.id}`)).toMatchObject({ state: 'applied' });
});
