import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StatementEditability } from '#libs/api';
import { StudioApp } from '../testing/studio-app.js';
import { editabilityOf, keyOf } from './testing/editability.js';

const SET_UP = `
  CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
  CREATE TABLE orders (
    id INTEGER PRIMARY KEY AUTOINCREMENT, customer INT REFERENCES customers, any,
    price NUMERIC DEFAULT 1, total NUMERIC GENERATED ALWAYS AS (price * 2) STORED);
  CREATE TABLE coded (code TEXT UNIQUE NOT NULL, alias TEXT UNIQUE, note TEXT);
  CREATE TABLE keyless (a INT);
  CREATE TABLE loose (k PRIMARY KEY, v TEXT);
  CREATE TABLE replacing (k TEXT PRIMARY KEY ON CONFLICT REPLACE);
  CREATE TABLE pairs (a INT, b TEXT, n INT, PRIMARY KEY (b, a)) WITHOUT ROWID;
  CREATE VIEW shown AS SELECT * FROM orders;
  CREATE VIRTUAL TABLE found USING fts5(body);
  CREATE TABLE "Odd ""table" ("Odd ""key" INTEGER PRIMARY KEY, "select" TEXT);
  INSERT INTO customers VALUES (1, 'Ann')`;

let app: StudioApp;
beforeAll(async () => {
  app = await StudioApp.start((_, data) => {
    const path = join(data, 'some.sqlite');
    const file = new DatabaseSync(path);
    file.exec(SET_UP);
    file.close();
    return `  - { id: lite, name: Lite, kind: files, path: ${path}, read_only: false }
  - { id: reader, name: Reader, kind: files, path: ${path} }
`;
  });
});
afterAll(() => app.stop());

function editable(sql: string, connection = 'lite'): Promise<StatementEditability> {
  return editabilityOf(app, connection, sql);
}

describe('a result of a SQLite file whose rows can be edited', () => {
  it('says where each column comes from, and what its table takes', async () => {
    const { origins, editable: found } = await editable('SELECT total, id AS number, any, price + 1 FROM orders');
    const place = { schema: 'main', table: 'orders' };
    expect(origins).toEqual([
      { ...place, column: 'total', is_key: false },
      { ...place, column: 'id', is_key: true },
      { ...place, column: 'any', is_key: false },
      null,
    ]);
    expect(found).toMatchObject({ ...place, key: ['id'], can_insert: true, can_update: true, can_delete: true });
    expect('columns' in found && found.columns).toMatchObject([
      { index: 0, column: 'total', is_writable: false, reason: 'The database computes this column.' },
      { index: 1, column: 'id', is_key: true, is_writable: true, has_default: true },
      {
        ...{ index: 2, column: 'any', is_writable: false },
        reason: 'The column has no type, so that a number and its text look the same.',
      },
    ]);
  });

  it.each<[string, string[]]>([
    ['SELECT note, code FROM coded', ['coded', 'code']],
    ['SELECT * FROM pairs ORDER BY n LIMIT 5', ['pairs', 'b', 'a']],
    ['SELECT * FROM "Odd ""table"', ['Odd "table', 'Odd "key']],
    ['SELECT o.id, c.name FROM customers c JOIN orders o ON o.customer = c.id', ['orders', 'id']],
    ['SELECT c.*, o.price FROM customers c LEFT JOIN orders o ON o.customer = c.id', ['customers', 'id']],
    ['SELECT * FROM (SELECT id, name FROM customers LIMIT 3) AS inner_one', ['customers', 'id']],
    ['WITH few AS (SELECT * FROM orders) SELECT * FROM few', ['orders', 'id']],
    ["SELECT * FROM customers WHERE id IN (SELECT customer FROM orders) OR name = 'Ann'", ['customers', 'id']],
    ["INSERT INTO customers VALUES (7, 'Ann') RETURNING *", ['customers', 'id']],
  ])('is the one of %s', async (sql, expected) => {
    expect(keyOf(await editable(sql))).toEqual(expected);
  });
});

const SEVERAL = 'The statement reads a table more than once, so that it is not certain which row is meant.';
const COMBINED = 'The statement combines rows of several queries.';

describe('a result of a SQLite file whose rows cannot be edited', () => {
  it.each<[string, string]>([
    ['SELECT name FROM customers', 'The result has no key of main.customers. Add id.'],
    [
      'SELECT * FROM keyless',
      'main.keyless has no primary key and no unique key without NULL, so that no single row can be found.',
    ],
    [
      'SELECT rowid, * FROM keyless',
      'main.keyless has no primary key and no unique key without NULL, so that no single row can be found.',
    ],
    ['SELECT alias, note FROM coded', 'The result has no key of main.coded. Add code.'],
    ['SELECT * FROM loose', 'The key k of main.loose has no type, so that a number and its text look the same.'],
    [
      'SELECT * FROM replacing',
      'main.replacing has a constraint with ON CONFLICT, which may replace or leave out other rows.',
    ],
    ['SELECT * FROM shown', 'main.shown is a view.'],
    ['SELECT * FROM found', 'main.found is a virtual table.'],
    ['SELECT 1 AS one', 'No column of the result comes from a table.'],
    ['SELECT name FROM sqlite_schema', 'main.sqlite_master is a system table.'],
    ['SELECT id FROM customers UNION SELECT 1', COMBINED],
    ['SELECT id, name FROM customers UNION ALL SELECT id, price FROM orders', COMBINED],
    ['SELECT a.id, b.name FROM customers a, customers b', SEVERAL],
    ['WITH f AS MATERIALIZED (SELECT * FROM customers) SELECT a.id, b.name FROM f a, f b', SEVERAL],
    [
      'CREATE TEMP TABLE own (id INTEGER PRIMARY KEY); SELECT * FROM own',
      'own is a temporary table, which other sessions do not see.',
    ],
    [
      'CREATE TEMP VIEW orders AS SELECT id, name FROM customers; SELECT a.id, b.name FROM customers a, orders b',
      'The statement now reads other columns, or a temporary table. Run it again.',
    ],
    ['UPDATE customers SET name = name WHERE id = 1', 'The statement has no rows.'],
  ])('says why: %s', async (sql, reason) => {
    expect(keyOf(await editable(sql))).toBe(reason);
  });

  it('says so on a connection that takes no writes', async () => {
    expect(keyOf(await editable('SELECT * FROM customers', 'reader'))).toBe('Reader is read-only.');
  });
});
