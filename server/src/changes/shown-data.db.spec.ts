import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { ChangeItemList, ChangeRowList, ChangeSetDetails } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { FileChangesApp } from './testing/file-changes-app.js';
import { editsOf } from './testing/changes-caller.js';
import type { Asker } from './testing/changes-caller.js';

const { insert, update } = editsOf('people', 'main');

let app: FileChangesApp;
beforeAll(async () => (app = await FileChangesApp.start('lite')));
afterAll(() => app.stop());
beforeEach(() =>
  app.execute(
    'DROP TABLE IF EXISTS people',
    'CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT UNIQUE)',
    "INSERT INTO people VALUES (1, 'secret one'), (2, 'secret two')",
  ),
);

/** All that a change set shows, as one text. */
async function shownTo(asker: Asker, id: string): Promise<string> {
  const details = await app.ask<ChangeSetDetails>('GET', `/api/changes/${id}`, undefined, asker);
  const items = await app.ask<ChangeItemList>('GET', `/api/changes/${id}/items`, undefined, asker);
  const rows = await app.ask<ChangeRowList>('GET', `/api/changes/${id}/rows`, undefined, asker);
  return JSON.stringify([details, items, rows]);
}

it.each([
  ['is ready', update({ id: '1' }, { name: 'secret one' }, { name: 'secret three' }), 'ready'],
  ['has a conflict', update({ id: '1' }, { name: 'another' }, { name: 'secret three' }), 'conflicted'],
  ['fails', insert({ id: '1', name: 'secret four' }), 'failed'],
] as const)('a change set that %s shows rows to those who may query', async (_, item, status) => {
  const { id } = await app.rehearsed([item]);
  const shown = `${await shownTo('blind', id)} ${JSON.stringify(await app.step(id, 'comments', { text: 'Why?' }, 'blind'))}`;
  expect(shown).toContain(`"status":"${status}"`);
  expect(shown).not.toContain('secret');
  expect(shown).not.toContain('UNIQUE');
  expect(await shownTo('token', id)).toContain('secret');
  expect(await shownTo('ann', id)).toContain('secret');
});

it('why it cannot be proposed quotes no error to those who may not read it', async () => {
  const { id, hash } = await app.rehearsed([insert({ id: '1', name: 'x' })]);
  const detailFor = async (asker: Asker) =>
    (await app.send<ProblemDocument>('POST', `/api/changes/${id}/propose`, { hash }, asker)).body.detail;
  expect(await detailFor('ann')).toContain('UNIQUE');
  expect(await detailFor('blind')).toBe(
    'The last rehearsal failed: The error may quote values of rows. Reading it needs the scope query.',
  );
});

it('a program reads the items that it made, but not the rows that an undo is made of', async () => {
  const item = update({ id: '1' }, { name: 'secret one' }, { name: 'mine' });
  const made = await app.create([item], 'blind');
  expect(made.items).toEqual([item]);
  await app.step(made.id, 'rehearse', undefined, 'blind');
  const applied = await app.ask<ChangeSetDetails>('GET', `/api/changes/${made.id}`);
  expect((await app.apply(applied)).body.state).toBe('applied');
  const undo = await app.step(made.id, 'undo', undefined, 'blind');
  expect([undo.items, undo.item_count, undo.statements]).toEqual([[], 1, []]);
  expect((await app.ask<ChangeSetDetails>('GET', `/api/changes/${undo.id}`)).items).toHaveLength(1);
});

it('a step that is kept is answered where its connection cannot be opened any more', async () => {
  const { id, hash, version } = await app.create([insert({ id: '9' })], 'ann', 'broken');
  const commented = await app.step(id, 'comments', { text: 'Why?' });
  expect([commented.comments.length, commented.statements]).toEqual([1, []]);
  const edit = { version, items: [insert({ id: '8' })] };
  const edited = await app.ask<ChangeSetDetails>('PUT', `/api/changes/${id}`, edit);
  expect(edited.hash).not.toBe(hash);
  expect((await app.ask<ChangeSetDetails>('GET', `/api/changes/${id}`)).item_count).toBe(1);
  expect((await app.send('POST', `/api/changes/${id}/rehearse`)).status).toBeGreaterThanOrEqual(400);
});
