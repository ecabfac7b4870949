import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RowEdit } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { editsOf } from './testing/changes-caller.js';
import { FileChangesApp } from './testing/file-changes-app.js';

const edits = (table: string) => editsOf(table, 'main');
const people = edits('people');

let app: FileChangesApp;
beforeAll(async () => (app = await FileChangesApp.start('lite')));
afterAll(() => app.stop());
beforeEach(async () => {
  await app.execute(
    'DROP TABLE IF EXISTS people',
    `CREATE TABLE people (
      id INTEGER PRIMARY KEY, name TEXT UNIQUE, size NUMERIC CHECK (size > 0), extra BLOB, is_here BOOLEAN,
      twice GENERATED ALWAYS AS (size * 2) STORED)`,
    `INSERT INTO people VALUES (1, 'Ann', 9007199254740993, x'00ff', 1), (2, 'Bob', 2, NULL, 0), (3, '', 3, x'', NULL)`,
  );
});

const table = (name = 'people') => app.execute(`SELECT * FROM ${name} ORDER BY 1`);

describe('a rehearsal on a SQLite file', () => {
  it('shows the rows before and after, and changes nothing', async () => {
    const before = await table();
    const change = await app.rehearsed([
      people.update({ id: '1' }, { name: 'Ann', size: '9007199254740993' }, { name: null, size: '9007199254740995' }),
      people.remove({ id: '2' }, { name: 'Bob' }),
      people.insert({ name: 'Dora', extra: "X'01'", is_here: 'true' }),
    ]);
    expect(change.rehearsal).toMatchObject({
      ...{ status: 'ready', inserted: 1, updated: 1, deleted: 1, row_count: 3, touched: [], not_undoable: [] },
      ...{ failures: [], conflicts: [], not_rehearsed: [] },
    });
    expect(await app.rowsOf(change.id)).toMatchObject([
      {
        before: ['1', 'Ann', '9007199254740993', "X'00FF'", '1', '18014398509481986'],
        after: ['1', null, '9007199254740995', "X'00FF'", '1', '18014398509481990'],
      },
      { kind: 'delete', before: ['2', 'Bob', '2', null, '0', '4'], after: null },
      { kind: 'insert', before: null, after: ['4', 'Dora', null, "X'01'", '1', null] },
    ]);
    expect(await table()).toEqual(before);
  });

  it('finds every row that the database refuses', async () => {
    const { rehearsal } = await app.rehearsed([
      people.update({ id: '1' }, { size: '9007199254740993' }, { size: '-1' }),
      people.update({ id: '2' }, { name: 'Bob' }, { name: 'Bea' }),
      people.insert({ id: '3', name: 'Cid' }),
    ]);
    expect(rehearsal?.failures.map(({ item, error }) => [item, error.message])).toEqual([
      [0, 'CHECK constraint failed: size > 0'],
      [2, 'UNIQUE constraint failed: people.id'],
    ]);
  });

  it('ends at a failure that ends the transaction, so that nothing behind it is kept', async () => {
    await app.execute(
      `CREATE TRIGGER refusing BEFORE UPDATE ON people WHEN new.name = 'x'
       BEGIN SELECT RAISE(ROLLBACK, 'not this name'); END`,
    );
    const before = await table();
    const { rehearsal } = await app.rehearsed([
      people.update({ id: '1' }, { name: 'Ann' }, { name: 'x' }),
      people.update({ id: '2' }, { name: 'Bob' }, { name: 'Bea' }),
    ]);
    expect(rehearsal?.failures.map(({ item, error }) => [item, error.message])).toEqual([[0, 'not this name']]);
    expect(await table()).toEqual(before);
  });

  it('has a deferred foreign key checked, and takes no offence at one that was broken before', async () => {
    await app.execute(
      'DROP TABLE IF EXISTS later',
      'CREATE TABLE later (id INTEGER PRIMARY KEY, parent INT REFERENCES later DEFERRABLE INITIALLY DEFERRED)',
      'PRAGMA foreign_keys = off',
      'INSERT INTO later VALUES (1, 8)',
    );
    const later = edits('later');
    const { rehearsal } = await app.rehearsed([later.insert({ id: '2', parent: '9' })]);
    expect(rehearsal?.failures.map(({ item, error }) => [item, error.message])).toEqual([
      [null, 'FOREIGN KEY constraint failed: row 2 of main.later refers to no row of main.later'],
    ]);
    await app.applied([later.insert({ id: '2', parent: '3' }), later.insert({ id: '3' })]);
    expect(await table('later')).toEqual([
      ['1', '8'],
      ['2', '3'],
      ['3', null],
    ]);
    await app.execute('DROP TABLE later');
  });

  it('counts what cascades and triggers write elsewhere, shows rows as they leave them, and what the clock varies', async () => {
    await app.execute(
      'DROP TABLE IF EXISTS pets',
      'DROP TABLE IF EXISTS log',
      'CREATE TABLE pets (id INTEGER PRIMARY KEY, owner INT REFERENCES people ON DELETE CASCADE)',
      'INSERT INTO pets VALUES (1, 2), (2, 2), (3, 1)',
      'CREATE TABLE log (id INTEGER PRIMARY KEY, at TEXT DEFAULT CURRENT_TIMESTAMP, note TEXT)',
      `CREATE TRIGGER noting AFTER DELETE ON people BEGIN
         INSERT INTO log (note) VALUES (old.name); UPDATE people SET name = name || '!' WHERE id = 3; END`,
      `CREATE TRIGGER stamping AFTER UPDATE OF name ON people
         BEGIN UPDATE people SET extra = CAST(CURRENT_TIMESTAMP AS BLOB) WHERE id = new.id; END`,
    );
    const change = await app.rehearsed([
      people.remove({ id: '2' }, { name: 'Bob' }),
      people.update({ id: '1' }, { name: 'Ann' }, { name: 'Anna' }),
    ]);
    expect(change.rehearsal?.touched).toEqual([
      { schema: 'main', table: 'log', inserted: 1, updated: 0, deleted: 0 },
      { schema: 'main', table: 'people', inserted: 0, updated: 3, deleted: 0 },
      { schema: 'main', table: 'pets', inserted: 0, updated: 0, deleted: 2 },
    ]);
    const rows = await app.rowsOf(change.id);
    expect(rows.map(({ after, varying }) => [after?.[1], varying])).toEqual([
      [undefined, []],
      ['Anna', ['extra']],
    ]);
    expect((await app.apply(change)).body.state).toBe('applied');
    await app.execute('DROP TABLE pets', 'DROP TABLE log');
  });

  it.each([
    ['a view', 'CREATE VIEW odd AS SELECT * FROM people', 'main.odd is not a table, so its rows cannot be edited.'],
    [
      'no key',
      'CREATE TABLE odd (name TEXT)',
      'main.odd has no key, so a single row cannot be found. Add a primary key.',
    ],
    [
      'a key without a type',
      'CREATE TABLE odd (name PRIMARY KEY)',
      'The key name of main.odd has no type, so that a number and its text look the same.',
    ],
    [
      'rows that replace others',
      'CREATE TABLE odd (name TEXT PRIMARY KEY ON /* a comment */ CONFLICT REPLACE)',
      'main.odd has a constraint with ON CONFLICT, which may replace or leave out other rows.',
    ],
  ])('refuses a table with %s', async (_, sql, detail) => {
    await app.execute(sql);
    const { id } = await app.create([edits('odd').insert({ name: '1' })]);
    const { body } = await app.send<ProblemDocument>('POST', `/api/changes/${id}/rehearse`);
    await app.execute(`DROP ${sql.startsWith('CREATE VIEW') ? 'VIEW' : 'TABLE'} odd`);
    expect([body.code, body.detail]).toEqual(['change-refused', detail]);
  });
});

describe('applying to a SQLite file', () => {
  it('does what was rehearsed, and undo takes it back', async () => {
    const before = await table();
    const change = await app.applied([
      people.update({ id: '3' }, { name: '' }, { name: 'Cid' }),
      people.remove({ id: '2' }, {}),
      people.insert({ id: '9223372036854775807', name: 'nul \0 inside' }),
      people.update({ id: '1' }, { id: '1', size: '9007199254740993' }, { id: '10', size: '0.1' }),
    ]);
    expect(await table()).toEqual([
      ['3', 'Cid', '3', "X''", null, '6'],
      ['10', 'Ann', '0.1', "X'00FF'", '1', '0.2'],
      ['9223372036854775807', 'nul \0 inside', null, null, null, null],
    ]);
    await app.undone(change);
    expect(await table()).toEqual(before);
  });

  it('takes a row back from a table WITHOUT ROWID, and one with an odd name', async () => {
    await app.execute(
      'CREATE TABLE "Odd ""table" ("a ""key" TEXT, b INT, "select" REAL, PRIMARY KEY (b, "a ""key")) WITHOUT ROWID',
      `INSERT INTO "Odd ""table" VALUES ('k', 1, 0.1), ('k', 2, 1e300)`,
    );
    const odd = edits('Odd "table');
    const before = await table('"Odd ""table"');
    const change = await app.applied([
      odd.update({ b: '1', 'a "key': 'k' }, { select: '0.1', b: '1' }, { select: '0.30000000000000004', b: '3' }),
      odd.remove({ b: '2', 'a "key': 'k' }, {}),
    ]);
    expect(await table('"Odd ""table"')).toEqual([['k', '3', '0.30000000000000004']]);
    await app.undone(change);
    expect(await table('"Odd ""table"')).toEqual(before);
    await app.execute('DROP TABLE "Odd ""table"');
  });

  it('stops at a row that has changed since, with the three values', async () => {
    const change = await app.rehearsed([people.update({ id: '1' }, { name: 'Ann' }, { name: 'Anna' })]);
    await app.execute(`UPDATE people SET name = 'Annie' WHERE id = 1`);
    const { body } = await app.apply(change);
    expect(body.rehearsal?.conflicts).toMatchObject([
      { yours: { name: 'Anna' }, theirs: { id: '1', name: 'Annie' }, before: { name: 'Ann' } },
    ]);
  });

  it('says before which values would not come back the same', async () => {
    await app.execute(
      'CREATE TABLE mixed (id INTEGER PRIMARY KEY, t TEXT, n INT, b BLOB, a)',
      `INSERT INTO mixed VALUES (1, x'01', 'text', 'text', 5), (2, 'text', 5, x'01', 'text'),
         (3, CAST(x'ff61' AS TEXT), 9e999, NULL, NULL)`,
    );
    const mixed = edits('mixed');
    const labels = async (...items: RowEdit[]) => (await app.rehearsed(items)).rehearsal?.not_undoable;
    const label = (name: string) =>
      `main.mixed.${name} has values that would not come back the same: their texts leave out what they are.`;
    expect(await labels(mixed.remove({ id: '1' }, {}))).toEqual(['t', 'b', 'a'].map(label));
    expect(await labels(mixed.remove({ id: '2' }, {}))).toEqual([]);
    expect(await labels(mixed.remove({ id: '3' }, {}))).toEqual(['n', 't'].map(label));
    expect(await labels(mixed.update({ id: '1' }, { n: 'text' }, { n: '5' }))).toEqual([]);
    await app.execute('DROP TABLE mixed');
  });
});

/** A process that holds the write lock of a file until it is ended. */
async function lockFile(path: string): Promise<ChildProcessByStdio<null, Readable, null>> {
  const program = `
    const { DatabaseSync } = require('node:sqlite');
    new DatabaseSync(process.argv[1]).exec('BEGIN IMMEDIATE');
    console.log('locked');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['-e', program, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

describe('a file that another process has locked', () => {
  it('refuses within seconds, and takes the change set afterwards', async () => {
    const change = await app.rehearsed([people.update({ id: '1' }, { name: 'Ann' }, { name: 'Anna' })]);
    const other = await lockFile(app.path);
    const startedAt = performance.now();
    const { status, body } = (await app.apply(change)) as { status: number; body: unknown };
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect([status, (body as ProblemDocument).detail]).toEqual([
      502,
      'database is locked. Another process has locked the file; try again.',
    ]);
    other.kill('SIGKILL');
    await once(other, 'exit');
    expect((await app.apply(change)).body.state).toBe('applied');
  });
});

describe('a key without a value, which SQLite allows', () => {
  const TAGS = 'CREATE TABLE tags (name TEXT PRIMARY KEY, n INTEGER)';
  const tags = edits('tags');
  const WHY = 'main.tags has rows without a value in their key, so that they cannot be found again.';
  beforeEach(() =>
    app.execute('DROP TABLE IF EXISTS tags', TAGS, "INSERT INTO tags VALUES ('', 1), ('a', 2), (NULL, 3)"),
  );

  it.each([
    ['INSERT', "INSERT INTO tags (n) SELECT n + 10 FROM tags WHERE name = 'a'"],
    ['UPDATE', 'UPDATE tags SET n = n + 1'],
    ['UPDATE of the key', "UPDATE tags SET name = NULL WHERE name = 'a'"],
  ])('%s: says that its rows are not taken back', async (_, sql) => {
    const change = await app.rehearsed([{ kind: 'statement', sql }]);
    expect(change.rehearsal?.not_undoable).toEqual([WHY, 'The statement is not undone.']);
    expect((await app.apply(change)).body.state).toBe('applied');
    const { status, body } = await app.send<ProblemDocument>('POST', `/api/changes/${change.id}/undo`);
    expect([status, body.code]).toEqual([422, 'change-refused']);
  });

  it('comes back where its row was removed', async () => {
    const before = await app.execute('SELECT * FROM tags ORDER BY n');
    const change = await app.applied([{ kind: 'statement', sql: 'DELETE FROM tags WHERE n = 3' }]);
    expect(change.rehearsal?.not_undoable).toEqual([]);
    expect((await app.undone(change)).state).toBe('undone');
    expect(await app.execute('SELECT * FROM tags ORDER BY n')).toEqual(before);
  });

  it('says so of a row that is added in the grid', async () => {
    const change = await app.rehearsed([tags.insert({ n: '4' }), tags.insert({ name: 'b', n: '5' })]);
    expect(change.rehearsal?.not_undoable).toEqual([WHY]);
    expect((await app.apply(change)).body.state).toBe('applied');
    expect(await app.send('POST', `/api/changes/${change.id}/undo`)).toMatchObject({
      status: 422,
      body: { detail: 'Some rows have no value in their key (name), so they cannot be found again.' },
    });
  });
});
