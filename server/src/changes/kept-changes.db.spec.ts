import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { ChangeItemList, ChangeSetDetails } from '#libs/api';
import { KEPT_TEXT_COUNTS } from '#libs/fair-share';
import type { ProblemDocument } from '#libs/problem';
import { State } from '../platform/index.js';
import { ChangeRetention } from './change-retention.js';
import { ChangeRowsRecord } from './storage/change-rows.entity.js';
import { ChangeSetRecord } from './storage/change-set.entity.js';
import { FileChangesApp } from './testing/file-changes-app.js';
import { editsOf } from './testing/changes-caller.js';

const KIBIBYTE = 1024;
const DAY_MS = 24 * 60 * 60_000;
const GIGABYTE = 1024 ** 3;
const { insert } = editsOf('people', 'main');
const FULL =
  'Your unapplied change sets would take more than 100 KB on the server. Apply some, or delete drafts and refused ones.';

let app: FileChangesApp;
let next = 0;
beforeAll(async () => {
  app = await FileChangesApp.start('lite', { WORKBENCH_PERSON_TEXTS_MAX_BYTES: String(100 * KIBIBYTE) });
  await app.execute('CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT)');
});
afterAll(() => app.stop());
afterEach(() => app.deleteDrafts());

const state = () => app.workbench.app.get(State).manager;
/** An item that takes some more than so much when it is kept, whatever is compressed. */
const long = (kibibytes: number) => {
  const name = Array.from({ length: (kibibytes * KIBIBYTE * 3) / 4 }, () =>
    String.fromCharCode(33 + Math.floor(Math.random() * 90)),
  ).join('');
  return insert({ id: String((next += 1)), name });
};
const refusal = async (method: string, path: string, body?: object): Promise<(number | string | undefined)[]> => {
  const answer = await app.send<ProblemDocument>(method, path, body);
  return answer.status < 300 ? [answer.status] : [answer.status, answer.body.code, answer.body.detail];
};
const more = (kibibytes: number) => ({ connection_id: 'lite', items: [long(kibibytes)] });

it.each(['proposed', 'approved', 'refused', 'conflicted', 'draft'] as const)(
  'change sets that are %s count as drafts do',
  async (kept) => {
    const { id } = await app.create([long(70)]);
    await state().update(ChangeSetRecord, { id }, { state: kept });
    expect(await refusal('POST', '/api/changes', more(40))).toEqual([429, 'person-limit', FULL]);
    expect((await app.send('POST', '/api/changes', more(40), 'bob')).status).toBe(201);
    await app.ask('DELETE', `/api/changes/${id}`);
    expect(await refusal('POST', '/api/changes', more(40))).toEqual([201]);
  },
);

it('items behind others and in the place of others have room only as long as there is some', async () => {
  const first = await app.create([long(30)]);
  const { id, version } = first;
  expect(await refusal('POST', `/api/changes/${id}/items`, { version, items: [long(80)] })).toEqual([
    429,
    'person-limit',
    FULL,
  ]);
  expect(await refusal('PUT', `/api/changes/${id}`, { version, items: [long(110)] })).toEqual([
    429,
    'person-limit',
    FULL,
  ]);
  const found = await app.ask<ChangeSetDetails>('GET', `/api/changes/${id}`);
  expect([found.version, found.hash]).toEqual([version, first.hash]);
  expect(await refusal('POST', `/api/changes/${id}/items`, { version, items: [long(30)] })).toEqual([200]);
  expect(await refusal('PUT', `/api/changes/${id}`, { version: version + 1, items: [long(10)] })).toEqual([200]);
});

it('what was applied takes no room, and an undo needs some', async () => {
  const applied = await app.applied([long(80)]);
  const other = await app.create([long(80)]);
  expect(await refusal('POST', `/api/changes/${applied.id}/undo`)).toEqual([429, 'person-limit', FULL]);
  await app.ask('DELETE', `/api/changes/${other.id}`);
  expect(await refusal('POST', `/api/changes/${applied.id}/undo`)).toEqual([201]);
});

it('all that are not applied count together', async () => {
  const { id } = await app.create([insert({ id: '1' })]);
  const record = await state()
    .createQueryBuilder(ChangeSetRecord, 'change')
    .addSelect('change.items')
    .where({ id })
    .getOneOrFail();
  const others = Array.from({ length: KEPT_TEXT_COUNTS.changes - 1 }, (_, at) =>
    Object.assign(new ChangeSetRecord(), record, { id: `refused-${at}`, items: '', state: 'refused' }),
  );
  await app.workbench.app.get(State).transaction(async (manager) => {
    for (const other of others) await manager.insert(ChangeSetRecord, other);
  });
  const detail = 'You already have 500 unapplied change sets. Apply some, or delete drafts and refused ones.';
  expect(await refusal('POST', '/api/changes', more(1))).toEqual([429, 'person-limit', detail]);
  await state().delete(ChangeSetRecord, { state: 'refused' });
});

it('the items of what was refused long ago are forgotten, and it says so', async () => {
  const items = [long(1), long(1)];
  const refuse = async () => {
    const draft = await app.create(items, 'ann', 'reviewed');
    await app.step(draft.id, 'propose', { hash: draft.hash });
    return app.step(draft.id, 'refuse', { reason: 'No.' }, 'root');
  };
  const [old, recent] = [await refuse(), await refuse()];
  const before = new Date(Date.now() - 2 * DAY_MS).toISOString();
  await state().update(ChangeSetRecord, { id: old.id }, { changedAt: before });
  await app.workbench.app.get(ChangeRetention).forget(DAY_MS, GIGABYTE);
  const found = await app.ask<ChangeSetDetails>('GET', `/api/changes/${old.id}`);
  expect([found.state, found.items, found.item_count, found.counts.inserts]).toEqual(['refused', [], 2, 2]);
  expect(await app.ask<ChangeItemList>('GET', `/api/changes/${old.id}/items`)).toEqual({ items: [], item_count: 2 });
  expect(await state().existsBy(ChangeRowsRecord, { changeId: old.id })).toBe(false);
  expect((await app.ask<ChangeItemList>('GET', `/api/changes/${recent.id}/items`)).items).toEqual(items);
  const detail = 'The items of this change set are not kept any more. Make another one.';
  const { version } = found;
  for (const [method, path, body] of [
    ['POST', '/items', { version, items }],
    ['PUT', '', { version, title: 'Another' }],
  ] as const)
    expect(await refusal(method, `/api/changes/${old.id}${path}`, body)).toEqual([409, 'change-not-allowed', detail]);
  const edited = await app.ask<ChangeSetDetails>('PUT', `/api/changes/${old.id}`, { version, items });
  expect([edited.state, edited.items.length]).toEqual(['draft', 2]);
});
