import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StatementEditability } from '#libs/api';
import { StudioApp } from '../testing/studio-app.js';
import { editabilityOf, keyOf } from './testing/editability.js';

const SCHEMA = `editable_${process.pid}`;
const SET_UP = `
  CREATE SCHEMA ${SCHEMA};
  SET search_path = ${SCHEMA};
  CREATE TYPE mood AS ENUM ('sad', 'glad');
  CREATE TABLE customers (id integer PRIMARY KEY, name text NOT NULL);
  CREATE TABLE orders (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, customer integer REFERENCES customers,
    feels mood DEFAULT 'glad', price numeric, total numeric GENERATED ALWAYS AS (price * 2) STORED);
  CREATE TABLE coded (code text UNIQUE NOT NULL, alias text UNIQUE, note text);
  CREATE TABLE keyless (a integer);
  CREATE UNIQUE INDEX ON keyless (a) WHERE a > 0;
  CREATE VIEW shown AS SELECT * FROM orders;
  CREATE TABLE parts (id integer, day date, PRIMARY KEY (id, day)) PARTITION BY RANGE (day);
  CREATE TABLE base (id integer PRIMARY KEY);
  CREATE TABLE meetings (begins timestamptz PRIMARY KEY, room text);
  CREATE TABLE child () INHERITS (base);
  CREATE TABLE "Odd ""table" ("Odd ""key" integer PRIMARY KEY, "select" text);
  CREATE TABLE other_orders AS SELECT 1 AS id`;

let app: StudioApp;
beforeAll(async () => {
  app = await StudioApp.start(
    (login, data) => `  - { id: reader, name: Reader, ${login}, read_only: true }
  - { id: drop, name: Drop, kind: files, path: ${data}, read_only: false }
`,
  );
  expect((await app.run(SET_UP)).status).toBe('succeeded');
});
afterAll(async () => {
  await app.run(`DROP SCHEMA ${SCHEMA} CASCADE`);
  await app.stop();
});

function editable(sql: string, connection = 'pg'): Promise<StatementEditability> {
  return editabilityOf(app, connection, `SET search_path = ${SCHEMA}; ${sql}`);
}

describe('a result whose rows can be edited', () => {
  it('says where each column comes from, and what its table takes', async () => {
    const { origins, editable: found } = await editable('SELECT total, id AS number, feels, price + 1 FROM orders');
    const place = { schema: SCHEMA, table: 'orders' };
    expect(origins).toEqual([
      { ...place, column: 'total', is_key: false },
      { ...place, column: 'id', is_key: true },
      { ...place, column: 'feels', is_key: false },
      null,
    ]);
    expect(found).toMatchObject({ ...place, key: ['id'], can_insert: true, can_update: true, can_delete: true });
    expect('columns' in found && found.columns).toMatchObject([
      { index: 0, column: 'total', is_writable: false, reason: 'The database computes this column.' },
      { index: 1, column: 'id', is_key: true, is_writable: false, has_default: true },
      { index: 2, column: 'feels', is_writable: true, has_default: true, choices: ['sad', 'glad'], kind: 'text' },
    ]);
  });

  it.each<[string, string[]]>([
    ['SELECT note, code FROM coded', ['coded', 'code']],
    ['SELECT * FROM parts', ['parts', 'id', 'day']],
    ['SELECT * FROM "Odd ""table"', ['Odd "table', 'Odd "key']],
    ['SELECT o.id, c.name FROM customers c JOIN orders o ON o.customer = c.id', ['orders', 'id']],
    ['SELECT c.*, o.price FROM customers c JOIN orders o ON o.customer = c.id', ['customers', 'id']],
    ['SELECT * FROM (SELECT id, name FROM customers) AS inner_one', ['customers', 'id']],
    ['WITH few AS (SELECT * FROM orders) SELECT * FROM few', ['orders', 'id']],
    ["INSERT INTO customers VALUES (7, 'Ann') RETURNING *", ['customers', 'id']],
  ])('is the one of %s', async (sql, expected) => {
    expect(keyOf(await editable(sql))).toEqual(expected);
  });

  it('is that of the table that the tab read, whatever the name means elsewhere', async () => {
    const run = await app.run(`SET search_path = ${SCHEMA}; SELECT * FROM customers`, 'pg');
    const { body } = await app.send<StatementEditability>('GET', `/api/studio/runs/${run.id}/statements/1/editable`);
    expect(body.editable).toMatchObject({ schema: SCHEMA, table: 'customers' });
  });
});

describe('a result whose rows cannot be edited', () => {
  it.each<[string, string]>([
    ['SELECT name FROM customers', `The result has no key of ${SCHEMA}.customers. Add id.`],
    [
      'SELECT * FROM keyless',
      `${SCHEMA}.keyless has no primary key and no unique key without NULL, so that no single row can be found.`,
    ],
    ['SELECT alias, note FROM coded', `The result has no key of ${SCHEMA}.coded. Add code.`],
    ['SELECT * FROM shown', `${SCHEMA}.shown is a view.`],
    ['SELECT * FROM base', `Other tables inherit from ${SCHEMA}.base, so that its key may not be unique.`],
    ['SELECT 1 AS one', 'No column of the result comes from a table.'],
    ['SELECT * FROM pg_catalog.pg_class LIMIT 1', 'pg_catalog.pg_class is a system table.'],
    ['SELECT id FROM customers UNION SELECT 1', 'No column of the result comes from a table.'],
    [
      'SELECT a.id, b.name FROM customers a, customers b',
      `The statement reads ${SCHEMA}.customers more than once, so that it is not certain which row is meant.`,
    ],
    ['UPDATE customers SET name = name', 'The statement has no rows.'],
  ])('says why: %s', async (sql, reason) => {
    expect(keyOf(await editable(sql))).toBe(reason);
  });

  it('says so of a temporary table, be its session there or gone', async () => {
    const found = await editable('CREATE TEMPORARY TABLE own (id int PRIMARY KEY); SELECT * FROM own');
    expect(keyOf(found)).toMatch(/^own is a temporary table|belongs to another session\.$/);
  });

  it.each<[string, string]>([
    ["SET TimeZone = 'Asia/Tokyo'", 'TimeZone'],
    ["BEGIN; SET LOCAL DateStyle = 'SQL, DMY'", 'DateStyle'],
    ["SELECT set_config('IntervalStyle', 'iso_8601', false)", 'IntervalStyle'],
  ])('says so of times that the tab shows in a way of its own: %s', async (sql, name) => {
    const reason = `This tab shows dates and times by its own ${name}. To edit rows, run RESET ${name} and then the query again.`;
    expect(keyOf(await editable(`${sql}; SELECT * FROM meetings`))).toBe(reason);
    expect(keyOf(await editable(`${sql}; SELECT * FROM customers`))).toEqual(['customers', 'id']);
    const reset = name === 'DateStyle' ? 'ROLLBACK' : `RESET ${name}`;
    expect(keyOf(await editable(`${sql}; ${reset}; SELECT * FROM ${SCHEMA}.meetings`))).toEqual(['meetings', 'begins']);
  });

  it('says so on a connection that takes no writes', async () => {
    expect(keyOf(await editable('SELECT * FROM customers', 'reader'))).toBe('Reader is read-only.');
  });

  it('says so where the engine does not report where columns come from', async () => {
    const run = await app.run('SELECT 1 AS one', 'drop');
    const { body } = await app.send<StatementEditability>('GET', `/api/studio/runs/${run.id}/statements/0/editable`);
    expect(body).toEqual({ origins: [null], editable: { reason: 'Rows cannot be edited in Files.' } });
  });
});
