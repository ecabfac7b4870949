import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { behavesLikeConnector, type EngineUnderTest } from '../../testing/index.js';
import { createFilesConnector } from '../index.js';
import { filesConfig } from '../testing/files-config.js';

const engine: Omit<EngineUnderTest, 'isWritable' | 'open'> = {
  kind: 'files',
  product: /^SQLite$/,
  takesBatches: true,
  canGoAway: false,
  sql: {
    one: 'SELECT 1 AS one',
    noRows: 'SELECT 1 AS n WHERE 0',
    series: (rows) =>
      `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${rows}) SELECT n FROM c`,
    twoColumnsOfOneName: 'SELECT 1 AS a, 2 AS a',
    nullAndEmpty: "SELECT NULL AS n, '' AS e",
    text: (text) => `SELECT '${text}' AS t`,
    longRunning:
      'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 1e12) SELECT count(*) FROM c',
    mistake: { sql: 'SELEC 1', position: null },
    missingTable: 'SELECT * FROM no_such_table',
    temporaryTable: { create: 'CREATE TEMP TABLE mine AS SELECT 1 AS n', read: 'SELECT * FROM mine' },
    write: {
      create: 'CREATE TABLE written (n INTEGER)',
      insertTwo: 'INSERT INTO written VALUES (1), (2)',
      drop: 'DROP TABLE written',
    },
    readOnly: {
      refusal: /^attempt to write a readonly database$/,
      writes: [
        'UPDATE written SET n = 1',
        'DELETE FROM written',
        'REPLACE INTO written VALUES (3)',
        'INSERT INTO written VALUES (3) RETURNING n',
        'WITH s(n) AS (VALUES (3)) INSERT INTO written SELECT n FROM s',
        'ALTER TABLE written ADD COLUMN m INTEGER',
        'CREATE INDEX by_n ON written (n)',
        'CREATE TABLE other AS SELECT 1 AS n',
        'CREATE VIEW seen AS SELECT 1 AS n',
        'ANALYZE',
        'VACUUM',
      ],
      escapes: [
        ['BEGIN'],
        ['BEGIN IMMEDIATE'],
        ['BEGIN EXCLUSIVE'],
        ['COMMIT'],
        ['SAVEPOINT a', 'RELEASE a'],
        ['COMMIT; DELETE FROM written'],
        ['SELECT 1; INSERT INTO written VALUES (3)'],
        ['PRAGMA query_only = OFF'],
        ['PRAGMA writable_schema = ON'],
        ["ATTACH 'known.sqlite' AS other"],
      ],
      count: 'SELECT count(*) FROM written',
      canMakeTemporaryTable: true,
    },
  },
  known: {
    schema: 'main',
    name: 'known',
    kind: 'table',
    columns: [
      { name: 'id', type: 'INTEGER', kind: 'integer' },
      { name: 'price', type: 'REAL', kind: 'float' },
      { name: 'name', type: 'TEXT', kind: 'text' },
      { name: 'data', type: 'BLOB', kind: 'binary' },
    ],
    select: 'SELECT * FROM known ORDER BY id',
    rows: [
      ['1', '12.5', 'größe', "X'00FF'"],
      ['9223372036854775807', '1.0e+300', null, null],
    ],
  },
};

for (const isWritable of [false, true]) {
  behavesLikeConnector(`files (SQLite, ${isWritable ? 'writable' : 'read-only'})`, {
    ...engine,
    isWritable,
    open: async () => {
      const folder = await mkdtemp(join(tmpdir(), 'sqlite-spec-'));
      const path = join(folder, 'known.sqlite');
      makeKnown(path);
      return {
        create: (context) => createFilesConnector(filesConfig(path, { readOnly: !isWritable }), context),
        goAway: () => Promise.resolve(),
        comeBack: () => Promise.resolve(),
        dispose: () => rm(folder, { recursive: true }),
      };
    },
  });
}

function makeKnown(path: string): void {
  const database = new Database(path);
  database.prepare('CREATE TABLE known (id INTEGER PRIMARY KEY, price REAL, name TEXT, data BLOB)').run();
  database
    .prepare("INSERT INTO known VALUES (1, 12.5, 'größe', x'00ff'), (9223372036854775807, 1e300, NULL, NULL)")
    .run();
  database.close();
}
