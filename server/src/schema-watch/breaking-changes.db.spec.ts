import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ContractsApp } from '../contracts/testing/contracts-app.js';
import { State } from '../platform/index.js';
import { SchemaChangeRecord } from './schema-change.entity.js';

const START = `
  DROP SCHEMA public CASCADE; CREATE SCHEMA public;
  CREATE TABLE orders (id bigint PRIMARY KEY, total numeric(12,2), note text, code text);
  CREATE TABLE carts (id bigint PRIMARY KEY, note text)`;

let app: ContractsApp;
beforeAll(async () => {
  app = await ContractsApp.start();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.ddl(START);
  await app.run();
  await app.freeze({ name: 'Orders', tables: ['orders'] });
});

/** A check after each of some changes; answers the ids of their records. */
async function found(...changes: string[]): Promise<(string | undefined)[]> {
  const ids: (string | undefined)[] = [];
  for (const change of changes) {
    await app.ddl(change);
    ids.push((await app.run()).change?.id);
  }
  return ids;
}

/** Records of changes that broke nothing. */
async function quietRecords(count: number): Promise<void> {
  const at = new Date().toISOString();
  const records = Array.from({ length: count }, (_, number) => ({
    ...{ id: `quiet${number}`, connectionId: 'db', detectedAt: at, summary: '+ table t', changes: [] },
    ...{ recreated: [], views: [], fromSnapshotId: 'a', toSnapshotId: 'b' },
  }));
  await app.workbench.app.get(State).transaction((manager) => manager.insert(SchemaChangeRecord, records));
}

async function breaking(query = ''): Promise<(string | undefined)[]> {
  const pages = await app.changePages(`?breaking=true${query}`);
  const ids = pages.flatMap(({ changes }) => changes.map(({ id }) => id));
  expect(pages.map(({ total }) => total)).toEqual(pages.map(() => ids.length));
  return ids;
}

describe('only the breaking changes', () => {
  it('are those behind what is broken, newest first', async () => {
    const [, note, , code] = await found(
      'ALTER TABLE orders ADD more text',
      'ALTER TABLE orders DROP note; ALTER TABLE carts ADD more text',
      'ALTER TABLE carts DROP note',
      'ALTER TABLE orders DROP code',
    );
    expect(await breaking()).toEqual([code, note]);
    expect((await app.changes('?breaking=false&limit=4')).changes).toHaveLength(4);
  });

  it('come by the page, and as they are searched for', async () => {
    const [first, second, third] = await found(
      'ALTER TABLE orders DROP note',
      'ALTER TABLE orders DROP code',
      'ALTER TABLE orders DROP total',
    );
    expect(await breaking('&limit=1')).toEqual([third, second, first]);
    expect(await breaking('&search=column%20code')).toEqual([second]);
    expect(await breaking('&search=nowhere')).toEqual([]);
  });

  it('are none where what was broken is mended', async () => {
    const [, dropped] = await found(
      'ALTER TABLE orders DROP code',
      'ALTER TABLE orders DROP note; ALTER TABLE orders ADD code text',
    );
    expect(await breaking()).toEqual([dropped]);
    await found('ALTER TABLE orders ADD note text');
    expect(await breaking()).toEqual([]);
  });

  it('are none of those from before the contract was frozen', async () => {
    await found('ALTER TABLE orders DROP note', 'ALTER TABLE orders ADD note text');
    await app.freeze({ name: 'Anew', tables: ['orders'] });
    const [now] = await found('ALTER TABLE orders DROP note');
    expect(await breaking()).toEqual([now]);
  });

  it('are none without a contract', async () => {
    await found('ALTER TABLE orders DROP note');
    await app.send('DELETE', '/api/contracts/db');
    expect(await breaking()).toEqual([]);
  });

  it('are found among more records than are looked into at a time', async () => {
    const [first] = await found('ALTER TABLE orders DROP note');
    await quietRecords(450);
    const [last] = await found('ALTER TABLE orders DROP code');
    expect(await breaking('&limit=1')).toEqual([last, first]);
  });

  it('are found without reading the records of other tables', async () => {
    const [quiet, code] = await found('ALTER TABLE carts ADD more text', 'ALTER TABLE orders DROP code');
    const { manager } = app.workbench.app.get(State);
    const read = async () => (await manager.findOneByOrFail(SchemaChangeRecord, { id: quiet ?? '' })).changes;
    const changes = await read();
    // Reading it would fail.
    await manager.query(`UPDATE schema_change SET changes = '{' WHERE id = '${quiet}'`);
    const answer = await app.changes('?breaking=true');
    await manager.update(SchemaChangeRecord, { id: quiet ?? '' }, { changes });
    expect(answer.changes.map(({ id }) => id)).toEqual([code]);
    expect(await read()).toEqual(changes);
  });

  it.each(['1', '', 'yes'])('are not asked for by %j', async (breaking) => {
    expect((await app.send('GET', `/api/schema-watch/db/changes?breaking=${breaking}`)).status).toBe(400);
  });
});
