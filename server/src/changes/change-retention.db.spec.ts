import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { ChangeRowList, ChangeSetDetails } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { State } from '../platform/index.js';
import { ChangeRetention } from './change-retention.js';
import { ChangeRowsRecord } from './storage/change-rows.entity.js';
import { FileChangesApp } from './testing/file-changes-app.js';
import { editsOf, seen } from './testing/changes-caller.js';
import type { Asker } from './testing/changes-caller.js';

const { insert } = editsOf('people', 'main');
const DAY_MS = 24 * 60 * 60_000;
const GIGABYTE = 1024 * 1024 * 1024;

let app: FileChangesApp;
let next = 0;
beforeAll(async () => {
  app = await FileChangesApp.start('lite');
  await app.execute('CREATE TABLE people (id INTEGER PRIMARY KEY)');
});
afterAll(() => app.stop());
beforeEach(() => state().clear(ChangeRowsRecord));

const state = () => app.workbench.app.get(State).manager;
const rehearsed = (asker: Asker) => app.rehearsed([insert({ id: String((next += 1)) })], asker);
const applied = async (asker: Asker): Promise<ChangeSetDetails> => {
  const { status, body } = await app.apply(await rehearsed(asker), asker);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
};
/** Gives the rows of a change set a size, and forgets what is too much. */
const sized = ({ id }: ChangeSetDetails, source: 'applied' | 'rehearsed', bytes: number) =>
  state().update(ChangeRowsRecord, { changeId: id, source, place: 0 }, { bytes });
const forget = (quota = GIGABYTE) => app.workbench.app.get(ChangeRetention).forget(DAY_MS, quota);
const hasRows = async ({ id }: ChangeSetDetails, source: 'applied' | 'rehearsed') =>
  state().existsBy(ChangeRowsRecord, { changeId: id, source });

it('rehearsals take no room from what was applied, however new they are', async () => {
  const old = await applied('ann');
  await sized(old, 'applied', GIGABYTE / 2);
  const drafts: ChangeSetDetails[] = [];
  for (let n = 0; n < 5; n += 1) {
    const draft = await rehearsed('bob');
    await sized(draft, 'rehearsed', GIGABYTE / 4);
    drafts.push(draft);
  }
  await forget();
  expect(await hasRows(old, 'applied')).toBe(true);
  const kept = await Promise.all(drafts.map((draft) => hasRows(draft, 'rehearsed')));
  expect(kept).toEqual([false, false, false, false, true]);
  expect((await app.step(old.id, 'undo')).item_count).toBe(1);
});

it('rehearsals of one person take no room from those of others', async () => {
  const own = await rehearsed('ann');
  await sized(own, 'rehearsed', 1_000);
  for (let n = 0; n < 5; n += 1) await sized(await rehearsed('bob'), 'rehearsed', GIGABYTE / 4);
  await forget();
  expect(await hasRows(own, 'rehearsed')).toBe(true);
});

it('the oldest of what was applied is forgotten first', async () => {
  const [first, second] = [await applied('ann'), await applied('ann')];
  await state().update(
    ChangeRowsRecord,
    { changeId: first.id },
    { createdAt: new Date(Date.now() - 1_000).toISOString() },
  );
  for (const one of [first, second]) await sized(one, 'applied', 600);
  await forget(1_000);
  expect([await hasRows(first, 'applied'), await hasRows(second, 'applied')]).toEqual([false, true]);
});

it('what is not shown any more is rehearsed again before it is approved', async () => {
  const draft = await app.create([insert({ id: '900' })], 'ann', 'reviewed');
  await app.step(draft.id, 'propose', { hash: draft.hash });
  const change = await app.step(draft.id, 'rehearse', undefined, 'root');
  await forget(0);
  expect((await app.ask<ChangeRowList>('GET', `/api/changes/${draft.id}/rows`)).items).toEqual([]);
  const path = `/api/changes/${draft.id}/approve`;
  const { status, body } = await app.send<ProblemDocument>('POST', path, seen(change), 'root');
  expect([status, body.code, body.detail]).toEqual([
    409,
    'change-not-allowed',
    'The rows of the last rehearsal are not kept any more. Rehearse again.',
  ]);
  const again = await app.step(draft.id, 'rehearse', undefined, 'root');
  expect((await app.step(draft.id, 'approve', seen(again), 'root')).state).toBe('approved');
});
