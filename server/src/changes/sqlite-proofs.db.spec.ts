import fc from 'fast-check';
import type { Cell } from '#libs/api';
import { mostly, provesChangeSets } from './testing/file-change-proofs.js';
import type { FileChangesApp } from './testing/file-changes-app.js';

const COLUMNS = ['n', 'r', 't', 'b', 'i', 'u', 'd', 'w', 'a'];

/** A table in several forms, each with another key, other constraints and triggers. */
const schema = fc.record({
  key: fc.constantFrom('INTEGER PRIMARY KEY', 'INTEGER PRIMARY KEY AUTOINCREMENT', 'TEXT PRIMARY KEY NOT NULL'),
  isWithoutRowid: fc.boolean(),
  child: fc.constantFrom(
    'ON UPDATE CASCADE ON DELETE RESTRICT',
    'ON DELETE CASCADE',
    'ON DELETE SET NULL ON UPDATE SET NULL',
    'DEFERRABLE INITIALLY DEFERRED',
  ),
  day: mostly("'2020-01-01'", 'CURRENT_DATE'),
  trigger: mostly(
    null,
    'CREATE TRIGGER t AFTER UPDATE ON wide BEGIN INSERT INTO log VALUES (new.id, CURRENT_TIMESTAMP); END',
    'CREATE TRIGGER t AFTER INSERT ON wide BEGIN UPDATE wide SET i = i + 1 WHERE id = new.id; END',
    "CREATE TRIGGER t BEFORE DELETE ON wide WHEN old.i = 3 BEGIN SELECT RAISE(ROLLBACK, 'not this one'); END",
    'CREATE TRIGGER t BEFORE UPDATE ON wide WHEN old.i = 3 BEGIN SELECT RAISE(IGNORE); END',
  ),
});
type Schema = typeof schema extends fc.Arbitrary<infer S> ? S : never;

async function fill(app: FileChangesApp, { key, isWithoutRowid, child, day, trigger }: Schema): Promise<void> {
  const isPlain = isWithoutRowid && !key.includes('AUTOINCREMENT');
  await app.execute(
    ...['child', 'log', 'wide'].map((name) => `DROP TABLE IF EXISTS ${name}`),
    `CREATE TABLE wide (
      id ${key}, n NUMERIC, r REAL, t TEXT, b BLOB, i INT CHECK (i <> 0), u TEXT UNIQUE COLLATE NOCASE,
      d DATE DEFAULT ${day}, w BOOLEAN DEFAULT 1, a, g GENERATED ALWAYS AS (i * 2) ${isPlain ? 'STORED' : 'VIRTUAL'}
    )${isPlain ? ' WITHOUT ROWID' : ''}`,
    `INSERT INTO wide (id, n, r, t, b, i, u, d, w, a) VALUES
      (1, 9007199254740993, 0.1, '', x'00ff', 1, 'Ann', '2024-02-29', 1, 'text'),
      (2, 'no number', 1.0 / 3, 'a' || char(0) || 'b', NULL, 2, 'bob', NULL, 0, 5),
      (3, 1e300, -1e-300, NULL, x'', 3, NULL, 'now', NULL, x'01')`,
    `CREATE TABLE child (id INTEGER PRIMARY KEY, parent REFERENCES wide ${child})`,
    'INSERT INTO child SELECT 1, id FROM wide LIMIT 1',
    'CREATE TABLE log (id, at TEXT)',
    ...(trigger === null ? [] : [trigger]),
  );
}

/** Every value of the tables with its type, bytes and all. */
async function dump(app: FileChangesApp, ...tables: readonly string[]): Promise<Cell[][]> {
  const rows: Cell[][] = [];
  for (const table of tables) {
    const names = await app.execute(`SELECT name FROM pragma_table_xinfo('${table}') WHERE hidden <> 1`);
    const exact = names.map(
      ([name = '']) => `CASE WHEN typeof(${name}) IN ('text', 'blob')
      THEN typeof(${name}) || hex(${name}) ELSE quote(${name}) END`,
    );
    rows.push(...(await app.execute(`SELECT ${exact.join(', ')} FROM ${table} ORDER BY 1`)));
  }
  return rows;
}

const values = fc.record(
  {
    n: fc.constantFrom('0', '1.500', '9223372036854775808', 'text', null),
    r: fc.constantFrom('0.30000000000000004', '-0.0', '5', null),
    t: fc.constantFrom('', "it's; DROP TABLE wide", 'nul \0 inside', '5', null),
    b: mostly("x'0102'", "X''", 'no bytes', null),
    i: mostly<string | { default: true }>('5', '0', '4611686018427387903', { default: true }),
    u: fc.constantFrom('ANN', 'cid', null),
    d: fc.constantFrom('2025-01-01', { default: true } as const),
    w: fc.constantFrom('true', '0', null),
  },
  { requiredKeys: [] },
);

const statements = fc.constantFrom(
  'UPDATE wide SET i = i + 1, t = NULL WHERE id <> 2',
  'UPDATE wide SET id = id + 10',
  "UPDATE OR REPLACE wide SET u = 'bob'",
  'UPDATE wide SET n = CAST(n AS REAL), a = NULL',
  'UPDATE child SET parent = NULL',
  'DELETE FROM wide WHERE i > 1',
  'DELETE FROM wide',
  "INSERT OR REPLACE INTO wide (id, u, i) VALUES (2, 'ann', 9)",
  'INSERT INTO wide (id, i, r) SELECT id || 0, i, random() FROM wide',
  "INSERT INTO wide (id, i) VALUES (4, 4), (5, 5) ON CONFLICT DO UPDATE SET d = date('now') RETURNING id",
  'INSERT INTO child SELECT id + 5, 1 FROM child',
);

provesChangeSets<Schema>({
  ...{ connection: 'lite', engine: 'sqlite', tables: ['wide', 'child', 'log'], columns: COLUMNS },
  ...{ schema, fill, values, statements, dump, countedRows: 300 },
  async fillCounted(app, rows) {
    await app.execute(
      'DROP TABLE IF EXISTS counted',
      'CREATE TABLE counted (id INTEGER PRIMARY KEY, n INT NOT NULL)',
      `WITH RECURSIVE r (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM r WHERE id < ${rows})
       INSERT INTO counted SELECT id, 0 FROM r`,
    );
  },
});
