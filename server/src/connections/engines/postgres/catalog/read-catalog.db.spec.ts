import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Table } from '#libs/catalog';
import type { TestDatabase } from '../testing/test-database.js';
import { createTestDatabase } from '../testing/test-database.js';
import { WorkbenchClient } from '../client/workbench-client.js';
import { readCatalog } from './read-catalog.js';

let database: TestDatabase;
let client: WorkbenchClient;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.execute('DROP SCHEMA public CASCADE; CREATE SCHEMA public; GRANT USAGE ON SCHEMA public TO public');
  client = newClient();
  await client.connect();
});
afterEach(() => client.end());
afterAll(() => database.dispose());

function newClient(): WorkbenchClient {
  const { host, port, user, password, database: name } = database.config;
  return new WorkbenchClient({ host, port, user, database: name, ...(password === null ? {} : { password }) });
}

/** Has something happen each time that the moment which a reading sees is over. */
function whenMomentEnds(happen: () => Promise<unknown>): void {
  const query = client.query.bind(client) as (question: unknown) => unknown;
  const patched = (question: unknown): unknown =>
    question === 'ROLLBACK' ? happen().then(() => query(question)) : query(question);
  Object.assign(client, { query: patched });
}

/** The names of the tables that each reading saw, and the last reading. */
async function read() {
  const seen: string[][] = [];
  const reading = await readCatalog(client, null, (tables) => {
    seen.push(Array.from(tables, ({ table }) => table.name));
    return Promise.resolve();
  });
  if (reading.tables === null) throw new Error('not read');
  return { seen, isStable: reading.isStable, tableCount: reading.tableCount };
}

/** The tables that the last reading saw. */
async function readTables(line: WorkbenchClient): Promise<Table[]> {
  const found: Table[] = [];
  await readCatalog(line, null, (tables) => {
    found.splice(0, found.length, ...Array.from(tables, ({ table }) => table));
    return Promise.resolve();
  });
  return found;
}

describe('a catalog that is changed while it is read', () => {
  it('is read again, so that nothing is half of one and half of another', async () => {
    await database.execute('CREATE TABLE before (i int)');
    let times = 0;
    whenMomentEnds(async () => {
      times += 1;
      if (times === 1) await database.execute('ALTER TABLE before RENAME TO moved; CREATE TABLE meanwhile (i int)');
    });
    expect(await read()).toEqual({ seen: [['before'], ['meanwhile', 'moved']], isStable: true, tableCount: 2 });
  });

  it('is reported as not stable where it never comes to rest', async () => {
    let times = 0;
    whenMomentEnds(async () => {
      times += 1;
      await database.execute(`CREATE TABLE t${times} (i int)`);
    });
    expect(await read()).toEqual({ seen: [[], ['t1'], ['t1', 't2']], isStable: false, tableCount: 2 });
  });

  it('is at rest whatever temporary objects other sessions have', async () => {
    await database.execute(`CREATE TABLE kept (i int); CREATE TYPE mood AS ENUM ('good')`);
    let times = 0;
    const neighbours: WorkbenchClient[] = [];
    whenMomentEnds(async () => {
      times += 1;
      const neighbour = newClient();
      await neighbour.connect();
      await neighbour.query(`
        CREATE TEMP TABLE own (id serial PRIMARY KEY, name text CHECK (name <> ''));
        CREATE TEMP VIEW seen AS SELECT id FROM own;
        CREATE TYPE pg_temp.kind AS ENUM ('a', 'b');
        CREATE DOMAIN pg_temp.positive AS int CHECK (VALUE > 0)`);
      neighbours.push(neighbour);
    });
    expect(await read()).toEqual({ seen: [['kept']], isStable: true, tableCount: 1 });
    await Promise.all(neighbours.map((neighbour) => neighbour.end()));
    expect(times).toBe(1);
  });

  it.each([
    'ALTER TABLE moving ADD j int',
    'ALTER TABLE moving RENAME i TO k',
    'CREATE INDEX ON moving (i)',
    'ALTER TABLE moving ADD CHECK (i > 0)',
    `ALTER TYPE mood ADD VALUE 'bad'`,
    'CREATE VIEW seen AS SELECT i FROM moving',
    'CREATE SCHEMA another',
    'CREATE UNLOGGED TABLE another (i int)',
  ])('has another fingerprint after %s', async (change) => {
    await database.execute(`DROP SCHEMA IF EXISTS another; DROP TYPE IF EXISTS mood;
      CREATE TABLE moving (i int); CREATE TYPE mood AS ENUM ('good')`);
    const { fingerprint } = await readCatalog(client, null);
    expect((await readCatalog(client, fingerprint)).tables).toBeNull();
    await database.execute(change);
    const after = await readCatalog(client, fingerprint);
    expect(after.tables).not.toBeNull();
  });

  it('is not waited for when a table is locked for longer than a moment', async () => {
    await database.execute('CREATE TABLE locked (i int); CREATE INDEX ON locked ((i + 1))');
    const holder = newClient();
    await holder.connect();
    await holder.query('BEGIN; ALTER TABLE locked ADD j int');
    expect(await readTables(client)).toMatchObject([{ name: 'locked', is_locked: true, indexes: [] }]);
    await holder.query('ROLLBACK');
    await holder.end();
    const [table] = await readTables(client);
    expect(table?.indexes).toHaveLength(1);
    expect(table).not.toHaveProperty('is_locked');
  });
});

describe('a role', () => {
  it('that lost its rights on a schema sees the same as before', async () => {
    await database.execute(`
      CREATE SCHEMA hidden; CREATE TABLE hidden.t (id int PRIMARY KEY, m int REFERENCES hidden.t);
      CREATE INDEX ON hidden.t ((m + 1));
      DO $$ BEGIN CREATE ROLE watch_nobody; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
      REVOKE ALL ON SCHEMA hidden FROM PUBLIC`);
    const texts = async () => {
      const found: string[] = [];
      await readCatalog(client, null, (tables) => {
        for (const { table } of tables) found.push(JSON.stringify(table));
        return Promise.resolve();
      });
      return found;
    };
    const asOwner = await texts();
    await client.query('SET ROLE watch_nobody');
    expect([asOwner.length, await texts()]).toEqual([1, asOwner]);
    await database.execute('DROP SCHEMA hidden CASCADE; DROP ROLE watch_nobody');
  });
});

describe('an index', () => {
  it('that could not be built is none', async () => {
    await database.execute('CREATE TABLE t (i int); INSERT INTO t VALUES (1), (1)');
    await expect(database.execute('CREATE UNIQUE INDEX CONCURRENTLY broken ON t (i)')).rejects.toThrow('unique');
    const indexes: string[] = [];
    await readCatalog(client, null, (tables) => {
      for (const { table } of tables) indexes.push(...table.indexes.map(({ name }) => name));
      return Promise.resolve();
    });
    expect(indexes).toEqual([]);
    const { rows } = await database.execute(`SELECT count(*) FROM pg_class WHERE relname = 'broken'`);
    expect(Number(rows[0]?.count)).toBe(1);
  });
});

it.each([
  ["quote_all_identifiers = on; SET DateStyle = 'SQL, DMY'"],
  ["standard_conforming_strings = off; SET TimeZone = 'Asia/Tokyo'; SET xmloption = document"],
  ["search_path = public; SET lc_monetary = 'C.UTF-8'; SET backslash_quote = off; SET array_nulls = off"],
  ['IntervalStyle = sql_standard; SET extra_float_digits = -5; SET bytea_output = escape'],
])('a catalog is the same with SET %s', async (settings) => {
  await database.execute(`
    CREATE TABLE defaults (
      id integer PRIMARY KEY, d date DEFAULT '2024-03-04' CHECK (d > '2024-01-02'), f float8 DEFAULT 0.30000000000000004,
      i interval DEFAULT '1 day 02:00:00', b bytea DEFAULT '\\x00ff', "order" text DEFAULT E'a\\\\b',
      at timestamptz DEFAULT '2024-03-04 12:00+00', m money DEFAULT 1.5::numeric::money, p int[] DEFAULT '{1,NULL}');
    CREATE INDEX ON defaults (d) WHERE f > 0.30000000000000004`);
  const usual = await readTables(client);
  await client.query(`SET ${settings}`);
  expect(await readTables(client)).toEqual(usual);
  expect(JSON.stringify(usual)).toContain('2024-03-04');
});
