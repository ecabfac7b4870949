import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ChangeSetDetails } from '#libs/api';
import { ChangeApplier } from './change-applier.service.js';
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
])(
  'a line that is cut %s leaves the database and the change set in agreement',
  async (at, id, state, rows) => {
    const draft = await app.create([editsOf('people').insert({ id, name: 'Ann' })], 'ann', 'cut');
    const change = await app.step(draft.id, 'rehearse');
    app.cutter.cut(at);
    await app.send('POST', `/api/changes/${change.id}/apply`, seen(change));
    expect((await settled(change.id)).state).toBe(state);
    expect(await app.cells(`SELECT id FROM people WHERE id = ${id}`)).toEqual(rows);
    // What was not kept can be applied once more, and what was cannot.
    const again = await app.send<ChangeSetDetails>('POST', `/api/changes/${change.id}/apply`, seen(change));
    expect([again.status, again.body.state]).toEqual(state === 'applied' ? [409, undefined] : [200, 'applied']);
    expect(await app.cells(`SELECT id FROM people WHERE id = ${id}`)).toEqual([[id]]);
  },
  60_000,
);
