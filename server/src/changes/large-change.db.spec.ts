import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ChangeItemList, ChangeRowList, ChangeSetDetails, RowOutline } from '#libs/api';
import type { RowEffect } from '#libs/changes';
import type { ProblemDocument } from '#libs/problem';
import { sizeOf } from '../faults/testing/rounds.js';
import { State } from '../platform/index.js';
import { changeHash, effectHash } from './change-digests.js';
import { ChangeRetention } from './change-retention.js';
import { ChangeItems } from './storage/change-items.js';
import { ChangeRowsRecord } from './storage/change-rows.entity.js';
import { ChangeRows } from './storage/change-rows.js';
import type { SealedRows } from './storage/change-rows.js';
import { ChangeSetRecord } from './storage/change-set.entity.js';
import { ChangesApp, editsOf, seen } from './testing/changes-app.js';

const ROWS = sizeOf(12_500, 100_000);
const PER_REQUEST = 10_000;
const numbers = editsOf('numbers');

let app: ChangesApp;
beforeAll(async () => {
  app = await ChangesApp.start();
  await app.database.execute(`
    CREATE TABLE numbers (id integer PRIMARY KEY, n text);
    INSERT INTO numbers SELECT i, 'old' FROM generate_series(0, ${ROWS - 1}) AS i`);
});
afterAll(() => app.stop());

function editsFrom(start: number) {
  const length = Math.min(PER_REQUEST, ROWS - start);
  return Array.from({ length }, (_, index) =>
    numbers.update({ id: String(start + index) }, { n: 'old' }, { n: `new ${start + index}` }),
  );
}

it('takes a change set in parts, shows it by pages, applies it whole and takes it back', async () => {
  let change = await app.create(editsFrom(0));
  const hashes = new Set([change.hash]);
  for (let start = PER_REQUEST; start < ROWS; start += PER_REQUEST) {
    const body = { version: change.version, items: editsFrom(start) };
    change = await app.ask<ChangeSetDetails>('POST', `/api/changes/${change.id}/items`, body);
    hashes.add(change.hash);
  }
  expect(hashes.size).toBe(Math.ceil(ROWS / PER_REQUEST));
  expect(change).toMatchObject({ item_count: ROWS, counts: { updates: ROWS } });
  expect(change.items).toHaveLength(1_000);

  const page = (query: string) => app.ask<ChangeItemList>('GET', `/api/changes/${change.id}/items${query}`);
  const keys = ({ items }: ChangeItemList) => items.map((item) => ('key' in item ? Number(item.key.id) : -1));
  for (const [offset, limit] of [
    [0, 3],
    [998, 4],
    [1_999, 2],
    [10_500, 1_000],
    [ROWS - 2, 10],
  ] as const) {
    const found = await page(`?offset=${offset}&limit=${limit}`);
    expect(found.item_count).toBe(ROWS);
    expect(keys(found)).toEqual(Array.from({ length: Math.min(limit, ROWS - offset) }, (_, index) => offset + index));
  }
  expect(keys(await page(''))).toEqual(Array.from({ length: ROWS }, (_, index) => index));
  expect(keys(await page(`?offset=${ROWS}&limit=5`))).toEqual([]);

  const rehearsed = await app.step(change.id, 'rehearse');
  expect(rehearsed.rehearsal).toMatchObject({ status: 'ready', updated: ROWS, row_count: ROWS });
  const rows = await app.ask<ChangeRowList>(
    'GET',
    `/api/changes/${change.id}/rows?cursor=${Math.floor(ROWS / 200) - 1}`,
  );
  expect(rows.items).toHaveLength(200);
  const rowsAt = async (offset: number) =>
    (await app.ask<ChangeRowList>('GET', `/api/changes/${change.id}/rows?offset=${offset}`)).items;
  expect((await rowsAt(ROWS - 1)).at(-1)?.after).toEqual([String(ROWS - 1), `new ${ROWS - 1}`]);
  expect((await rowsAt(401))[0]?.after).toEqual(['400', 'new 400']);
  expect(await rowsAt(ROWS + 200)).toEqual([]);
  const { groups } = await app.ask<RowOutline>('GET', `/api/changes/${change.id}/rows/outline`);
  const pages = Array.from({ length: Math.ceil(ROWS / 200) }, (_, at) => ({
    page: at,
    lines: 2 * Math.min(200, ROWS - 200 * at),
  }));
  expect(groups).toEqual([{ schema: 'public', table: 'numbers', columns: ['id', 'n'], pages }]);
  for (const query of ['offset=-1', 'offset=1.5', 'offset=x', 'cursor=-1', 'cursor=1.5', 'cursor=%00'])
    expect(await app.send('GET', `/api/changes/${change.id}/rows?${query}`)).toMatchObject({ status: 400 });
  const { status, body } = await app.send<ChangeSetDetails>('POST', `/api/changes/${change.id}/apply`, seen(rehearsed));
  expect([status, body.state]).toEqual([200, 'applied']);
  const changed = "SELECT count(*) FROM numbers WHERE n = 'new ' || id";
  expect(await app.cells(changed)).toEqual([[String(ROWS)]]);
  expect((await app.undone(body)).state).toBe('undone');
  expect(await app.cells("SELECT count(*) FROM numbers WHERE n = 'old'")).toEqual([[String(ROWS)]]);
}, 600_000);

it('adds nothing to another version, nothing wrong, and keeps items when rows are forgotten', async () => {
  const change = await app.create(editsFrom(0).slice(0, 1_500));
  const path = `/api/changes/${change.id}/items`;
  const more = editsFrom(1_500).slice(0, 1);
  const add = (items: object[], version = change.version) =>
    app.send<ProblemDocument>('POST', path, { version, items });
  expect(await add(more, 7)).toMatchObject({ status: 409, body: { code: 'changed-meanwhile' } });
  expect((await add([{ kind: 'update' }])).body.errors?.[0]?.pointer).toBe('/items/0/schema');
  expect((await add(editsFrom(0).slice(3, 4))).body.errors?.[0]?.detail).toBe('another item edits this row already');
  await app.workbench.app.get(ChangeRetention).forget(0, 0);
  expect((await app.ask<ChangeItemList>('GET', path)).items).toHaveLength(1_500);
  expect((await add(more)).status).toBe(200);
  expect(await app.send('GET', `${path}?offset=-1`)).toMatchObject({ status: 400 });
});

it('outlines rows that were kept without an outline, and none where no rows are kept', async () => {
  const change = await app.create(editsFrom(0).slice(0, 450));
  const outline = () => app.ask<RowOutline>('GET', `/api/changes/${change.id}/rows/outline`);
  expect(await outline()).toEqual({ groups: [], page_offsets: [] });
  await app.step(change.id, 'rehearse');
  const kept = await outline();
  expect(kept.groups.map(({ pages }) => pages.map(({ lines }) => lines))).toEqual([[400, 400, 100]]);
  const { manager } = app.workbench.app.get(State);
  await manager.delete(ChangeRowsRecord, { changeId: change.id, place: -1 });
  expect(await outline()).toEqual(kept);
});

it('reads no other items than those of a page', async () => {
  const items = editsFrom(0).slice(0, 3_300);
  const change = await app.create(items);
  const { manager } = app.workbench.app.get(State);
  await manager.update(ChangeSetRecord, { id: change.id }, { items: 'cannot be read' });
  const path = `/api/changes/${change.id}/items`;
  expect((await app.ask<ChangeItemList>('GET', `${path}?offset=2900&limit=300`)).items).toEqual(
    items.slice(2_900, 3_200),
  );
  expect((await app.ask<ChangeItemList>('GET', `${path}?offset=3300&limit=5`)).items).toEqual([]);
  expect((await app.send('GET', `${path}?offset=900&limit=200`)).status).toBeGreaterThan(400);
});

it('has the hash and the items of a whole that it was made of in parts, whenever it was made', async () => {
  const items = editsFrom(0).slice(0, 3_300);
  const whole = await app.create(items);
  let change = await app.create(items.slice(0, 700));
  const add = (from: number, to: number) =>
    app.send<ChangeSetDetails>('POST', `/api/changes/${change.id}/items`, {
      version: change.version,
      items: items.slice(from, to),
    });
  for (const [from, to] of [
    [700, 900],
    [900, 1_000],
    [1_000, 2_400],
    [2_400, 3_000],
  ] as const)
    change = (await add(from, to)).body;
  expect((await add(2_399, 2_400)).body).toMatchObject({ errors: [{ pointer: '/items/0/key' }] });
  const { manager } = app.workbench.app.get(State);
  // Earlier versions kept no digests of rows, and another hash.
  await manager.delete(ChangeRowsRecord, { changeId: change.id, source: 'keys' });
  await manager.update(ChangeSetRecord, { id: change.id }, { hash: 'of format 1' });
  expect((await add(2_399, 2_400)).body).toMatchObject({ errors: [{ detail: 'another item edits this row already' }] });
  change = (await add(3_000, 3_300)).body;
  expect(change).toMatchObject({ hash: whole.hash, counts: whole.counts, tables: whole.tables, item_count: 3_300 });
  expect(await app.ask('GET', `/api/changes/${change.id}/items`)).toEqual({ items, item_count: 3_300 });
});

it('is called by what it has, however many rows came later, until it is named', async () => {
  const [first, second, third] = [0, 1, 2].map((part) => editsFrom(0).slice(part * 600, (part + 1) * 600));
  let change = await app.create(first ?? []);
  expect(change.title).toBe('600 rows of public.numbers');
  const path = `/api/changes/${change.id}`;
  const add = async (items: object[] | undefined) =>
    (change = await app.ask<ChangeSetDetails>('POST', `${path}/items`, { version: change.version, items }));
  expect((await add(second)).title).toBe('1,200 rows of public.numbers');
  change = await app.ask<ChangeSetDetails>('PUT', path, { version: change.version, items: first });
  expect(change.title).toBe('600 rows of public.numbers');
  change = await app.ask<ChangeSetDetails>('PUT', path, { version: change.version, title: 'Renumbering' });
  expect((await add(third)).title).toBe('Renumbering');
});

/** How often the event loop turns until something is done. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  const count = (): void => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  await work();
  clearImmediate(next);
  return turns;
}

it('leaves others the event loop while it is sealed, read and hashed', async () => {
  const length = 4_000;
  const text = 'x'.repeat(4_000);
  const columns = ['id', 'n'];
  const items = Array.from({ length }, (_, id) => numbers.update({ id: String(id) }, { n: 'old' }, { n: text }));
  const effects = items.map((_, item): RowEffect => {
    const cells = { before: [String(item), 'old'], after: [String(item), text] };
    return { item, kind: 'update', schema: 'public', table: 'numbers', columns, ...cells };
  });
  const { id } = await app.create(editsFrom(0).slice(0, 1));
  const { manager } = app.workbench.app.get(State);
  const rows = app.workbench.app.get(ChangeRows);
  const least = 8;
  let pieces: SealedRows = [];
  expect(await turnsOf(async () => (pieces = await rows.seal(effects, new Map())))).toBeGreaterThan(least);
  expect(await turnsOf(() => rows.replace(manager, id, 'rehearsed', pieces))).toBeGreaterThan(least);
  let read: readonly RowEffect[] = [];
  expect(await turnsOf(async () => (read = await rows.all(id, 'rehearsed')))).toBeGreaterThan(least);
  expect(read.map(({ item }) => item)).toEqual(effects.map(({ item }) => item));
  expect(
    await turnsOf(() => effectHash('h', { rows: effects, statements: [], touched: [] }, new Map())),
  ).toBeGreaterThan(least);
  expect(await turnsOf(() => changeHash('shop', items))).toBeGreaterThan(least);
  expect(await turnsOf(() => app.workbench.app.get(ChangeItems).seal(items))).toBeGreaterThan(1);
});
