import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Cell, ChangeSetDetails, Run, StatementItem } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { FileChangesApp } from './testing/file-changes-app.js';
import type { FileConnection } from './testing/file-changes-app.js';

const statement = (sql: string): StatementItem => ({ kind: 'statement', sql });

interface Engine {
  readonly connection: FileConnection;
  readonly tables: readonly string[];
  /** A statement that each engine writes in its own words. */
  readonly upsert: string;
}

const LITE: Engine = {
  connection: 'lite',
  tables: [
    'CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT UNIQUE, size REAL CHECK (size > 0), extra BLOB)',
    'CREATE TABLE pets (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES people ON DELETE CASCADE, name TEXT)',
    'CREATE TABLE log (what TEXT, noted TEXT)',
    'CREATE TABLE notes (body TEXT)',
  ],
  upsert: "INSERT OR REPLACE INTO people (id, name, size) VALUES (9, 'Bob', 4)",
};
const DUCK: Engine = {
  connection: 'duck',
  tables: [
    'CREATE TABLE people (id INTEGER PRIMARY KEY, name VARCHAR UNIQUE, size DOUBLE CHECK (size > 0), extra BLOB)',
    'CREATE TABLE pets (id INTEGER PRIMARY KEY, owner INTEGER, name VARCHAR)',
    'CREATE TABLE log (what VARCHAR, noted VARCHAR)',
    'CREATE TABLE notes (body VARCHAR)',
  ],
  upsert: `INSERT INTO people (id, name, size) VALUES (2, 'Ben', 4)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, size = excluded.size`,
};
const NAMES = ['pets', 'people', 'log', 'notes'];

describe.each([LITE, DUCK])('statements on $connection', ({ connection, tables, upsert }) => {
  let app: FileChangesApp;
  beforeAll(async () => (app = await FileChangesApp.start(connection)));
  afterAll(() => app.stop());
  beforeEach(() =>
    app.execute(
      ...NAMES.map((name) => `DROP TABLE IF EXISTS ${name}`),
      ...tables,
      "INSERT INTO people (id, name, size) VALUES (1, 'Ann', 1), (2, 'Bob', 2), (3, '', 3)",
      "INSERT INTO pets VALUES (1, 2, 'Rex'), (2, 2, 'Kit'), (3, NULL, 'Max')",
      "INSERT INTO notes VALUES ('one'), ('two')",
    ),
  );

  const dump = async (): Promise<Cell[][]> => {
    const rows: Cell[][] = [];
    for (const name of NAMES) rows.push([name], ...(await app.execute(`SELECT * FROM ${name} ORDER BY 1`)));
    return rows;
  };
  const expectNothingToUndo = async (id: string) => {
    const { status, body } = await app.send<ProblemDocument>('POST', `/api/changes/${id}/undo`);
    const detail = 'This change set changed no rows, so there is nothing to undo.';
    expect([status, body.code, body.detail]).toEqual([422, 'change-refused', detail]);
  };
  const rehearsed = (...texts: readonly string[]) => app.rehearsed(texts.map(statement));

  it.each<[string, string, [number, number, number]]>([
    ['UPDATE', 'UPDATE people SET size = size + 1 WHERE id < 3', [0, 2, 0]],
    ['UPDATE of the key', 'UPDATE people SET id = id + 10 WHERE id <> 2', [2, 0, 2]],
    ['UPDATE that changes nothing', "UPDATE people SET name = 'Ann' WHERE id = 1", [0, 0, 0]],
    ['INSERT', "INSERT INTO people (id, name, size) SELECT 7, 'Eve', 1 UNION ALL SELECT 8, 'Zoe', 2", [2, 0, 0]],
    ['INSERT with RETURNING', "INSERT INTO people (id, name, size) VALUES (7, 'Eve', 1) RETURNING id", [1, 0, 0]],
    ['DELETE', "DELETE FROM people WHERE name = ''", [0, 0, 1]],
  ])('%s: shows its rows, does exactly that, and is taken back', async (_, sql, [inserted, updated, deleted]) => {
    const before = await dump();
    const change = await rehearsed(sql);
    expect(await dump()).toEqual(before);
    expect(change.rehearsal).toMatchObject({ status: 'ready', failures: [], not_undoable: [] });
    const rows = await app.rowsOf(change.id);
    const count = (kind: string) => rows.filter((row) => row.kind === kind).length;
    expect([count('insert'), count('update'), count('delete')]).toEqual([inserted, updated, deleted]);
    const { status, body } = await app.apply(change);
    expect([status, body.state]).toEqual([200, 'applied']);
    if (rows.length === 0) return expectNothingToUndo(body.id);
    expect(await dump()).not.toEqual(before);
    expect((await app.undone(body)).state).toBe('undone');
    expect(await dump()).toEqual(before);
  });

  it('has nothing to undo where its statements take each other back', async () => {
    const before = await dump();
    const change = await rehearsed("INSERT INTO pets VALUES (9, 1, 'Ivy')", 'DELETE FROM pets WHERE id = 9');
    const { body } = await app.apply(change);
    expect([body.state, await dump()]).toEqual(['applied', before]);
    await expectNothingToUndo(body.id);
  });

  it('shows rows that a statement replaces', async () => {
    const before = await dump();
    const change = await rehearsed(upsert);
    expect(change.rehearsal).toMatchObject({ status: 'ready', not_undoable: [] });
    expect((await app.rowsOf(change.id)).length).toBeGreaterThan(0);
    const { body } = await app.apply(change);
    await app.undone(body);
    expect(await dump()).toEqual(before);
  });

  it('takes back what several statements did to the same rows', async () => {
    const before = await dump();
    const change = await rehearsed(
      'UPDATE people SET size = size * 2',
      "INSERT INTO people (id, name, size) VALUES (7, 'Eve', 1)",
      "UPDATE people SET name = 'x' || id WHERE size < 5",
      'DELETE FROM people WHERE id = 1',
    );
    expect(change.rehearsal).toMatchObject({ status: 'ready', not_undoable: [] });
    const { body } = await app.apply(change);
    expect(await app.execute('SELECT id, name FROM people ORDER BY id')).toEqual([
      ['2', 'x2'],
      ['3', ''],
      ['7', 'x7'],
    ]);
    expect((await app.undone(body)).state).toBe('undone');
    expect(await dump()).toEqual(before);
  });

  it.each([
    ['COMMIT', 'begins or ends a transaction'],
    ['BEGIN', 'begins or ends a transaction'],
    ['ROLLBACK', 'begins or ends a transaction'],
    ['VACUUM', 'outside of transactions'],
    ['SELECT 1', 'rehears'],
    ["ATTACH '/tmp/other.db' AS other", 'ATTACH'],
    ['UPDATE people SET size = 9; COMMIT', 'more than one statement'],
  ])('refuses %s and keeps nothing', async (sql, words) => {
    const before = await dump();
    const change = await rehearsed('UPDATE people SET size = 5 WHERE id = 1', sql);
    expect(change.rehearsal?.status).toBe('failed');
    const [failure] = change.rehearsal?.failures ?? [];
    expect([failure?.item, failure?.error.message]).toEqual([1, expect.stringContaining(words)]);
    expect((await app.apply(change)).status).toBe(409);
    expect(await dump()).toEqual(before);
  });

  it('applies only what was rehearsed', async () => {
    const change = await rehearsed('UPDATE people SET size = size + 1');
    await app.execute('UPDATE people SET size = 50 WHERE id = 3');
    const before = await dump();
    const { status, body } = await app.apply(change);
    expect([status, (body as unknown as ProblemDocument).code]).toEqual([409, 'change-differs']);
    expect(await dump()).toEqual(before);
  });

  it('rehearses and applies DDL with what follows it, and says that it is not taken back', async () => {
    const texts = ['CREATE TABLE made (id INTEGER PRIMARY KEY)', 'INSERT INTO made VALUES (1), (2)'];
    const change = await rehearsed(...texts, 'ALTER TABLE people ADD COLUMN born TEXT');
    expect(change.rehearsal).toMatchObject({
      status: 'ready',
      not_undoable: ['Statements 1, 2, 3 are not undone: their rows are not all known.'],
    });
    expect(change.rehearsal?.statements[1]?.affected_rows).toBe(2);
    expect((await app.apply(change)).body.state).toBe('applied');
    expect(await app.execute('SELECT count(*) FROM made')).toEqual([['2']]);
    await app.execute('DROP TABLE made');
  });

  it('shows the rows of a table without a key, and says that they are not taken back', async () => {
    const change = await rehearsed("UPDATE notes SET body = body || '!'");
    expect(await app.rowsOf(change.id)).toMatchObject([
      { before: ['one'], after: ['one!'] },
      { before: ['two'], after: ['two!'] },
    ]);
    expect(change.rehearsal?.not_undoable).toEqual([
      'main.notes has no key, so that its rows cannot be found again.',
      'The statement is not undone.',
    ]);
  });

  it('names what varies from run to run', async () => {
    const change = await rehearsed('UPDATE people SET size = 1 + abs(random())');
    expect(change.rehearsal?.not_rehearsed).toEqual(['Statement 1 writes other values each time that it runs.']);
    const { body } = await app.apply(change);
    expect(body.state).toBe('applied');
    await app.undone(body);
    expect(await app.execute('SELECT size FROM people ORDER BY id')).toHaveLength(3);
  });

  it('binds the values of a text, and leaves out what reads', async () => {
    const sql =
      "SELECT 1; UPDATE people SET name = $1 WHERE id = 2; BEGIN; DELETE FROM pets WHERE name = 'Max'; COMMIT";
    const parameters = { '1': { type: 'text', value: "O'Brien; --" } };
    const body = { connection_id: connection, sql, parameters };
    const draft = await app.ask<ChangeSetDetails>('POST', '/api/changes/from-sql', body);
    expect(draft.items.map((item) => ('sql' in item ? item.sql.trim().split(' ')[0] : ''))).toEqual([
      'UPDATE',
      'DELETE',
    ]);
    const change = await app.step(draft.id, 'rehearse');
    expect((await app.rowsOf(change.id)).map(({ item, kind }) => [item, kind])).toEqual([
      [0, 'update'],
      [1, 'delete'],
    ]);
    expect((await app.apply(change)).body.state).toBe('applied');
    expect(await app.execute('SELECT name FROM people WHERE id = 2')).toEqual([["O'Brien; --"]]);
  });
});

describe('a statement on DuckDB', () => {
  let app: FileChangesApp;
  beforeAll(async () => (app = await FileChangesApp.start('duck')));
  afterAll(() => app.stop());

  it('shows a row of which only what a collation ignores has changed, and takes it back', async () => {
    const ROWS = 'SELECT key, name, note FROM words ORDER BY 1';
    const before = await app.execute(
      `CREATE TABLE words (key VARCHAR COLLATE NOCASE PRIMARY KEY, name VARCHAR COLLATE NOCASE, note VARCHAR COLLATE NOACCENT)`,
      "INSERT INTO words VALUES ('a', 'ann', 'e'), ('b', 'ben', 'e'), ('c', 'cid', 'e')",
      ROWS,
    );
    const change = await app.rehearsed([
      statement("UPDATE words SET name = 'Ann' WHERE key = 'a'"),
      statement("UPDATE words SET note = 'é' WHERE key = 'b'"),
      statement("UPDATE words SET key = 'C' WHERE key = 'c'"),
    ]);
    // Another key is another row, whatever its letters are compared by.
    expect(change.rehearsal?.statements.map((one) => [one.sampled_rows, one.can_undo])).toEqual([
      [1, true],
      [1, true],
      [2, true],
    ]);
    const { body } = await app.apply(change);
    expect(await app.execute(ROWS)).not.toEqual(before);
    await app.undone(body);
    expect(await app.execute(ROWS)).toEqual(before);
  });
});

describe('a statement on SQLite', () => {
  let app: FileChangesApp;
  beforeAll(async () => (app = await FileChangesApp.start('lite')));
  afterAll(() => app.stop());

  it('shows what cascades and triggers write, and takes all of it back', async () => {
    await app.execute(
      ...LITE.tables,
      "INSERT INTO people (id, name, size) VALUES (1, 'Ann', 1), (2, 'Bob', 2)",
      "INSERT INTO pets VALUES (1, 2, 'Rex'), (2, 2, 'Kit'), (3, NULL, 'Max')",
      'CREATE TABLE gone (id INTEGER PRIMARY KEY, name TEXT COLLATE NOCASE)',
      'CREATE TRIGGER note AFTER DELETE ON people BEGIN INSERT INTO gone (name) VALUES (old.name); END',
    );
    const change = await app.rehearsed([statement('DELETE FROM people WHERE id = 2')]);
    expect(
      (await app.rowsOf(change.id)).map(({ kind, table, before, after }) => [kind, table, before ?? after]),
    ).toEqual([
      ['delete', 'pets', ['1', '2', 'Rex']],
      ['delete', 'pets', ['2', '2', 'Kit']],
      ['delete', 'people', ['2', 'Bob', '2.0', null]],
      ['insert', 'gone', ['1', 'Bob']],
    ]);
    expect(change.rehearsal?.touched).toEqual([
      { schema: 'main', table: 'gone', inserted: 1, updated: 0, deleted: 0 },
      { schema: 'main', table: 'people', inserted: 0, updated: 0, deleted: 1 },
      { schema: 'main', table: 'pets', inserted: 0, updated: 0, deleted: 2 },
    ]);
    const { body } = await app.apply(change);
    await app.undone(body);
    expect(await app.execute('SELECT count(*) FROM pets')).toEqual([['3']]);
    expect(await app.execute('SELECT count(*) FROM gone')).toEqual([['0']]);
  });

  it('that is refused where writes are reviewed becomes a draft', async () => {
    await app.execute('CREATE TABLE kept (id INTEGER PRIMARY KEY, n INT)', 'INSERT INTO kept VALUES (1, 1)');
    const sql = 'SELECT 1; BEGIN; UPDATE kept SET n = $1; DELETE FROM kept WHERE n = 5; COMMIT';
    const parameters = { '1': { type: 'integer', value: '2' } };
    const request = { connection_id: 'reviewed', sql, parameters, confirm_destructive: true };
    let run = await app.ask<Run>('POST', '/api/studio/runs', request);
    while (run.status === 'running') run = await app.ask<Run>('GET', `/api/studio/runs/${run.id}`);
    const error = run.statements.find((one) => one.error !== null)?.error;
    expect(error?.message).toContain('Nothing was written: Reviewed');
    const draft = await app.ask<ChangeSetDetails>('GET', `/api/changes/${error?.change_set?.id ?? ''}`);
    expect(draft.items).toMatchObject([
      { sql: expect.stringContaining('UPDATE'), values: [{ text: '2' }] },
      { sql: expect.stringContaining('DELETE') },
    ]);
    const change = await app.step(draft.id, 'rehearse');
    expect(change).toMatchObject({ lane: 'review', rehearsal: { status: 'ready', row_count: 1 } });
    expect(await app.execute('SELECT n FROM kept')).toEqual([['1']]);
  });

  it.each<[string, string, RegExp]>([
    ['reviewed', 'SELECT * FROM "attempt to write a readonly database"', /^no such table/],
    ['reviewed-duck', "SELECT error('Cannot go on in read-only mode')", /in read-only mode/],
    ['reviewed-duck', 'SELECT * FROM "Cannot be in read-only mode"', /does not exist/],
  ])('that reads is no draft, whatever its error says: %s', async (connection, sql, message) => {
    const request = { connection_id: connection, sql };
    let run = await app.ask<Run>('POST', '/api/studio/runs', request);
    while (run.status === 'running') run = await app.ask<Run>('GET', `/api/studio/runs/${run.id}`);
    expect(run.statements[0]?.error?.message).toMatch(message);
    expect(run.statements[0]?.error?.change_set).toBeUndefined();
  });

  it('says when its rows are too many to be compared', async () => {
    await app.execute(
      'CREATE TABLE large (id INTEGER PRIMARY KEY, n INT)',
      `WITH RECURSIVE r (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM r WHERE id < 100001)
       INSERT INTO large SELECT id, 0 FROM r`,
    );
    const { rehearsal } = await app.rehearsed([statement('UPDATE large SET n = 1 WHERE id < 5')]);
    expect(rehearsal).toMatchObject({
      ...{ status: 'ready', row_count: 0, statements: [{ affected_rows: 4, checksum: null }] },
      not_undoable: ['The statement is not undone: its rows are not all known.'],
    });
  });
});
