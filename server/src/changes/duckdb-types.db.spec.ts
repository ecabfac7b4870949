import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Run } from '#libs/api';
import { editsOf } from './testing/changes-caller.js';
import { FileChangesApp } from './testing/file-changes-app.js';
import { thereAndBack } from './testing/there-and-back.js';

const edits = editsOf('t', 'main');

describe('rows of DuckDB with values of uncommon types', () => {
  let app: FileChangesApp;
  beforeAll(async () => {
    app = await FileChangesApp.start('duck');
    // Variants are kept by new files only.
    const file = await DuckDBInstance.create(app.path, { storage_compatibility_version: 'latest' });
    file.closeSync();
    await app.execute("CREATE TYPE mood AS ENUM ('sad', 'ok')");
  });
  afterAll(() => app.stop());

  const rows = () => app.execute('SELECT id, typeof(v), encode(CAST(v AS VARCHAR)) FROM t ORDER BY id');

  it.each([
    ['mood[]', "['sad', NULL]", '[ok]'],
    ['mood[2]', "['sad', 'ok']", '[ok, ok]'],
    ['STRUCT(e mood)', "{'e': 'sad'}", "{'e': ok}"],
    ['MAP(VARCHAR, mood)', "MAP {'a': 'sad'}", '{b=ok}'],
    ['VARIANT', "'text'::VARIANT", 'other'],
    ['VARCHAR', "'a' || chr(0) || 'b'", 'c\0d'],
  ])('%s: %s is edited, deleted and taken back', async (type, value, text) => {
    await app.execute(
      'DROP TABLE IF EXISTS t',
      `CREATE TABLE t (id INTEGER PRIMARY KEY, v ${type})`,
      `INSERT INTO t VALUES (1, ${value}), (2, NULL)`,
    );
    const [, , printed = null] = (await app.execute('SELECT 1, 2, CAST(v AS VARCHAR) FROM t WHERE id = 1'))[0] ?? [];
    for (const item of [
      edits.remove({ id: '1' }, { v: printed }),
      edits.update({ id: '1' }, { v: printed }, { v: text }),
      edits.insert({ id: '3', v: text }),
      { kind: 'statement' as const, sql: 'DELETE FROM t WHERE id = 1' },
      { kind: 'statement' as const, sql: 'INSERT INTO t SELECT 3, v FROM t WHERE id = 1' },
    ])
      await thereAndBack(app, [item], rows);
  });

  it.each([
    ['VARIANT', '5::VARIANT', "'five'::VARIANT"],
    ['VARIANT', "{'a': 1}::VARIANT", '7::VARIANT'],
    ['VARIANT[]', '[5::VARIANT]', "['five'::VARIANT]"],
    ['STRUCT(v VARIANT)', "{'v': 5::VARIANT}", "{'v': 'five'::VARIANT}"],
  ])('%s: %s is changed, and not promised to come back', async (type, value, other) => {
    await app.execute(
      'DROP TABLE IF EXISTS t',
      `CREATE TABLE t (id INTEGER PRIMARY KEY, v ${type})`,
      `INSERT INTO t VALUES (1, ${value})`,
    );
    for (const sql of [`UPDATE t SET v = ${other}`, 'DELETE FROM t']) {
      const change = await app.rehearsed([{ kind: 'statement', sql }]);
      expect(change.rehearsal).toMatchObject({ status: 'ready', row_count: 1 });
      expect(change.rehearsal?.not_undoable).toContainEqual(expect.stringContaining('would not come back the same'));
    }
    const removed = await app.rehearsed([edits.remove({ id: '1' }, {})]);
    expect(removed.rehearsal?.not_undoable).toEqual([expect.stringContaining('main.t.v')]);
  });

  it('reads enums inside of other types in a tab', async () => {
    const sql = "SELECT ['sad']::mood[] AS a, ['x']::ENUM('x', 'y')[] AS b";
    const run = await app.ask<Run>('POST', '/api/studio/runs', { connection_id: 'duck', sql });
    expect(run).toMatchObject({ status: 'succeeded', statements: [{ error: null }] });
  });
});
