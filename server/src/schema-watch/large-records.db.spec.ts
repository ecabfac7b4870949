import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SnapshotList, WatchedConnectionList } from '#libs/api';
import type { TracedChange } from '#libs/catalog';
import { ContractsApp } from '../contracts/testing/contracts-app.js';
import { State } from '../platform/index.js';
import { ChangeOutlineRecord, SchemaChangeRecord } from './schema-change.entity.js';

const START = `DROP SCHEMA public CASCADE; CREATE SCHEMA public; CREATE TABLE orders (id bigint); CREATE TABLE carts (id bigint)`;
const MEGABYTE = 1024 * 1024;

let app: ContractsApp;
let state: State;
beforeAll(async () => {
  app = await ContractsApp.start();
  state = app.workbench.app.get(State);
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.ddl(START);
  await app.run();
  await state.manager.deleteAll(ChangeOutlineRecord);
  await state.manager.deleteAll(SchemaChangeRecord);
});

async function watched() {
  const { body } = await app.send<WatchedConnectionList>('GET', '/api/schema-watch');
  return body.items.find(({ connection_id: id }) => id === 'db');
}

async function countsOfSnapshots(): Promise<number[]> {
  const { body } = await app.send<SnapshotList>('GET', '/api/schema-watch/db/snapshots');
  return body.items.slice(0, 2).map(({ change_count: count }) => count);
}

async function twoChecks(): Promise<void> {
  await app.ddl('ALTER TABLE orders ADD note text; ALTER TABLE carts ADD note text');
  await app.run();
  await app.ddl('DROP TABLE carts');
  await app.run();
}

/** Records whose one change is about `sizes` megabytes, newest last. */
async function records(...sizes: number[]): Promise<void> {
  const at = Date.now();
  for (const [index, size] of sizes.entries()) {
    const change = {
      kind: 'table_added',
      schema: 'public',
      name: 't',
      table: 't',
      summary: 'x'.repeat(size * MEGABYTE),
    };
    await state.manager.insert(SchemaChangeRecord, {
      ...{ id: `large${index}`, connectionId: 'db', detectedAt: new Date(at + index).toISOString(), summary: 't' },
      ...{ changes: [change as TracedChange], recreated: [], views: [], fromSnapshotId: 'a', toSnapshotId: 'b' },
    });
  }
}

describe('lists of change records', () => {
  it('read none of the changes', async () => {
    await twoChecks();
    await state.manager.updateAll(SchemaChangeRecord, { changes: [] });
    const { change_count: count, changed_tables: tables, recent } = (await watched()) ?? {};
    expect([count, tables, recent?.map(({ change_count: own }) => own)]).toEqual([3, ['orders'], [1, 2]]);
    expect(await countsOfSnapshots()).toEqual([1, 2]);
  });

  it('show records of earlier versions, each of which is read once', async () => {
    await twoChecks();
    const now = [await watched(), await countsOfSnapshots()];
    await state.manager.deleteAll(ChangeOutlineRecord);
    expect([await watched(), await countsOfSnapshots()]).toEqual(now);
    while ((await state.manager.count(ChangeOutlineRecord)) < 2) await nextTurn();
    await state.manager.updateAll(SchemaChangeRecord, { changes: [] });
    expect([await watched(), await countsOfSnapshots()]).toEqual(now);
  });
});

describe('a page of changes', () => {
  const idsOf = async (query: string) =>
    (await app.changePages(query)).map(({ total, changes }) => [total, ...changes.map(({ id }) => id)]);

  it('has as many as fit, and at least one', async () => {
    await records(5, 17, 9, 4, 8);
    expect(await idsOf('?limit=50')).toEqual([
      [5, 'large4', 'large3'],
      [5, 'large2'],
      [5, 'large1'],
      [5, 'large0'],
    ]);
  });

  it('has no more than asked for', async () => {
    await records(1, 1, 1);
    expect(await idsOf('?limit=2')).toEqual([
      [3, 'large2', 'large1'],
      [3, 'large0'],
    ]);
  });
});
