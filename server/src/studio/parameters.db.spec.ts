import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { HistoryList, Run, RunParameters } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { StudioApp } from './testing/studio-app.js';

let app: StudioApp;
beforeAll(async () => {
  app = await StudioApp.start((login, data) => {
    const lite = new Database(join(data, 'lite.sqlite'));
    lite.prepare('CREATE TABLE t (i INTEGER PRIMARY KEY, v TEXT)').run();
    lite.close();
    return `  - { id: lite, name: Lite, kind: files, path: ${join(data, 'lite.sqlite')}, read_only: false }
  - { id: locked, name: Locked, ${login}, read_only: true }
`;
  });
});
afterAll(() => app.stop());

const send = (sql: string, parameters: unknown, connection = 'pg') =>
  app.send<Run & Pick<ProblemDocument, 'code' | 'detail' | 'errors'>>('POST', '/api/studio/runs', {
    connection_id: connection,
    sql,
    parameters,
  });

async function run(sql: string, parameters: RunParameters, connection = 'pg'): Promise<Run> {
  const { status, body } = await send(sql, parameters, connection);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return app.whenOver(body.id);
}

const rowsOf = (run: Run) => run.statements.map(({ rows }) => rows);

describe.each(['pg', 'duck', 'lite', 'folder', 'locked'])('parameters of a run on %s', (connection) => {
  it('are shared by its statements, and the text is returned as it was written', async () => {
    const sql = 'SELECT :a AS v; SELECT CAST(:b AS VARCHAR(9)), CAST(:a AS VARCHAR(9)); SELECT $1 AS v';
    const ran = await run(sql, { a: 'x', b: { value: '5', type: 'integer' }, 1: null, unused: 'y' }, connection);
    expect(rowsOf(ran)).toEqual([[['x']], [['5', 'x']], [[null]]]);
    expect(ran.statements.map(({ sql: one, start }) => sql.slice(start, start + one.length) === one)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('take bare numbers and booleans', async () => {
    const ran = await run(
      "SELECT CASE WHEN :yes THEN 'y' END, 40 + :n",
      { yes: true, n: { value: '2', type: 'integer' } },
      connection,
    );
    expect(rowsOf(ran)).toEqual([[['y', '42']]]);
    expect(rowsOf(await run('SELECT 1 AS v LIMIT :n', { n: 0 }, connection))).toEqual([[]]);
  });

  it.each([
    ['parameters-missing', 'SELECT :a, $who_2; SELECT :b', { b: '' }, /^Enter a value for :a/],
    ['parameters-mixed', 'SELECT 1; SELECT :a, $1', { a: '', 1: '' }, /one kind/],
    ['not-sql', 'SELECT 1;\n\\dt', {}, /^Line 2: \\dt cannot be run here\. The Schema panel/],
  ])('answer 422 %s before anything runs', async (code, sql, parameters, detail) => {
    const { status, body } = await send(sql, parameters, connection);
    expect([status, body.code]).toEqual([422, code]);
    expect(body.detail).toMatch(detail);
  });

  it.each([[{ a: [] }], [{ a: { value: 1 } }], [{ a: { value: '', type: 'x' } }], [[1]], ['x']])(
    'answer 400 for %j',
    async (parameters) => {
      const { status, body } = await send('SELECT :a', parameters, connection);
      expect([status, body.code]).toEqual([400, 'validation-failed']);
      expect(body.errors?.[0]?.pointer).toBe('/parameters');
    },
  );
});

describe('errors', () => {
  it('stand where they are in the text as it was sent', async () => {
    const sql = "SELECT 'é😀', :a_long_name;\n-- :x\nSELECT :a_long_name, :b, nope";
    const { statements } = await run(sql, { a_long_name: 'x', b: 'y' });
    expect(statements[1]?.error?.position).toBe(sql.indexOf('nope') + 1);
  });

  it('name the parameter whose value is wrong', async () => {
    const { statements } = await run('SELECT :a::text, :age', {
      a: 'x',
      age: { value: 'many', type: 'integer' },
    });
    const detail = 'It is the value of the parameter "age".';
    expect(statements[0]?.error).toMatchObject({ sqlstate: '22P02', detail });
    const undecided = await run('SELECT :a::text, :gone IS NULL', { a: 'x', gone: null });
    expect(undecided.statements[0]?.error).toMatchObject({
      detail: '$2 is the parameter "gone".',
    });
  });

  it.each<RunParameters>([{ a: 'x' }, { a: { value: 'x', type: 'text' } }])(
    'say what takes no parameters: %j',
    async (parameters) => {
      const { statements } = await run('CREATE VIEW v AS SELECT :a', parameters);
      expect(statements[0]?.error?.hint).toContain('PostgreSQL takes parameters in queries');
    },
  );
});

it('refuses a stream that only a client can send, before anything runs', async () => {
  const before = await app.run('SELECT count(*) FROM pg_class');
  const { status, body } = await send('CREATE TABLE never (i int); COPY never FROM STDIN', undefined);
  expect([status, body.code]).toEqual([422, 'not-sql']);
  expect(rowsOf(await app.run('SELECT count(*) FROM pg_class'))).toEqual(rowsOf(before));
});

it.each(['csv', 'parquet'])('never keeps a value of a query that is exported as %s', async (format) => {
  const parameters = { secret: 'my-secret-token' };
  const sql = `SELECT :secret::int AS exported_${format}`;
  const wish = { connection_id: 'pg', sql, parameters, format };
  const { href } = (await app.send<{ href: string }>('POST', '/api/studio/exports', wish)).body;
  expect((await app.download(href)).status).toBe(502);
  const { body } = await app.send<HistoryList>('GET', `/api/studio/history?search=exported_${format}`);
  expect(body.items[0]).toMatchObject({ sql, status: 'failed', error: expect.stringContaining('"…"') });
  expect(JSON.stringify(body)).not.toContain('my-secret-token');
});

it('never keeps a value: not in the history, not in the text', async () => {
  const value = 'sentinel-4711';
  await run('SELECT :secret AS kept_text', { secret: value });
  await run('SELECT :secret::int AS failed_text', { secret: value });
  const { body } = await app.send<HistoryList>('GET', '/api/studio/history?search=_text&limit=10');
  expect(body.items.map(({ sql }) => sql)).toEqual([
    'SELECT :secret::int AS failed_text',
    'SELECT :secret AS kept_text',
  ]);
  expect(body.items[0]?.error).toContain('invalid input syntax for type integer: "…"');
  expect(JSON.stringify(body)).not.toContain(value);
});

it('holds 100 parameters of a hundred kilobytes', async () => {
  const names = Array.from({ length: 100 }, (_, index) => `p${index}`);
  const values = Object.fromEntries(names.map((name) => [name, name.repeat(40_000)]));
  const sql = `SELECT ${names.map((name) => `length(:${name}::text)`).join(' + ')}`;
  const total = Object.values(values).reduce((sum, { length }) => sum + length, 0);
  expect(rowsOf(await run(sql, values))).toEqual([[[String(total)]]]);
});
