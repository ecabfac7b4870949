import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChangeSetDetails, StatementItem } from '#libs/api';
import { editsOf } from './testing/changes-caller.js';
import { FileChangesApp } from './testing/file-changes-app.js';
import type { FileConnection } from './testing/file-changes-app.js';
import { thereAndBack } from './testing/there-and-back.js';

const statement = (sql: string): StatementItem => ({ kind: 'statement', sql });

/** A table `t (k, v)` whose keys its engine compares or prints alike, though they are not the same. */
interface Alike {
  readonly what: string;
  readonly connection: FileConnection;
  readonly table: string;
  readonly rows: string;
  /** Reads the rows so that different ones look different. */
  readonly dump: string;
  readonly statements: readonly string[];
}

const EXACT = 'SELECT encode(k), v FROM t ORDER BY 1';
const QUOTED = 'SELECT typeof(k), hex(k), v FROM t ORDER BY 1, 2';

describe.each<Alike>([
  {
    what: 'a key without regard to case',
    connection: 'duck',
    table: 'CREATE TABLE t (k VARCHAR COLLATE NOCASE PRIMARY KEY, v VARCHAR)',
    rows: "('a', '1'), ('A', '2'), ('c', '3')",
    dump: EXACT,
    statements: [
      "DELETE FROM t WHERE v = '1'",
      "UPDATE t SET v = 'z' WHERE v = '1'",
      "INSERT INTO t VALUES ('C', '9')",
    ],
  },
  {
    what: 'a key without regard to accents',
    connection: 'duck',
    table: 'CREATE TABLE t (k VARCHAR COLLATE NOACCENT PRIMARY KEY, v VARCHAR)',
    rows: "('cafe', '1'), ('café', '2')",
    dump: EXACT,
    statements: ["DELETE FROM t WHERE v = '1'", "UPDATE t SET v = 'z' WHERE v = '1'"],
  },
  {
    what: 'a column without regard to case and a key with it',
    connection: 'lite',
    table: 'CREATE TABLE t (k TEXT COLLATE NOCASE NOT NULL, v TEXT, UNIQUE (k COLLATE BINARY))',
    rows: "('a', '1'), ('A', '2')",
    dump: QUOTED,
    statements: ["DELETE FROM t WHERE v = '1'", "UPDATE t SET v = 'z' WHERE v = '1'"],
  },
])('$what ($connection)', ({ connection, table, rows, dump, statements }) => {
  let app: FileChangesApp;
  beforeAll(async () => {
    app = await FileChangesApp.start(connection);
    await app.execute(table, `INSERT INTO t VALUES ${rows}`);
  });
  afterAll(() => app.stop());

  it.each(statements)('%s: shows the row that it writes, and takes it back', async (sql) => {
    const change = await thereAndBack(app, [statement(sql)], () => app.execute(dump));
    expect(await app.rowsOf(change.id)).toHaveLength(1);
  });

  it('edits one of them, and takes that back', async () => {
    const before = await app.execute(dump);
    const [key = ''] = (await app.execute("SELECT k FROM t WHERE v = '1'"))[0] ?? [];
    const edits = editsOf('t', 'main');
    const applied = await app.applied([edits.update({ k: String(key) }, { v: '1' }, { v: 'new' })]);
    expect(await app.execute("SELECT k FROM t WHERE v = 'new'")).toEqual([[key]]);
    expect((await app.undone(applied)).state).toBe('undone');
    expect(await app.execute(dump)).toEqual(before);
  });
});

describe('keys of SQLite that are printed like others', () => {
  let app: FileChangesApp;
  beforeAll(async () => (app = await FileChangesApp.start('lite')));
  afterAll(() => app.stop());
  const fill = (column: string, rows: string) =>
    app.execute('DROP TABLE IF EXISTS t', `CREATE TABLE t (${column}, v TEXT)`, `INSERT INTO t VALUES ${rows}`);

  it.each([
    ['k TEXT PRIMARY KEY', "(char(65533), '1')", "INSERT INTO t VALUES (CAST(x'fd' AS TEXT), '1')"],
    ['k TEXT PRIMARY KEY', "('X''6162''', '1')", "INSERT INTO t VALUES (x'6162', '1')"],
    ['k TEXT PRIMARY KEY', "('X''6162''', '1'), ('z', '1')", "UPDATE t SET k = x'6162' WHERE k = 'z'"],
    ['k BLOB PRIMARY KEY', "(x'6162', '1')", "INSERT INTO t VALUES ('X''6162''', '1')"],
    ['k REAL PRIMARY KEY', "('Inf', '1')", "INSERT INTO t VALUES (9e999, '1')"],
  ])('%s with %s: promises no undo of %s', async (column, rows, sql) => {
    await fill(column, rows);
    const change = await app.rehearsed([statement(sql)]);
    expect(change.rehearsal?.not_undoable).toContainEqual(expect.stringContaining('would not come back the same'));
  });

  it.each([
    ['k TEXT PRIMARY KEY', "('X''6162''', '1'), (x'6162', '1')", "X'6162'"],
    ['k TEXT PRIMARY KEY', "(char(65533), '1'), (CAST(x'fd' AS TEXT), '1')", '\u{fffd}'],
    ['k BLOB PRIMARY KEY', "('plain', '1')", 'plain'],
    ['k REAL PRIMARY KEY', "('Inf', '1'), (9e999, '1')", 'Inf'],
  ])('%s with %s: refuses to edit %j', async (column, rows, key) => {
    await fill(column, rows);
    const before = await app.execute(QUOTED);
    const edits = editsOf('t', 'main');
    for (const edit of [edits.update({ k: key }, { v: '1' }, { v: '2' }), edits.remove({ k: key }, { v: '1' })]) {
      const { id } = await app.create([edit]);
      const { status, body } = await app.send<ChangeSetDetails>('POST', `/api/changes/${id}/rehearse`);
      expect([status, body.rehearsal?.failures[0]?.error.message]).toEqual([
        200,
        expect.stringContaining('may stand for another value'),
      ]);
    }
    expect(await app.execute(QUOTED)).toEqual(before);
  });

  it('edits keys of every kind that are exact', async () => {
    for (const [column, rows, key] of [
      ['k TEXT PRIMARY KEY', "('X''61', '1')", "X'61"],
      ['k BLOB PRIMARY KEY', "(x'6162', '1')", "X'6162'"],
      ['k REAL PRIMARY KEY', "(1.5, '1')", '1.5'],
      ['k INTEGER PRIMARY KEY', "(-3, '1')", '-3'],
    ] as const) {
      await fill(column, rows);
      const applied = await app.applied([editsOf('t', 'main').update({ k: key }, { v: '1' }, { v: '2' })]);
      expect(await app.execute('SELECT v FROM t')).toEqual([['2']]);
      expect((await app.undone(applied)).state).toBe('undone');
    }
  });
});
