import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Catalog } from '#libs/catalog';
import { diffCatalogs } from '#libs/catalog';
import { neverAborted, RecordingContext } from '../../testing/index.js';
import { createPostgresConnector } from '../index.js';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.js';

/** Conditions of which Postgres prints some in other words once they are made from their own text. */
const CONDITIONS = [
  ...[
    "s IN ('a', 'b')",
    "s NOT IN ('a', 'it''s', ']')",
    "s = ANY (ARRAY['a', NULL])",
    "s = ANY ('{a,b}')",
    's LIKE $$a%$$',
  ],
  ...["t IN ('a', 'b')", "c IN ('a', 'b')", 'n IN (1, 2)', 'm IN (1, 2.5)', "d IN ('2026-01-01', '2026-02-01')"],
  ...[
    "s LIKE ANY (ARRAY['a%', 'b%'])",
    "s <> ALL (ARRAY['a'::varchar, 'b'])",
    "lower(s) IN ('a', 'b')",
    "s || t IN ('a', 'b')",
  ],
  ...[
    "s BETWEEN 'a' AND 'b'",
    "s::text IN ('a')",
    "ARRAY[s] && ARRAY['a', 'b']::varchar[]",
    "(s, n) IN (('a', 1), ('b', 2))",
  ],
  ...[
    "coalesce(s, 'x') IN ('a', 'b')",
    "s ~ '^[ab]$'",
    'n::numeric / 2 > 1',
    "e IN ('low', 'high')",
    "s SIMILAR TO '(a|b)%'",
  ],
  ...["CASE WHEN s IN ('a', 'b') THEN n > 0 ELSE t IN ('x', 'y') END", "NOT (s IN ('a', 'b') AND t IS NOT NULL)"],
];

let database: TestDatabase;
let other: TestDatabase;
beforeAll(async () => {
  [database, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
});
afterAll(() => Promise.all([database.dispose(), other.dispose()]));

it('finds no difference in what a dump has made from its own texts', async () => {
  const parts = CONDITIONS.map((condition, index) => [
    `ALTER TABLE listed ADD CONSTRAINT check_${index} CHECK (${condition});`,
    `CREATE INDEX index_${index} ON listed (n) WHERE ${condition};`,
    `CREATE VIEW view_${index} AS SELECT n, ${condition} AS is_so FROM listed WHERE ${condition};`,
    `ALTER TABLE listed ADD COLUMN made_${index} boolean GENERATED ALWAYS AS (${condition}) STORED;`,
  ]);
  await database.execute(`
    CREATE TYPE mood AS ENUM ('low', 'high');
    CREATE DOMAIN short AS varchar(5) DEFAULT 'a' CHECK (VALUE IN ('a', 'b'));
    CREATE TABLE listed (n integer, m numeric, s varchar(10), t text, c char(3), d date, e mood, p short);
    ${parts.flat().join('\n')}`);
  const dumped = execFileSync('pg_dump', ['--no-owner', urlOf(database)], { maxBuffer: 64 * 1024 * 1024 });
  execFileSync('psql', ['--quiet', '--no-psqlrc', '--set=ON_ERROR_STOP=1', urlOf(other)], {
    input: dumped,
    stdio: 'pipe',
  });
  const [before, after] = [await catalogOf(database), await catalogOf(other)];
  expect(JSON.stringify(before)).not.toBe(JSON.stringify(after));
  expect(diffCatalogs(before, after).map(({ summary }) => summary)).toEqual([]);
  await other.execute("ALTER TABLE listed DROP CONSTRAINT check_0, ADD CONSTRAINT check_0 CHECK (s IN ('a', 'c'))");
  expect(diffCatalogs(before, await catalogOf(other)).map(({ kind }) => kind)).toEqual(['check_changed']);
});

async function catalogOf({ config }: TestDatabase): Promise<Catalog> {
  const connector = createPostgresConnector(config, new RecordingContext());
  try {
    const reading = await connector.catalogReader?.readCatalog(neverAborted(), null);
    if (reading === undefined || !('objects' in reading)) throw new Error('The catalog was not read.');
    const { tables, objects } = reading;
    return { tables: Array.from(tables, ({ table }) => table), objects: objects.map(({ object }) => object) };
  } finally {
    await connector.close();
  }
}

function urlOf({ config: { host, port, user, password, database: name } }: TestDatabase): string {
  return `postgres://${user}:${encodeURIComponent(password ?? '')}@${host}:${port}/${name}`;
}
