import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ChangeSetDetails } from '#libs/api';
import type { PerformedAction } from '#libs/audit';
import { EventBus, State } from '../platform/index.js';
import { ChangeApplier } from './change-applier.service.js';
import { ChangeRetention } from './change-retention.js';
import { ChangeSetRecord } from './storage/change-set.entity.js';
import { ChangesApp, editsOf, seen } from './testing/changes-app.js';
import type { CutAt } from './testing/commit-cutter.js';

let app: ChangesApp;
beforeAll(async () => {
  app = await ChangesApp.start();
  await app.database.execute('CREATE TABLE people (id integer PRIMARY KEY, name text)');
});
afterAll(() => app.stop());

/** The change set as soon as its end is known. */
async function settled(id: string): Promise<ChangeSetDetails> {
  for (;;) {
    const change = await app.ask<ChangeSetDetails>('GET', `/api/changes/${id}`);
    if (!change.is_uncertain) return change;
    await app.workbench.app.get(ChangeApplier).settleAll();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

it.each<[CutAt, string, string, string[][]]>([
  ['before the commit', '1', 'draft', []],
  ['before the answer', '2', 'applied', [['2']]],
])('a line that is cut %s leaves the database and the change set in agreement', async (at, id, state, rows) => {
  const draft = await app.create([editsOf('people').insert({ id, name: 'Ann' })], 'ann', 'cut');
  const change = await app.step(draft.id, 'rehearse');
  const applied: PerformedAction[] = [];
  const stop = app.workbench.app.get(EventBus).subscribe('action.performed', (fact) => {
    if (fact.action === 'change.apply') applied.push(fact);
  });
  app.cutter.cut(at);
  await app.send('POST', `/api/changes/${change.id}/apply`, seen(change));
  expect((await settled(change.id)).state).toBe(state);
  expect(await app.cells(`SELECT id FROM people WHERE id = ${id}`)).toEqual(rows);
  stop();
  expect(applied.map(({ details }) => details.applied_by)).toEqual(state === 'applied' ? [change.author.name] : []);
  // What was not kept can be applied once more, and what was cannot.
  const again = await app.send<ChangeSetDetails>('POST', `/api/changes/${change.id}/apply`, seen(change));
  expect([again.status, again.body.state]).toEqual(state === 'applied' ? [409, undefined] : [200, 'applied']);
  expect(await app.cells(`SELECT id FROM people WHERE id = ${id}`)).toEqual([[id]]);
});

it.each([
  ['as it left them was applied', '11', '', 'applied'],
  ['as before was one of another server', '12', 'DELETE FROM people WHERE id = 12', 'conflicted'],
  ['that others have changed was applied', '13', "UPDATE people SET name = 'Eve' WHERE id = 13", 'applied'],
])('an id that the database knows as committed, beside rows %s', async (_, id, sql, expected) => {
  const change = await app.applied([editsOf('people').insert({ id, name: 'Ann' })]);
  if (sql !== '') await app.database.execute(sql);
  const [[transactionId = ''] = []] = await app.cells('SELECT xmin::text FROM pg_class WHERE relname = $$people$$');
  const attempt = { transactionId, effect: '0'.repeat(64), by: change.author, at: change.changed_at };
  const state = app.workbench.app.get(State);
  await state.transaction((manager) => manager.update(ChangeSetRecord, { id: change.id }, { state: 'draft', attempt }));
  await app.workbench.app.get(ChangeRetention).forget(0, 0);
  const found = await settled(change.id);
  expect(found.state).toBe(expected);
  expect(found.comments.length).toBe(expected === 'applied' ? 0 : 1);
});
