import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { ChangeSetDetails, ConflictChoice } from '#libs/api';
import { MAX_REQUEST_ITEMS } from '#libs/changes';
import type { ProblemDocument } from '#libs/problem';
import { FileChangesApp } from './testing/file-changes-app.js';
import { editsOf } from './testing/changes-caller.js';
import type { Answer, Asker } from './testing/changes-caller.js';

/** More than a request takes. */
const ROWS = MAX_REQUEST_ITEMS + 2;
const people = editsOf('people', 'main');

let app: FileChangesApp;
beforeAll(async () => (app = await FileChangesApp.start('lite')));
afterAll(() => app.stop());
beforeEach(async () => {
  await app.execute(
    'DROP TABLE IF EXISTS people',
    'CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT)',
    `WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${ROWS}) INSERT INTO people SELECT n, 'old' FROM c`,
  );
});

const edit = (id: number) => people.update({ id: String(id) }, { name: 'old' }, { name: 'new' });
const settle = <T = ChangeSetDetails>(
  { id, version }: ChangeSetDetails,
  choices: readonly (readonly [number, ConflictChoice])[],
  asker: Asker = 'ann',
): Promise<Answer<T>> => {
  const body = { version, choices: choices.map(([item, choice]) => ({ item, choice })) };
  return app.send<T>('POST', `/api/changes/${id}/settle`, body, asker);
};
const names = () => app.execute('SELECT name, count(*) FROM people GROUP BY name ORDER BY name');
/** A rehearsal of edits of so many rows, of which the first two are others by then. */
async function conflicted(rows: number): Promise<ChangeSetDetails> {
  const items = Array.from({ length: rows }, (_, at) => edit(at + 1));
  const { id, version } = await app.create(items.slice(0, MAX_REQUEST_ITEMS));
  const more = items.slice(MAX_REQUEST_ITEMS);
  if (more.length > 0) await app.ask('POST', `/api/changes/${id}/items`, { version, items: more });
  await app.execute("UPDATE people SET name = 'theirs' WHERE id IN (1, 2)");
  const change = await app.step(id, 'rehearse');
  expect([change.state, change.rehearsal?.conflicts.map(({ item }) => item)]).toEqual(['conflicted', [0, 1]]);
  return change;
}

it('conflicts of a change set that is larger than a request are settled', async () => {
  const { status, body } = await settle(await conflicted(ROWS), [
    [0, 'theirs'],
    [1, 'yours'],
  ]);
  expect([status, body.state, body.item_count, body.rehearsal]).toEqual([200, 'draft', ROWS - 1, null]);
  const rehearsed = await app.step(body.id, 'rehearse');
  expect(rehearsed.rehearsal?.status).toBe('ready');
  expect((await app.apply(rehearsed)).body.state).toBe('applied');
  expect(await names()).toEqual([
    ['new', String(ROWS - 1)],
    ['theirs', '1'],
  ]);
});

it('an item without a conflict is refused, and another version', async () => {
  const change = await conflicted(3);
  const refused = await settle<ProblemDocument>(change, [[2, 'theirs']]);
  expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
    ...[400, 'validation-failed', 'The last rehearsal found no conflict of this item.'],
  ]);
  const twice = await settle<ProblemDocument>(change, [
    [0, 'theirs'],
    [0, 'yours'],
  ]);
  expect(twice.body.code).toBe('validation-failed');
  const old = await settle<ProblemDocument>({ ...change, version: change.version - 1 }, [[0, 'theirs']]);
  expect(old.body.code).toBe('changed-meanwhile');
  const other = await settle<ProblemDocument>(change, [[0, 'theirs']], 'bob');
  expect(other.body.code).toBe('change-set-not-found');
  expect(await app.ask('GET', `/api/changes/${change.id}`)).toMatchObject({ version: change.version, item_count: 3 });
});
