import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ChangesApp, editsOf } from './testing/changes-app.js';
import type { ChangesCaller } from './testing/changes-caller.js';
import { FileChangesApp } from './testing/file-changes-app.js';

/** Members that every object has, as columns. */
const INHERITED = ['constructor', 'toString', 'valueOf', 'hasOwnProperty'] as const;
const COLUMNS = INHERITED.map((name) => `"${name}" TEXT`).join(', ');
const SELECTED = INHERITED.map((name) => `"${name}"`).join(', ');

interface Place {
  readonly app: ChangesCaller;
  readonly schema: string;
  read(): Promise<unknown[]>;
  stop(): Promise<void>;
}

async function postgres(): Promise<Place> {
  const app = await ChangesApp.start();
  await app.database.execute(`CREATE TABLE odd (id integer PRIMARY KEY, ${COLUMNS})`);
  return { app, schema: 'public', read: () => app.cells(`SELECT ${SELECTED} FROM odd`), stop: () => app.stop() };
}

async function file(id: 'lite' | 'duck'): Promise<Place> {
  const app = await FileChangesApp.start(id);
  await app.execute(`CREATE TABLE odd (id INTEGER PRIMARY KEY, ${COLUMNS})`);
  return { app, schema: 'main', read: () => app.execute(`SELECT ${SELECTED} FROM odd`), stop: () => app.stop() };
}

describe.each([
  ['Postgres', postgres],
  ['SQLite', () => file('lite')],
  ['DuckDB', () => file('duck')],
])('columns with names that every object has, in %s', (_, start) => {
  let place: Place;
  beforeAll(async () => (place = await start()));
  afterAll(() => place.stop());

  it('keep the values that they are given', async () => {
    const { insert, update } = editsOf('odd', place.schema);
    const cells = (text: string) => Object.fromEntries(INHERITED.map((name) => [name, `${name} ${text}`]));
    await place.app.applied([insert({ id: '1', ...cells('a') })]);
    expect(await place.read()).toEqual([Object.values(cells('a'))]);
    const changed = await place.app.applied([update({ id: '1' }, cells('a'), cells('b'))]);
    expect(await place.read()).toEqual([Object.values(cells('b'))]);
    await place.app.undone(changed);
    expect(await place.read()).toEqual([Object.values(cells('a'))]);
  });
});
