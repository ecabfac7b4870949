import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ChangeItem, ChangeItemList, ChangeSetDetails } from '#libs/api';
import { MOST_ITEM_CHARACTERS } from '#libs/changes';
import type { ProblemDocument } from '#libs/problem';
import { State } from '../platform/index.js';
import { ChangeItems } from './storage/change-items.js';
import { ChangeRowsRecord } from './storage/change-rows.entity.js';
import { ChangeSetRecord } from './storage/change-set.entity.js';
import { FileChangesApp } from './testing/file-changes-app.js';

let app: FileChangesApp;
beforeAll(async () => {
  app = await FileChangesApp.start('lite');
  await app.execute('CREATE TABLE documents (id INTEGER PRIMARY KEY, body TEXT)');
});
afterAll(() => app.stop());

const MEGABYTE = 1_000_000;
const place = { schema: 'main', table: 'documents' };
const rowOf = (id: number, body: string): ChangeItem => ({ kind: 'insert', ...place, values: { id: `${id}`, body } });
const editOf = (id: number): ChangeItem => ({
  ...{ kind: 'update', ...place, key: { id: `${id}` }, before: { body: 'a' }, values: { body: 'b' } },
});
const state = () => app.workbench.app.get(State).manager;
const recordOf = (id: string) => state().findOneByOrFail(ChangeSetRecord, { id });
const itemsOf = (id: string, query = '') => app.ask<ChangeItemList>('GET', `/api/changes/${id}/items${query}`);
const add = ({ id, version }: ChangeSetDetails, items: readonly ChangeItem[]) =>
  app.send<ChangeSetDetails & ProblemDocument>('POST', `/api/changes/${id}/items`, { version, items });

it('large items are kept in pieces of few characters, and read by the page', async () => {
  const bodies = Array.from({ length: 9 }, (_, n) => String(n).repeat(1.5 * MEGABYTE));
  const items = bodies.map((body, id) => rowOf(id, body));
  let change = await app.create(items.slice(0, 3));
  for (const at of [3, 6]) change = (await add(change, items.slice(at, at + 3))).body;
  const { itemPieces } = await recordOf(change.id);
  expect(itemPieces?.map(([start]) => start)).toEqual([0, 2, 4, 6, 8]);
  expect(Math.max(...(itemPieces ?? []).map(([, characters]) => characters))).toBeLessThan(4 * MEGABYTE);
  const kept = await state().findBy(ChangeRowsRecord, { changeId: change.id, source: 'items' });
  expect(Math.max(...kept.map(({ bytes }) => bytes))).toBeLessThan(6 * MEGABYTE);
  expect((await itemsOf(change.id)).items).toEqual(items);
  for (const [offset, limit] of [
    [0, 1],
    [1, 2],
    [3, 4],
    [5, 9],
    [8, 1],
  ] as const)
    expect((await itemsOf(change.id, `?offset=${offset}&limit=${limit}`)).items).toEqual(
      items.slice(offset, offset + limit),
    );
});

it('items with more than 256 MB together are refused in words', async () => {
  const change = await app.create([rowOf(1, 'a')]);
  await state().update(ChangeSetRecord, { id: change.id }, { itemPieces: [[0, MOST_ITEM_CHARACTERS - 10]] });
  const { status, body } = await add(change, [rowOf(2, 'b')]);
  expect([status, body.code, body.detail]).toEqual([422, 'change-refused', expect.stringContaining('256 MB')]);
  expect((await itemsOf(change.id)).items).toEqual([rowOf(1, 'a')]);
  // What an undo makes of rows is as large as these are.
  const sealing = (text: string) => app.workbench.app.get(ChangeItems).seal([rowOf(3, text)]);
  await expect(sealing('\u0001'.repeat(50 * MEGABYTE))).rejects.toMatchObject({ code: 'change-refused' });
  await expect(sealing('\u0001'.repeat(100 * MEGABYTE))).rejects.toMatchObject({ code: 'change-refused' });
});

it('pieces of earlier versions stay readable, and others are added to them', async () => {
  const items = Array.from({ length: 2_300 }, (_, id) => editOf(id));
  const change = await app.create(items.slice(0, 2_200));
  await state().update(ChangeSetRecord, { id: change.id }, { itemPieces: null });
  expect((await itemsOf(change.id, '?offset=1990&limit=20')).items).toEqual(items.slice(1_990, 2_010));
  expect((await itemsOf(change.id)).items).toEqual(items.slice(0, 2_200));
  const { body } = await add(change, items.slice(2_200));
  expect(body.item_count).toBe(2_300);
  expect((await recordOf(change.id)).itemPieces?.map(([start]) => start)).toEqual([0, 1_000, 2_000]);
  expect((await itemsOf(change.id)).items).toEqual(items);
});
