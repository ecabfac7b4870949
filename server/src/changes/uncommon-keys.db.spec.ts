import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Run, StatementEditability } from '#libs/api';
import { ChangesApp, editsOf } from './testing/changes-app.js';
import { thereAndBack } from './testing/there-and-back.js';

const edits = editsOf('t');
const statement = (sql: string) => ({ kind: 'statement' as const, sql });

let app: ChangesApp;
beforeAll(async () => {
  app = await ChangesApp.start();
  await app.cells('CREATE TYPE pair AS (a integer, b text)');
  await app.cells('CREATE TABLE "Odd name" (a integer)');
});
afterAll(() => app.stop());

it.each([
  ['a composite type', 'k pair PRIMARY KEY', ["'(1,x)'", "'(1,y)'", "'(2,x)'"], '(1,x)'],
  ['names of tables', 'k regclass PRIMARY KEY', [`'"Odd name"'`, "'pg_class'", "'pg_type'"], '"Odd name"'],
  ['names of types', 'k regtype PRIMARY KEY', ["'integer'", "'pair'", "'text'"], 'integer'],
  ['a unique index', 'k integer NOT NULL', ['1', '2', '3'], '1'],
  ['addresses', 'k cidr PRIMARY KEY', ["'10.0.0.0/8'", "'10.0.0.0/9'", "'::/0'"], '10.0.0.0/8'],
  ['ranges', 'k int4range PRIMARY KEY', ["'[1,5)'", "'[1,6)'", "'empty'"], '[1,5)'],
  ['bits', 'k bit(3) PRIMARY KEY', ["'101'", "'100'", "'111'"], '101'],
])('a row is found by %s, edited and taken back', async (what, column, values, key) => {
  await app.cells('DROP TABLE IF EXISTS t');
  await app.cells(`CREATE TABLE t (${column}, v text)`);
  if (what === 'a unique index') {
    await app.cells('CREATE UNIQUE INDEX t_part ON t (k) WHERE k > 0');
    await app.cells('CREATE UNIQUE INDEX t_all ON t (k) INCLUDE (v)');
  }
  await app.cells(`INSERT INTO t VALUES ${values.map((value, place) => `(${value}, '${place}')`).join(', ')}`);
  const rows = () => app.cells('SELECT k::text, v FROM t ORDER BY v, k::text');

  const run = await app.ask<Run>('POST', '/api/studio/runs', { connection_id: 'pg', sql: 'SELECT * FROM t' });
  const asked = `/api/studio/runs/${run.id}/statements/0/editable`;
  const { editable } = await app.ask<StatementEditability>('GET', asked);
  expect(editable).toMatchObject({ key: ['k'] });
  for (const item of [
    edits.update({ k: key }, { v: '0' }, { v: 'new' }),
    edits.remove({ k: key }, { v: '0' }),
    statement("UPDATE t SET v = v || '!'"),
    statement("DELETE FROM t WHERE v = '0'"),
  ])
    await thereAndBack(app, [item], rows);
});

it('still finds a row by its index where its key is compared by its type', async () => {
  await app.cells('DROP TABLE IF EXISTS t');
  await app.cells('CREATE TABLE t (k pair PRIMARY KEY)');
  await app.cells("INSERT INTO t SELECT ROW(n, 'x')::pair FROM generate_series(1, 5000) AS n");
  await app.cells('ANALYZE t');
  const sql = 'PREPARE one (pair) AS SELECT * FROM t WHERE k = CASE WHEN true THEN $1 ELSE k END';
  await app.cells(sql);
  const plan = await app.cells("EXPLAIN EXECUTE one ('(1,x)')");
  expect(plan.flat().join(' ')).toContain('Index');
});
