import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChangeItem } from '#libs/api';
import { ChangesApp } from './testing/changes-app.js';
import { editsOf } from './testing/changes-caller.js';
import type { ChangesCaller } from './testing/changes-caller.js';
import { FileChangesApp } from './testing/file-changes-app.js';
import { thereAndBack } from './testing/there-and-back.js';

const TABLES = [
  'CREATE TABLE tree (id INTEGER PRIMARY KEY, ref INTEGER REFERENCES tree ON DELETE RESTRICT)',
  'INSERT INTO tree VALUES (1, NULL), (2, 1), (3, 2)',
  'CREATE TABLE falling (id INTEGER PRIMARY KEY, ref INTEGER REFERENCES falling ON DELETE CASCADE)',
  'INSERT INTO falling VALUES (1, NULL), (2, 1), (3, 2)',
  'CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT)',
  "INSERT INTO people VALUES (1, 'Ann'), (2, 'Bob')",
  'CREATE TABLE pets (id INTEGER PRIMARY KEY, owner INTEGER NOT NULL REFERENCES people)',
  'INSERT INTO pets VALUES (1, 1), (2, 1), (3, 2)',
];

interface Place {
  readonly app: ChangesCaller;
  readonly schema: string;
  execute(...sql: readonly string[]): Promise<unknown>;
  read(sql: string): Promise<unknown>;
  stop(): Promise<void>;
}

async function postgres(): Promise<Place> {
  const app = await ChangesApp.start();
  return {
    ...{ app, schema: 'public', read: (sql) => app.cells(sql), stop: () => app.stop() },
    execute: (...sql) => app.database.execute(sql.join(';')),
  };
}

async function sqlite(): Promise<Place> {
  const app = await FileChangesApp.start('lite');
  return {
    app,
    schema: 'main',
    execute: (...sql) => app.execute(...sql),
    read: (sql) => app.execute(sql),
    stop: () => app.stop(),
  };
}

describe.each([
  ['Postgres', postgres],
  ['SQLite', sqlite],
])('edits of rows that refer to each other, on %s', (_, start) => {
  let place: Place;
  beforeAll(async () => {
    place = await start();
    await place.execute(...TABLES);
  });
  afterAll(() => place.stop());

  it.each<[string, string, (schema: string) => ChangeItem[]]>([
    [
      'a tree, from its root on',
      'tree',
      (schema) => ['1', '2', '3'].map((id) => editsOf('tree', schema).remove({ id }, {})),
    ],
    [
      'a tree that falls with its root',
      'falling',
      (schema) => ['1', '2', '3'].map((id) => editsOf('falling', schema).remove({ id }, {})),
    ],
    [
      'new rows, before those that they refer to',
      'tree',
      (schema) =>
        [
          ['5', '4'],
          ['4', '3'],
        ].map(([id = '', ref = '']) => editsOf('tree', schema).insert({ id, ref })),
    ],
    [
      'a person before the pets, of which one goes to another',
      'pets',
      (schema) => [
        editsOf('people', schema).remove({ id: '1' }, {}),
        editsOf('pets', schema).update({ id: '1' }, { owner: '1' }, { owner: '7' }),
        editsOf('pets', schema).remove({ id: '2' }, {}),
        editsOf('people', schema).insert({ id: '7', name: 'Eve' }),
      ],
    ],
  ])('are written so that each reference has its row: %s', async (_what, table, items) => {
    const dump = async () => [
      await place.read(`SELECT * FROM ${table} ORDER BY id`),
      await place.read('SELECT * FROM people ORDER BY id'),
    ];
    const change = await thereAndBack(place.app, items(place.schema), dump);
    expect(change.items).toEqual(items(place.schema));
  });

  it('say what is missing where no order helps', async () => {
    const { remove } = editsOf('people', place.schema);
    const { rehearsal } = await place.app.rehearsed([remove({ id: '1' }, {}), remove({ id: '2' }, {})]);
    expect(rehearsal?.status).toBe('failed');
    expect(JSON.stringify(rehearsal?.failures)).toMatch(/foreign key|refers?/i);
  });
});
