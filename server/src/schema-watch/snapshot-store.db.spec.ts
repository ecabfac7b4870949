import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tableKey } from '#libs/catalog';
import { ContractsApp } from '../contracts/testing/contracts-app.js';
import { SnapshotStore } from './snapshot-store.js';

let app: ContractsApp;
let store: SnapshotStore;

beforeAll(async () => {
  app = await ContractsApp.start();
  store = app.workbench.app.get(SnapshotStore);
  await app.ddl('CREATE TABLE same (i int); CREATE TABLE other (i int)');
  await app.run();
  for (const column of ['b', 'c']) {
    await app.ddl(`ALTER TABLE other ADD ${column} int`);
    await app.run();
  }
});
afterAll(() => app.stop());

const keyOf = (name: string) => tableKey({ schema: 'public', name });

async function newestContents(count: number) {
  const snapshots = (await store.list('db')).slice(0, count);
  const contents = [];
  for (const snapshot of snapshots) contents.push((await store.catalog(snapshot)).tables);
  return contents;
}

describe('the contents at hand', () => {
  it('are those of the last two snapshots, in which what did not change is there once', async () => {
    const [after, before] = await newestContents(2);
    expect(after?.get(keyOf('same'))).toBe(before?.get(keyOf('same')));
    expect(after?.get(keyOf('same'))).toBeDefined();
    expect(after?.get(keyOf('other'))).not.toEqual(before?.get(keyOf('other')));
  });

  it('give way to another one that is asked for, which says the same as it did', async () => {
    const [, , first] = await newestContents(3);
    const [, , again] = await newestContents(3);
    expect(again).not.toBe(first);
    expect(again).toEqual(first);
    expect([...(again?.keys() ?? [])].sort()).toEqual([keyOf('other'), keyOf('same')]);
  });
});
