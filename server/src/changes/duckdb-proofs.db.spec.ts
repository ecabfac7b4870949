import fc from 'fast-check';
import type { Cell } from '#libs/api';
import { mostly, provesChangeSets } from './testing/file-change-proofs.js';
import type { FileChangesApp } from './testing/file-changes-app.js';

const COLUMNS = ['n', 'r', 't', 'b', 'i', 'u', 'd', 'w', 'l', 's', 'e', 'at', 'k', 'a'];

/** A table in several forms, each with another key, other constraints and references. */
const schema = fc.record({
  key: fc.constantFrom('INTEGER PRIMARY KEY', 'VARCHAR PRIMARY KEY', 'HUGEINT UNIQUE NOT NULL'),
  isReferred: mostly(false, true),
  isIndexed: fc.boolean(),
  day: mostly("DATE '2020-01-01'", 'current_date'),
  number: mostly('1', "nextval('numbers')", 'CAST(random() * 1000 AS INT)'),
});
type Schema = typeof schema extends fc.Arbitrary<infer S> ? S : never;

async function fill(app: FileChangesApp, { key, isReferred, isIndexed, day, number }: Schema): Promise<void> {
  const type = key.split(' ')[0] ?? '';
  await app.execute(
    ...['child', 'wide'].map((name) => `DROP TABLE IF EXISTS ${name}`),
    'CREATE OR REPLACE SEQUENCE numbers',
    `CREATE TABLE wide (
      id ${key}, n DECIMAL(38, 3), r DOUBLE, t VARCHAR, b BLOB, i INT DEFAULT ${number} CHECK (i <> 0), u VARCHAR UNIQUE,
      d DATE DEFAULT ${day}, w BOOLEAN DEFAULT true, l VARCHAR[], s STRUCT(a INT, b VARCHAR), e ENUM('calm', 'it''s'),
      "at" TIMESTAMPTZ, k INTERVAL, a UNION(n INT, t VARCHAR), g BIGINT GENERATED ALWAYS AS (i * 2))`,
    `INSERT INTO wide (id, n, r, t, b, i, u, d, w, l, s, e, "at", k, a) VALUES
      (1, 99999999999999999999999999999999999.999, 0.1, '', '\\x00\\xFF'::BLOB, 1, 'Ann', '2024-02-29', true,
       ['a', 'NULL', NULL, ', '], {a: 1, b: 'it''s'}, 'calm', '2024-10-27 01:30:00.000001+00', INTERVAL '-1 month', 5),
      (2, 0, 'nan', 'a\\b', NULL, 2, 'bob', NULL, false, [], NULL, 'it''s', 'infinity', INTERVAL '1.5 seconds',
       union_value(n := 7)),
      (3, -1, '-0.0', NULL, ''::BLOB, 3, NULL, '0044-03-15 (BC)', NULL, NULL, {a: NULL, b: ''}, NULL, NULL, NULL,
       union_value(n := 5))`,
    `CREATE TABLE child (id INTEGER PRIMARY KEY, parent ${type}${isReferred ? ' REFERENCES wide (id)' : ''})`,
    'INSERT INTO child VALUES (1, 1)',
    ...(isIndexed ? ['CREATE INDEX by_number ON wide (i)'] : []),
  );
}

/** Every value of the tables with its type, bytes and all. */
async function dump(app: FileChangesApp, ...tables: readonly string[]): Promise<Cell[][]> {
  const rows: Cell[][] = [];
  for (const table of tables) {
    const columns = await app.execute(
      `SELECT column_name, data_type FROM duckdb_columns() WHERE table_name = '${table}' ORDER BY column_index`,
    );
    const exact = columns.map(([name = '', type = '']) =>
      type?.startsWith('UNION') === true ? `union_tag("${name}") || ' ' || "${name}"` : `"${name}"`,
    );
    rows.push(...(await app.execute(`SELECT ${exact.join(', ')} FROM ${table} ORDER BY 1`)));
  }
  return rows;
}

const values = fc.record(
  {
    n: mostly<string | null>('-99999999999999999999999999999999999.999', '1.500', 'text', null),
    r: fc.constantFrom('0.30000000000000004', '-0.0', 'inf', '5e-324', null),
    t: fc.constantFrom('', "it's; DROP TABLE wide", '\u{1f600}', 'NULL', null),
    b: mostly('\\x01\\x02', '', 'plain "bytes"', null),
    i: mostly<string | { default: true }>('5', '0', '2147483647', { default: true }),
    u: fc.constantFrom('ANN', 'cid', 'Ann', null),
    d: fc.constantFrom('2025-01-01', '-infinity', { default: true } as const),
    w: fc.constantFrom('true', '0', null),
    l: fc.constantFrom('[]', "[a, 'NULL', NULL, ', ', '']", null),
    s: fc.constantFrom("{'a': 2, 'b': NULL}", "{'a': NULL, 'b': 'NULL'}", null),
    e: mostly<string | null>("it's", 'wrong', null),
    at: fc.constantFrom('2024-03-31 02:30:00+01', '-infinity', null),
    k: fc.constantFrom('1 year -2 days 00:00:00.000001', null),
  },
  { requiredKeys: [] },
);

const statements = fc.constantFrom(
  'UPDATE wide SET i = i + 1, t = NULL WHERE r > 0',
  "UPDATE wide SET id = CAST(CAST(id AS INT) + 10 AS VARCHAR)::INT WHERE CAST(id AS VARCHAR) <> '1'",
  "UPDATE wide SET l = list_append(l, 'z'), k = k + INTERVAL 1 DAY",
  "UPDATE wide SET r = '0.0' WHERE r = 0",
  'UPDATE wide SET a = union_value(t := n::VARCHAR)',
  'UPDATE child SET parent = NULL',
  'DELETE FROM wide WHERE i > 1',
  'TRUNCATE child',
  'INSERT INTO wide (id, n) SELECT id + 10, n FROM child, (SELECT n FROM wide LIMIT 1)',
  'INSERT INTO wide (id, i) VALUES (2, 9) ON CONFLICT (id) DO UPDATE SET i = 9, e = NULL RETURNING id',
  'MERGE INTO child USING (SELECT 1 AS id, 2 AS p UNION ALL SELECT 7, 3) AS s ON child.id = s.id WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT (id) VALUES (s.id)',
);

provesChangeSets<Schema>({
  ...{ connection: 'duck', engine: 'duckdb', tables: ['wide', 'child'], columns: COLUMNS },
  ...{ schema, fill, values, statements, dump, countedRows: 60 },
  async fillCounted(app, rows) {
    // DuckDB 1.5 cannot replay that a table with a reference was dropped, which the random tables do.
    await app.execute(
      'CHECKPOINT',
      'DROP TABLE IF EXISTS counted',
      'CREATE TABLE counted (id INTEGER PRIMARY KEY, n INT NOT NULL)',
      `INSERT INTO counted SELECT id, 0 FROM range(1, ${rows + 1}) AS r(id)`,
    );
  },
});
