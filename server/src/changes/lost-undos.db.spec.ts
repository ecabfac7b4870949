import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { ChangeSetDetails } from '#libs/api';
import { ChangeApplier } from './change-applier.service.js';
import { ChangesApp, editsOf, seen } from './testing/changes-app.js';
import type { CutAt } from './testing/commit-cutter.js';

let app: ChangesApp;
let change: ChangeSetDetails;
let undo: ChangeSetDetails;
beforeAll(async () => {
  app = await ChangesApp.start();
  await app.database.execute('CREATE TABLE people (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text)');
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.database.execute('TRUNCATE people');
  change = await app.rehearsed([editsOf('people').insert({ name: 'Ann' })], 'ann', 'cut');
  change = (await app.apply(change)).body;
  undo = await app.step((await app.step(change.id, 'undo')).id, 'rehearse');
  expect(undo.rehearsal?.status).toBe('ready');
});

const get = (id: string) => app.ask<ChangeSetDetails>('GET', `/api/changes/${id}`);
const settleAll = () => app.workbench.app.get(ChangeApplier).settleAll();
const rows = () => app.cells('SELECT name FROM people');

async function settled(id: string): Promise<ChangeSetDetails> {
  for (;;) {
    const now = await get(id);
    if (!now.is_uncertain) return now;
    await settleAll();
    await wait(50);
  }
}

it.each<[CutAt, string, string, string[][]]>([
  ['before the commit', 'draft', 'applied', [['Ann']]],
  ['before the answer', 'applied', 'undone', []],
])(
  'a line that is cut %s of an undo leaves both change sets and the rows in agreement',
  async (at, own, other, left) => {
    app.cutter.cut(at);
    await app.send('POST', `/api/changes/${undo.id}/apply`, seen(undo));
    expect([(await settled(undo.id)).state, (await get(change.id)).state, await rows()]).toEqual([own, other, left]);
    const again = await app.apply(await get(undo.id));
    expect(again.status).toBe(own === 'draft' ? 200 : 409);
    expect([(await get(change.id)).state, await rows()]).toEqual(['undone', []]);
  },
);

it.each<[CutAt, string]>([
  ['before the commit', 'draft'],
  ['before the answer', 'applied'],
])(
  'a line that is cut %s, and again each time it is looked for, stays uncertain with the reason until it is back',
  async (at, state) => {
    app.cutter.cut(at, true);
    const { status } = await app.send('POST', `/api/changes/${undo.id}/apply`, seen(undo));
    expect(status).toBe(409);
    await Promise.all([settleAll(), settleAll()]);
    const waiting = await get(undo.id);
    expect(waiting).toMatchObject({ state: 'draft', is_uncertain: true, actions: { apply: false, delete: false } });
    expect(waiting.uncertain_because).toMatch(/\w+ .*\./);
    app.cutter.comeBack();
    await Promise.all([settleAll(), settleAll()]);
    expect(await settled(undo.id)).toMatchObject({ state, uncertain_because: null });
    expect((await get(change.id)).state).toBe(state === 'applied' ? 'undone' : 'applied');
    expect(await rows()).toEqual(state === 'applied' ? [] : [['Ann']]);
  },
);
