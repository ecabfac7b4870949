import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { TableDetails } from '#libs/api';
import { tableDdl } from '#libs/ddl';
import { StudioApp } from './testing/studio-app.js';

const PARENT = 'CREATE TABLE parent (id INTEGER PRIMARY KEY, a TEXT, b TEXT, UNIQUE (a, b))';

/** What a script must keep, with the table and the statements that make it. */
const CASES: readonly (readonly [what: string, table: string, ...sql: string[]])[] = [
  [
    'generated columns',
    'generated',
    'CREATE TABLE generated (a INT, v INT AS (a * 2) VIRTUAL, s TEXT GENERATED ALWAYS AS (a || 1) STORED NOT NULL)',
  ],
  [
    'foreign keys in their order, with their actions',
    'keyed',
    `CREATE TABLE keyed (p INT REFERENCES parent ON DELETE CASCADE ON UPDATE SET NULL, x TEXT, y TEXT,
      q INT REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "two ends" FOREIGN KEY (x, y) REFERENCES parent (a, b))`,
  ],
  ['AUTOINCREMENT', 'counted', 'CREATE TABLE counted (id INTEGER PRIMARY KEY AUTOINCREMENT, a)'],
  ['WITHOUT ROWID and STRICT', 'strict', 'CREATE TABLE strict (id TEXT PRIMARY KEY, a ANY) STRICT, WITHOUT ROWID'],
  ['collations', 'collated', 'CREATE TABLE collated (a TEXT COLLATE NOCASE UNIQUE, b TEXT COLLATE RTRIM)'],
  [
    'ON CONFLICT and the direction of a key',
    'conflicting',
    'CREATE TABLE conflicting (a INTEGER, b TEXT UNIQUE ON CONFLICT REPLACE, PRIMARY KEY (a DESC) ON CONFLICT IGNORE)',
  ],
  [
    'defaults that are expressions',
    'defaulted',
    "CREATE TABLE defaulted (a INT DEFAULT (1 + 2), b TEXT DEFAULT (lower('X')), c TEXT DEFAULT 'it''s', d DEFAULT CURRENT_DATE)",
  ],
  ['columns without a type', 'untyped', 'CREATE TABLE untyped (a, b PRIMARY KEY, "select" "odd type")'],
  ['checks', 'checked', 'CREATE TABLE checked (a INT CHECK (a > 1), CHECK (a <> 3)) -- not kept'],
  ['a full-text table', 'searched', "CREATE VIRTUAL TABLE searched USING fts5 (title, body, tokenize = 'porter')"],
  ['an R-tree', 'boxes', 'CREATE VIRTUAL TABLE boxes USING rtree (id, x0, x1, +label TEXT)'],
  [
    'indexes',
    'indexed',
    'CREATE TABLE indexed (a TEXT, b INT)',
    'CREATE UNIQUE INDEX "by a" ON indexed (a COLLATE NOCASE DESC) WHERE b > 1 -- partial',
    'CREATE INDEX by_sum ON indexed (b + 1)',
  ],
  [
    'what was altered',
    'altered',
    'CREATE TABLE altered (a INT CHECK (a > 1))',
    'ALTER TABLE altered ADD COLUMN b TEXT DEFAULT "x" COLLATE NOCASE',
    'ALTER TABLE altered RENAME COLUMN a TO "a a"',
    'ALTER TABLE altered RENAME TO "Odd ""one"""',
  ],
  ['a table that a query made', 'made', 'CREATE TABLE made AS SELECT 1 AS one, id FROM parent'],
  ['a view', 'viewed', 'CREATE VIEW viewed (x) AS SELECT id FROM parent -- kept'],
];

let app: StudioApp;
let file: DatabaseSync;
beforeAll(async () => {
  app = await StudioApp.start((_, data) => {
    file = new DatabaseSync(`${data}/made.sqlite`);
    for (const sql of [PARENT, ...CASES.flatMap(([, , ...statements]) => statements)]) file.exec(sql);
    return `  - { id: lite, name: Lite, kind: files, path: ${data}/made.sqlite }\n`;
  });
});
afterAll(async () => {
  file.close();
  await app.stop();
});

/** Everything that SQLite knows of a table. */
function facts(database: DatabaseSync, table: string) {
  const all = (sql: string) => database.prepare(sql).all(table);
  return {
    columns: all('SELECT * FROM pragma_table_xinfo(?)'),
    keys: all('SELECT * FROM pragma_foreign_key_list(?)'),
    indexes: all('SELECT name, "unique", origin, partial FROM pragma_index_list(?) ORDER BY name'),
    texts: all('SELECT type, name, rtrim(sql, char(10)) AS sql FROM sqlite_schema WHERE tbl_name = ? ORDER BY name'),
    options: all('SELECT type, wr, strict FROM pragma_table_list(?)'),
  };
}

it.each(CASES)('the script of a SQLite table keeps %s', async (_, made) => {
  const table = made === 'altered' ? 'Odd "one"' : made;
  const path = `/api/connections/lite/schema?schema=main&table=${encodeURIComponent(table)}`;
  const script = tableDdl((await app.send<TableDetails>('GET', path)).body, 'sqlite');
  const other = new DatabaseSync(':memory:');
  try {
    other.exec(`${PARENT};\n${script}\nCREATE TABLE after (a)`);
    expect(facts(other, table)).toEqual(facts(file, table));
    expect(facts(other, 'after').columns.length).toBe(1);
  } finally {
    other.close();
  }
});

it('lists the foreign keys of a SQLite table in their order', async () => {
  const path = '/api/connections/lite/schema?schema=main&table=keyed';
  const { foreign_keys: keys } = (await app.send<TableDetails>('GET', path)).body;
  expect(keys.map(({ columns }) => columns)).toEqual([['p'], ['q'], ['x', 'y']]);
});
