import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChangeSetDetails } from '#libs/api';
import { FileChangesApp } from './testing/file-changes-app.js';
import type { FileConnection } from './testing/file-changes-app.js';

const LONG = 'n'.repeat(1_500);
const SAME_TEXT = ['main.t has values that would not come back the same: their texts leave out what they are.'];
const WIDE = Array.from({ length: 600 }, (_, place) => `c${place}`);

async function rehearsed(app: FileChangesApp, sql: string): Promise<ChangeSetDetails> {
  const change = await app.rehearsed([{ kind: 'statement', sql }]);
  expect(change.rehearsal).toMatchObject({ status: 'ready', failures: [] });
  return change;
}

describe('a statement on SQLite', () => {
  let app: FileChangesApp;
  beforeAll(async () => (app = await FileChangesApp.start('lite')));
  afterAll(() => app.stop());

  it.each([
    ['a number that is printed like the text before it', 'c', "'1'", 'UPDATE t SET c = 1'],
    ['a number in a column of any type', 'c ANY', "'1'", 'UPDATE t SET c = 1'],
    ['a blob that is printed like the text before it', 'c', "'X''41'''", "UPDATE t SET c = X'41'"],
    ['another text in the place of bytes that are none', 'c TEXT', "CAST(X'ff41' AS TEXT)", "UPDATE t SET c = 'a'"],
  ])('says that it is not undone where it writes %s', async (_, column, before, sql) => {
    const strict = column === 'c ANY' ? 'STRICT' : '';
    await app.execute('DROP TABLE IF EXISTS t', `CREATE TABLE t (id INTEGER PRIMARY KEY, ${column}) ${strict}`);
    await app.execute(`INSERT INTO t VALUES (1, ${before})`);
    const { rehearsal } = await rehearsed(app, sql);
    expect(rehearsal?.not_undoable).toEqual(expect.arrayContaining(SAME_TEXT));
    expect(rehearsal?.statements[0]?.can_undo).toBe(false);
  });

  it('says that the numbers of sequences are not undone', async () => {
    await app.execute(
      'CREATE TABLE numbered (id INTEGER PRIMARY KEY AUTOINCREMENT)',
      'INSERT INTO numbered VALUES (1)',
    );
    const { rehearsal } = await rehearsed(app, 'UPDATE sqlite_sequence SET seq = 100');
    expect(rehearsal).toMatchObject({ statements: [{ affected_rows: 1, can_undo: false, checksum: null }] });
    expect(rehearsal?.not_undoable).not.toEqual([]);
  });

  it.each([
    ['rowid', 2],
    ['rowid TEXT, oid', 2],
    ['rowid TEXT, oid TEXT, _rowid_', 0],
  ])('shows the rows of a table without a key whose columns are %s', async (columns, shown) => {
    const others = columns.split(',').map(() => "'same'");
    await app.execute('DROP TABLE IF EXISTS t', `CREATE TABLE t (n INTEGER, ${columns} TEXT)`);
    await app.execute(`INSERT INTO t VALUES (1, ${others.join(', ')}), (2, ${others.join(', ')})`);
    const change = await rehearsed(app, 'UPDATE t SET n = n + 10');
    const rows = await app.rowsOf(change.id);
    expect(rows.map(({ before, after }) => [before?.[0], after?.[0]])).toEqual(
      [
        ['1', '11'],
        ['2', '12'],
      ].slice(0, shown),
    );
    expect(change.rehearsal?.statements).toMatchObject([{ affected_rows: 2, can_undo: false }]);
  });

  it('is undone in a table with a column without a name', async () => {
    await app.execute('DROP TABLE IF EXISTS t', 'CREATE TABLE t (id INTEGER PRIMARY KEY, "" TEXT)');
    await app.execute("INSERT INTO t VALUES (1, 'a')");
    const change = await rehearsed(app, `UPDATE t SET "" = 'b'`);
    expect((await app.apply(change)).body.state).toBe('applied');
    expect((await app.undone(change)).state).toBe('undone');
    expect(await app.execute('SELECT * FROM t')).toEqual([['1', 'a']]);
  });

  it('says that it is not undone in a table with a name that change sets do not take', async () => {
    await app.execute(`CREATE TABLE "${LONG}" (id INTEGER PRIMARY KEY)`, `INSERT INTO "${LONG}" VALUES (1)`);
    const { rehearsal } = await rehearsed(app, `DELETE FROM "${LONG}"`);
    expect(rehearsal?.not_undoable).toEqual([expect.stringContaining('is not undone')]);
  });
});

describe.each<FileConnection>(['lite', 'duck'])('a statement on a table of 600 columns: %s', (connection) => {
  let app: FileChangesApp;
  beforeAll(async () => (app = await FileChangesApp.start(connection)));
  afterAll(() => app.stop());

  it('shows its rows and is undone', async () => {
    await app.execute(`CREATE TABLE wide (id INTEGER PRIMARY KEY, ${WIDE.map((name) => `${name} TEXT`).join(', ')})`);
    await app.execute("INSERT INTO wide (id, c0, c599) VALUES (1, 'a', 'b')");
    const change = await rehearsed(app, "UPDATE wide SET c599 = 'z'");
    expect(change.rehearsal?.statements).toMatchObject([{ affected_rows: 1, sampled_rows: 1, can_undo: true }]);
    expect((await app.apply(change)).body.state).toBe('applied');
    expect((await app.undone(change)).state).toBe('undone');
    expect(await app.execute('SELECT c0, c599 FROM wide')).toEqual([['a', 'b']]);
  });
});
