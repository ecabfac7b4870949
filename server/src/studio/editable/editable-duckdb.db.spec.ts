import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StatementEditability } from '#libs/api';
import { StudioApp } from '../testing/studio-app.js';
import { editabilityOf, keyOf } from './testing/editability.js';

const SET_UP = `
  CREATE TABLE customers (id INTEGER PRIMARY KEY, name VARCHAR NOT NULL);
  CREATE SEQUENCE numbers;
  CREATE TABLE orders (
    id BIGINT PRIMARY KEY DEFAULT nextval('numbers'), customer INT, feels ENUM('sad', 'glad') DEFAULT 'glad',
    price DECIMAL(12, 2), total DECIMAL(12, 2) GENERATED ALWAYS AS (price * 2), either UNION(n INT, t VARCHAR));
  CREATE TABLE coded (code VARCHAR UNIQUE NOT NULL, alias VARCHAR UNIQUE, note VARCHAR);
  CREATE TABLE keyless (a INT);
  CREATE TABLE pairs (a INT, b VARCHAR, n INT, PRIMARY KEY (b, a));
  CREATE TABLE lists (id INT PRIMARY KEY, items VARCHAR[], parts STRUCT(a INT, b VARCHAR));
  CREATE TABLE meetings (begins TIMESTAMPTZ PRIMARY KEY, room VARCHAR);
  CREATE SCHEMA elsewhere;
  CREATE TABLE elsewhere.customers (id INTEGER PRIMARY KEY, name VARCHAR);
  CREATE VIEW shown AS SELECT id AS number, name AS called FROM customers;
  CREATE TABLE "Odd ""table" ("Odd ""key" INTEGER PRIMARY KEY, "select" VARCHAR);
  INSERT INTO customers VALUES (1, 'Ann')`;

let app: StudioApp;
beforeAll(async () => {
  app = await StudioApp.start();
  expect((await app.run(SET_UP, 'duck')).status).toBe('succeeded');
});
afterAll(() => app.stop());

const editable = (sql: string): Promise<StatementEditability> => editabilityOf(app, 'duck', sql);

describe('a result of a DuckDB file whose rows can be edited', () => {
  it('says where each column comes from, and what its table takes', async () => {
    const { origins, editable: found } = await editable(
      'SELECT total, id AS number, feels, price + 1, price, either FROM orders',
    );
    const place = { schema: 'main', table: 'orders' };
    expect(origins).toEqual([
      null,
      { ...place, column: 'id', is_key: true },
      { ...place, column: 'feels', is_key: false },
      null,
      { ...place, column: 'price', is_key: false },
      { ...place, column: 'either', is_key: false },
    ]);
    expect(found).toMatchObject({ ...place, key: ['id'], can_insert: true, can_update: true, can_delete: true });
    expect('columns' in found && found.columns).toMatchObject([
      { index: 1, column: 'id', is_key: true, is_writable: true, has_default: true },
      { index: 2, column: 'feels', is_writable: true, has_default: true, choices: ['sad', 'glad'] },
      { index: 4, column: 'price', is_writable: true, reason: null },
      { index: 5, is_writable: false, reason: 'The text of a value does not show which member of the union it is.' },
    ]);
  });

  it.each<[string, string[]]>([
    ['SELECT note, code FROM coded', ['coded', 'code']],
    ['FROM pairs ORDER BY n LIMIT 5', ['pairs', 'b', 'a']],
    ['SELECT * FROM "Odd ""table"', ['Odd "table', 'Odd "key']],
    ['SELECT o.id, c.name FROM customers c JOIN orders o ON o.customer = c.id', ['orders', 'id']],
    ['SELECT c.*, o.price FROM customers c LEFT JOIN orders o ON o.customer = c.id', ['customers', 'id']],
    ['SELECT * FROM (SELECT id, name FROM customers LIMIT 3) AS inner_one', ['customers', 'id']],
    ['WITH few AS (SELECT * FROM orders) SELECT * FROM few', ['orders', 'id']],
    ["SELECT * FROM customers WHERE id IN (SELECT customer FROM orders) OR name = 'Ann'", ['customers', 'id']],
    ['SELECT * FROM customers c WHERE EXISTS (FROM orders o WHERE o.customer = c.id)', ['customers', 'id']],
    ['SELECT called, number FROM shown', ['customers', 'id']],
    ['SELECT DISTINCT id, name FROM customers QUALIFY row_number() OVER (ORDER BY id) < 5', ['customers', 'id']],
    ['SELECT * EXCLUDE (price), (SELECT max(name) FROM customers) FROM orders', ['orders', 'id']],
    ['SELECT id, items, unnest(items) FROM lists', ['lists', 'id']],
    ['SELECT v.x, c.* FROM (VALUES (1), (2)) v(x), customers c', ['customers', 'id']],
    ['SELECT g.n, c.* FROM (SELECT count(*) n FROM orders) g, customers c', ['customers', 'id']],
    ['USE elsewhere; SELECT * FROM customers; USE main', ['customers', 'id']],
    ['BEGIN; INSERT INTO customers VALUES (9, $$Zoe$$); SELECT * FROM customers; ROLLBACK', ['customers', 'id']],
  ])('is the one of %s', async (sql, expected) => {
    const run = await app.run(sql, 'duck');
    const place = run.statements.findLastIndex(({ columns }) => columns !== null);
    const path = `/api/studio/runs/${run.id}/statements/${place}/editable`;
    expect(keyOf((await app.send<StatementEditability>('GET', path)).body)).toEqual(expected);
  });

  it('is that of the schema that the tab read', async () => {
    const { editable: found } = await editable('SET search_path = elsewhere; SELECT * FROM customers');
    expect(found).toMatchObject({ schema: 'elsewhere', table: 'customers' });
  });

  it('takes two readings of one table apart', async () => {
    const { editable: found } = await editable('SELECT a.id, b.name, b.id FROM customers a, customers b');
    expect('columns' in found && found.columns).toMatchObject([{ index: 0, column: 'id' }]);
    const { editable: other } = await editable(
      'WITH f AS MATERIALIZED (FROM customers) SELECT b.name, a.id, b.id AS key FROM f a, f b',
    );
    expect('columns' in other && other.columns).toMatchObject([
      { index: 0, column: 'name' },
      { index: 2, column: 'id' },
    ]);
  });
});

const UNSAID = 'The database does not say where the columns come from.';
const NO_TABLE = 'No column of the result comes from a table.';

describe('a result of a DuckDB file whose rows cannot be edited', () => {
  it('says so of times that the tab shows in a zone of its own', async () => {
    const zone = "SET TimeZone = 'Asia/Tokyo'";
    const reason =
      'This tab shows dates and times by its own TimeZone. To edit rows, run RESET TimeZone and then the query again.';
    expect(keyOf(await editable(`${zone}; SELECT * FROM meetings`))).toBe(reason);
    expect(keyOf(await editable(`${zone}; SELECT * FROM customers`))).toEqual(['customers', 'id']);
    expect(keyOf(await editable(`${zone}; RESET TimeZone; SELECT * FROM meetings`))).toEqual(['meetings', 'begins']);
  });

  it.each<[string, string]>([
    ['SELECT name FROM customers', 'The result has no key of main.customers. Add id.'],
    [
      'SELECT rowid, * FROM keyless',
      'main.keyless has no primary key and no unique key without NULL, so that no single row can be found.',
    ],
    ['SELECT alias, note FROM coded', 'The result has no key of main.coded. Add code.'],
    ['SELECT id::VARCHAR AS id, name FROM customers', 'The result has no key of main.customers. Add id.'],
    ['SELECT id + 0 AS id, name FROM customers', 'The result has no key of main.customers. Add id.'],
    ['SELECT 1 AS one', NO_TABLE],
    ['SELECT * FROM range(3)', NO_TABLE],
    ['SELECT * FROM duckdb_tables() LIMIT 1', NO_TABLE],
    ['SELECT id FROM customers UNION SELECT 1', NO_TABLE],
    ['SELECT id, name FROM customers UNION ALL SELECT id, name FROM elsewhere.customers', NO_TABLE],
    ['SELECT id, name FROM customers GROUP BY ALL', NO_TABLE],
    ['SELECT DISTINCT ON (name) id, name FROM customers', NO_TABLE],
    ['WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 3) FROM r', NO_TABLE],
    ['SELECT max(id), any_value(name) FROM customers', NO_TABLE],
    [
      'CREATE TEMP TABLE own (id INTEGER PRIMARY KEY); SELECT * FROM own',
      'own is a temporary table, which other sessions do not see.',
    ],
    [`SELECT * FROM customers WHERE id IN (${'1, '.repeat(7_000)}1)`, UNSAID],
    [`SELECT ${'id, '.repeat(500)}name FROM customers`, UNSAID],
    ['INSERT INTO customers VALUES (7, $$Eve$$) RETURNING *', UNSAID],
    ['UPDATE customers SET name = name WHERE id = 1', 'The statement has no rows.'],
  ])('says why: %s', async (sql, reason) => {
    expect(keyOf(await editable(sql))).toBe(reason);
  });
});
