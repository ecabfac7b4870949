import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChangeItem } from '#libs/api';
import { ChangesApp, editsOf } from './testing/changes-app.js';
import type { ChangesCaller } from './testing/changes-caller.js';
import { FileChangesApp } from './testing/file-changes-app.js';

const statement = (sql: string): ChangeItem => ({ kind: 'statement', sql });

interface Place {
  readonly app: ChangesCaller;
  execute(...statements: readonly string[]): Promise<unknown>;
  read(sql: string): Promise<unknown[]>;
}

async function postgres(): Promise<Place> {
  const app = await ChangesApp.start();
  const execute = (...statements: readonly string[]) => app.database.execute(statements.join('; '));
  return { app, execute, read: (sql) => app.cells(sql) };
}

async function file(id: 'lite' | 'duck'): Promise<Place> {
  const app = await FileChangesApp.start(id);
  return { app, execute: (...some) => app.execute(...some), read: (sql) => app.execute(sql) };
}

describe.each([
  ['Postgres', 'random() * 1000000', postgres],
  ['SQLite', 'random()', () => file('lite')],
  ['DuckDB', 'random() * 1000000', () => file('duck')],
])('columns that exchange their names between review and apply, in %s', (_, random, start) => {
  let place: Place;
  beforeAll(async () => (place = await start()));
  afterAll(() => (place.app as ChangesApp | FileChangesApp).stop());

  it.each([
    ['a statement', 'INSERT INTO ledger VALUES (1, 500, 0)'],
    ['a statement that writes other values each time', `INSERT INTO ledger SELECT ${random}, 500, 0`],
  ])('stop %s: it would not do what was reviewed', async (__, sql) => {
    await place.execute(
      'DROP TABLE IF EXISTS ledger',
      'CREATE TABLE ledger (id INTEGER PRIMARY KEY, debit INTEGER, credit INTEGER)',
    );
    const change = await place.app.rehearsed([statement(sql)]);
    expect(change.rehearsal?.status).toBe('ready');
    await place.execute(
      'ALTER TABLE ledger RENAME debit TO other',
      'ALTER TABLE ledger RENAME credit TO debit',
      'ALTER TABLE ledger RENAME other TO credit',
    );
    const { status, body } = await place.app.apply(change);
    expect([status, body]).toEqual([409, expect.objectContaining({ code: 'change-differs' })]);
    expect(await place.read('SELECT * FROM ledger')).toEqual([]);
  });
});

describe('a trigger that defers another one while it is checked', () => {
  let app: ChangesApp;
  beforeAll(async () => {
    app = await ChangesApp.start();
    await app.database.execute(`
      CREATE TABLE first (id integer PRIMARY KEY);
      CREATE TABLE second (id integer PRIMARY KEY, n integer);
      CREATE TABLE third (id integer PRIMARY KEY, n integer);
      INSERT INTO second VALUES (1, 0);
      INSERT INTO third VALUES (1, 0);
      CREATE FUNCTION one() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN SET CONSTRAINTS two DEFERRED; UPDATE second SET n = n + 1; RETURN NULL; END $$;
      CREATE FUNCTION two() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN UPDATE third SET n = n + 100; RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER one AFTER INSERT ON first DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION one();
      CREATE CONSTRAINT TRIGGER two AFTER UPDATE ON second DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION two()`);
  });
  afterAll(() => app.stop());

  it.each<[string, ChangeItem]>([
    ['an edit', editsOf('first').insert({ id: '1' })],
    ['a statement', statement('INSERT INTO first VALUES (2)')],
  ])('fails the rehearsal of %s: what it writes at the commit is not reviewed', async (_, item) => {
    const change = await app.rehearsed([item]);
    expect(change.rehearsal?.failures.map(({ error }) => error.message)).toEqual([
      'A trigger leaves writes to the commit, where they cannot be reviewed.',
    ]);
    expect((await app.apply(change)).status).toBe(409);
    expect(await app.cells('SELECT n FROM third')).toEqual([['0']]);
  });

  it('is reviewed where it leaves others as they are', async () => {
    await app.database.execute(`
      CREATE OR REPLACE FUNCTION one() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN UPDATE second SET n = n + 1; RETURN NULL; END $$`);
    const { rehearsal } = await app.applied([editsOf('first').insert({ id: '3' })]);
    expect(rehearsal?.touched.map(({ table, updated }) => [table, updated])).toEqual([
      ['second', 1],
      ['third', 1],
    ]);
    expect(await app.cells('SELECT n FROM third')).toEqual([['100']]);
  });
});
