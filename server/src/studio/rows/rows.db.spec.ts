import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { DEFAULT_GRANTS, LOCAL_ACTOR } from '#libs/access';
import type { HistoryList, InsertedRow } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { ConnectionAccess, RunningRequests } from '../../connections/index.js';
import { userActor } from '../../platform/testing/test-actor.js';
import { StudioApp } from '../testing/studio-app.js';
import { RowsService } from './rows.service.js';

const SCHEMA = `rows_${process.pid}`;

const SET_UP = `
  CREATE SCHEMA ${SCHEMA};
  SET search_path = ${SCHEMA};
  CREATE TYPE mood AS ENUM ('sad', 'it''s ok');
  CREATE DOMAIN feeling AS mood;
  CREATE TABLE customers (id integer PRIMARY KEY, name text NOT NULL);
  INSERT INTO customers VALUES (1, 'Ann');
  CREATE TABLE orders (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    code varchar(5) UNIQUE,
    customer integer NOT NULL DEFAULT 1 REFERENCES customers,
    note text DEFAULT 'none',
    price numeric(12, 2) CHECK (price >= 0),
    feels feeling,
    total numeric GENERATED ALWAYS AS (price * 2) STORED
  );
  CREATE TABLE later (id integer PRIMARY KEY, parent integer REFERENCES later DEFERRABLE INITIALLY DEFERRED);
  CREATE TABLE "Odd ""table" ("Odd ""column" text, "select" text DEFAULT 'd');
  CREATE TABLE kept_out (a integer);
  CREATE FUNCTION keep_out() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
  CREATE TRIGGER keep_out BEFORE INSERT ON kept_out FOR EACH ROW EXECUTE FUNCTION keep_out()`;

let app: StudioApp;
beforeAll(async () => {
  app = await StudioApp.start((login, data) => {
    const lite = new Database(join(data, 'lite.sqlite'));
    lite
      .prepare('CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT NOT NULL, b INTEGER UNIQUE, c TEXT DEFAULT (5))')
      .run();
    lite.close();
    return `  - { id: reader, name: Reader, ${login}, read_only: true }
  - { id: lite, name: Lite, kind: files, path: ${join(data, 'lite.sqlite')}, read_only: false }
  - { id: open-folder, name: Open folder, kind: files, path: ${data}, read_only: false }
`;
  });
  const { status } = await app.run(SET_UP);
  expect(status).toBe('succeeded');
  await app.run(
    "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT NOT NULL, b INTEGER CHECK (b > 0), c TEXT DEFAULT 'x')",
    'duck',
  );
});
afterAll(async () => {
  await app.run(`DROP SCHEMA ${SCHEMA} CASCADE`);
  await app.stop();
});

type Answer = Partial<InsertedRow & Omit<ProblemDocument, 'status'>>;
type Values = Record<string, string | null>;

const insert = (table: string, values: Values, connection = 'pg', schema: string | null = SCHEMA) =>
  app.send<Answer>('POST', '/api/studio/rows', {
    connection_id: connection,
    table,
    values,
    ...(connection === 'pg' && schema !== null ? { schema } : {}),
  });

/** The row by the names of its columns. */
const named = ({ columns, row }: Answer) =>
  Object.fromEntries(columns?.map(({ name }, index) => [name, row?.[index]]) ?? []);

/** Why a row was refused, and beside which columns. */
async function refusal(table: string, values: Values, connection = 'pg') {
  const { status, body } = await insert(table, values, connection);
  return { status, code: body.code, columns: body.errors?.map(({ pointer }) => pointer) ?? [], detail: body.detail };
}

describe('a new row', () => {
  it('is answered as the database has it, with what was left to its defaults', async () => {
    const { status, body } = await insert('orders', { code: 'a', price: '1.5', feels: "it's ok" });
    expect(status).toBe(201);
    expect(named(body)).toMatchObject({
      code: 'a',
      customer: '1',
      note: 'none',
      price: '1.50',
      feels: "it's ok",
      total: '3.00',
    });
    expect(body).toMatchObject({
      schema: SCHEMA,
      table: 'orders',
      sql: `INSERT INTO ${SCHEMA}.orders (code, price, feels) VALUES ($1, $2, $3) RETURNING *`,
    });
    expect(body.columns?.find(({ name }) => name === 'price')).toMatchObject({
      type: 'numeric(12,2)',
      kind: 'decimal',
    });
  });

  it('keeps NULL, an empty string and a default apart', async () => {
    const notes = await Promise.all(
      [{ note: null }, { note: '' }, {} as Values].map((values: Values) => insert('orders', values)),
    );
    expect(notes.map(({ body }) => named(body).note)).toEqual([null, '', 'none']);
  });

  it('is there in one piece for others', async () => {
    await insert('customers', { id: '2', name: "'); DROP TABLE customers; --" });
    const { statements } = await app.run(`SELECT name FROM ${SCHEMA}.customers WHERE id = 2`);
    expect(statements[0]?.rows).toEqual([["'); DROP TABLE customers; --"]]);
  });

  it('goes to the default schema when none is named', async () => {
    const table = `default_${process.pid}`;
    await app.run(`CREATE TABLE public.${table} (a integer)`);
    expect((await insert(table, { a: '1' }, 'pg', null)).body.schema).toBe('public');
    await app.run(`DROP TABLE public.${table}`);
  });

  it('may have any names', async () => {
    const { status, body } = await insert('Odd "table', { 'Odd "column': 'x' });
    expect([status, body.row]).toEqual([201, ['x', 'd']]);
  });

  it('is in the history as the statement with placeholders, its values nowhere', async () => {
    await insert('orders', { code: 'sec' });
    await insert('orders', { code: 'secret-value' });
    const { items } = (await app.send<HistoryList>('GET', '/api/studio/history?limit=2')).body;
    expect(
      items.map(({ sql, status, row_count, connection_name }) => ({ sql, status, row_count, connection_name })),
    ).toEqual([
      expect.objectContaining({ status: 'failed', row_count: null }),
      {
        sql: `INSERT INTO ${SCHEMA}.orders (code) VALUES ($1) RETURNING *`,
        status: 'succeeded',
        row_count: 1,
        connection_name: 'Postgres',
      },
    ]);
    expect(JSON.stringify(items)).not.toMatch(/secret-value/);
  });
});

describe('a row that Postgres refuses', () => {
  it.each<[string, string, Values, string[], RegExp]>([
    ['NULL where none may be', 'orders', { customer: null }, ['/values/customer'], /violates not-null constraint/],
    ['a value left out that has no default', 'customers', { id: '9' }, ['/values/name'], /null value in column "name"/],
    [
      'a text that is not a number',
      'orders',
      { price: '1', customer: 'one' },
      ['/values/customer'],
      /invalid input syntax/,
    ],
    ['a value that is no choice', 'orders', { feels: 'glad' }, ['/values/feels'], /invalid input value for enum/],
    ['a key that is there', 'customers', { id: '1', name: 'Bob' }, ['/values/id'], /duplicate key.*Key \(id\)=\(1\)/],
    [
      'a key that is nowhere',
      'orders',
      { customer: '77' },
      ['/values/customer'],
      /is not present in table "customers"/,
    ],
    ['a broken check', 'orders', { price: '-1' }, [], /violates check constraint/],
    ['a text that is too long', 'orders', { code: 'abcdef' }, [], /value too long/],
    [
      'a deferred key, at the end',
      'later',
      { id: '1', parent: '2' },
      ['/values/parent'],
      /violates foreign key constraint/,
    ],
    ['a row that a trigger keeps out', 'kept_out', { a: '1' }, [], /added no row/],
  ])('for %s says so', async (_, table, values, columns, words) => {
    const refused = await refusal(table, values);
    expect(refused).toMatchObject({ status: 422, code: 'row-refused', detail: expect.stringMatching(words) });
    expect(refused.columns).toEqual(columns);
  });

  it('leaves nothing behind', async () => {
    await insert('later', { id: '5', parent: '6' });
    const { statements } = await app.run(`SELECT count(*) FROM ${SCHEMA}.later`);
    expect(statements[0]?.rows).toEqual([['0']]);
    // What looks after the connection beside it may be in a transaction for a moment.
    const open =
      "SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%' AND datname = current_database()";
    const deadline = performance.now() + 20_000;
    let left: unknown;
    do {
      const { statements } = await app.run(open);
      left = statements[0]?.rows;
    } while (!isDeepStrictEqual(left, [['0']]) && performance.now() < deadline);
    expect(left).toEqual([['0']]);
  });
});

describe('a row that is not even tried', () => {
  it.each<[string, string, Values, string, number, string, string[]]>([
    [
      'an identity that is always the database own',
      'orders',
      { id: '5' },
      'pg',
      400,
      'validation-failed',
      ['/values/id'],
    ],
    ['a generated column', 'orders', { total: '5' }, 'pg', 400, 'validation-failed', ['/values/total']],
    ['a column that is not there', 'orders', { 'a/b~c': '5' }, 'pg', 400, 'validation-failed', ['/values/a~1b~0c']],
    ['half a character', 'orders', { note: '\ud800' }, 'pg', 400, 'validation-failed', ['/values/note']],
    ['a table that is not there', 'nothing', {}, 'pg', 404, 'table-not-found', []],
    ['a connection that is not there', 'orders', {}, 'nowhere', 404, 'connection-not-found', []],
    ['a read-only connection', 'orders', {}, 'reader', 422, 'connection-read-only', []],
    ['a folder', 'orders', {}, 'folder', 422, 'connection-read-only', []],
    ['a folder whose connection claims more', 'orders', {}, 'open-folder', 422, 'connection-read-only', []],
  ])('for %s', async (_, table, values, connection, status, code, columns) => {
    expect(await refusal(table, values, connection)).toMatchObject({ status, code, columns });
  });

  it.each([{ a: 1 }, [], 'x', null])('for the values %j', async (values) => {
    const body = { connection_id: 'pg', table: 'orders', values };
    expect((await app.send<Answer>('POST', '/api/studio/rows', body)).body).toMatchObject({
      code: 'validation-failed',
      errors: [{ pointer: '/values' }],
    });
  });
});

describe('a table in its own spelling', () => {
  it.each<[string, string | null]>([
    ['"Own ""Schema"."Weird Table"', null],
    ['"Weird Table"', 'Own "Schema'],
    ['Weird Table', 'Own "Schema'],
    ['Own "Schema.Weird Table', null],
    ['Own "Schema.Ta "b"le', null],
    [`${SCHEMA}.spelled`, null],
  ])('takes a row as %s', async (table, schema) => {
    await app.run(
      'CREATE SCHEMA IF NOT EXISTS "Own ""Schema"; CREATE TABLE IF NOT EXISTS "Own ""Schema"."Weird Table" (a text)',
    );
    await app.run('CREATE TABLE "Own ""Schema"."Ta ""b""le" (a text)');
    await app.run(`CREATE TABLE IF NOT EXISTS ${SCHEMA}.spelled (a text)`);
    try {
      const { status, body } = await insert(table, { a: 'x' }, 'pg', schema);
      expect([status, body.row]).toEqual([201, ['x']]);
    } finally {
      await app.run('DROP SCHEMA "Own ""Schema" CASCADE');
    }
  });
});

it('refuses the name of a table that could be another one', async () => {
  await app.run(
    'CREATE SCHEMA sc; CREATE SCHEMA "sc.a"; CREATE TABLE sc."a.b" (a text); CREATE TABLE "sc.a".b (a text)',
  );
  try {
    expect(await insert('sc.a.b', { a: 'x' }, 'pg', null)).toMatchObject({
      status: 404,
      body: { detail: 'Several tables could be meant by sc.a.b: use quotes.' },
    });
  } finally {
    await app.run('DROP SCHEMA sc CASCADE; DROP SCHEMA "sc.a" CASCADE');
  }
});

describe.each(['duck', 'lite'])('a row on %s', (connection) => {
  it('takes defaults, NULL and empty strings', async () => {
    const { status, body } = await insert('t', { id: '1', a: '', b: null }, connection);
    expect([status, named(body)]).toEqual([201, { id: '1', a: '', b: null, c: connection === 'duck' ? 'x' : '5' }]);
  });

  it.each<[string, Values, string]>([
    ['NULL where none may be', { id: '2', a: null }, '/values/a'],
    ['a key that is there', { id: '1', a: 'x' }, '/values/id'],
  ])('is refused beside its column for %s', async (_, values, column) => {
    expect(await refusal('t', values, connection)).toMatchObject({
      status: 422,
      code: 'row-refused',
      columns: [column],
    });
  });
});

it('adds no row that its person may no longer add', async () => {
  const { app: nest } = app.workbench;
  const grant = (level: 'write' | 'query') =>
    nest.get(ConnectionAccess).change(LOCAL_ACTOR, 'pg', [{ subject: { kind: 'user', userId: 'ann' }, level }]);
  const inTab = (sql: string) =>
    app.send('POST', '/api/studio/runs', { connection_id: 'pg', session_id: 'locker', sql });
  await grant('write');
  await inTab(`BEGIN; LOCK TABLE ${SCHEMA}.customers IN SHARE MODE`);
  const input = { connection_id: 'pg', schema: SCHEMA, table: 'customers', values: { id: '77', name: 'Late' } };
  const adding = nest.get(RowsService).insert(userActor('ann'), input, new AbortController().signal);
  const refusal = expect(adding).rejects.toMatchObject({ code: 'forbidden' });
  await app.until(
    () => Promise.resolve(nest.get(RunningRequests).all().length),
    (count) => count > 0,
  );
  await grant('query');
  await refusal;
  await inTab('ROLLBACK');
  await nest.get(ConnectionAccess).change(LOCAL_ACTOR, 'pg', DEFAULT_GRANTS);
  const found = await app.run(`SELECT count(*) FROM ${SCHEMA}.customers WHERE id = 77`);
  expect(found.statements[0]?.rows).toEqual([['0']]);
});
