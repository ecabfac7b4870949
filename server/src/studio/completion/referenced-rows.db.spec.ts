import { DatabaseSync } from 'node:sqlite';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ReferencedRows } from '#libs/api';
import { ConnectionsModule } from '../../connections/index.js';
import { createTestDatabase } from '../../connections/engines/postgres/testing/test-database.js';
import type { TestDatabase } from '../../connections/engines/postgres/testing/test-database.js';
import { TestWorkbench } from '../../platform/testing/test-workbench.js';
import { StudioModule } from '../index.js';

let database: TestDatabase;
let workbench: TestWorkbench;
let address: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.execute(`
    CREATE SCHEMA "My ""S";
    CREATE TABLE "My ""S"."People ""P" ("i d" int PRIMARY KEY, note text, "Name" text);
    INSERT INTO "My ""S"."People ""P" VALUES (1, 'x', 'Ann 100% O''Neil'), (2, 'y', 'Bo_b'), (12, NULL, NULL);
    CREATE TABLE many (id int PRIMARY KEY, title text);
    INSERT INTO many SELECT n, 'Title ' || n FROM generate_series(1, 200) n;
    CREATE TABLE hidden (id int PRIMARY KEY);
    CREATE TABLE t (person int REFERENCES "My ""S"."People ""P", many int REFERENCES many, h int REFERENCES hidden, plain text,
      a int, b int, UNIQUE (a, b), c int, d int, FOREIGN KEY (c, d) REFERENCES t (a, b));
    DROP ROLE IF EXISTS referenced_reader;
    CREATE ROLE referenced_reader LOGIN PASSWORD 'x';
    GRANT SELECT ON t TO referenced_reader`);
  const lite = join(await mkdtemp(join(tmpdir(), 'referenced-')), 'a.sqlite');
  const sqlite = new DatabaseSync(lite);
  sqlite.exec(`CREATE TABLE keys (k TEXT PRIMARY KEY, title TEXT); INSERT INTO keys VALUES ('one', 'First'), ('two', NULL);
    CREATE TABLE t (k TEXT REFERENCES keys)`);
  sqlite.close();
  const { host, port, database: name, user, password } = database.config;
  const place = `kind: postgres, host: ${host}, port: ${port}, database: ${name}`;
  const connections = `connections:
  - { id: db, name: Db, ${place}, user: ${user}, password: "${password ?? ''}" }
  - { id: reader, name: Reader, ${place}, user: referenced_reader, password: x }
  - { id: lite, name: Lite, kind: files, path: ${lite} }
`;
  workbench = await TestWorkbench.start({ features: [ConnectionsModule, StudioModule], connections });
  address = await workbench.app.getUrl();
});
afterAll(async () => {
  await workbench.stop();
  await database.execute('DROP OWNED BY referenced_reader; DROP ROLE referenced_reader');
  await database.dispose();
});

async function find(column: string, search = '', more: Record<string, string> = {}): Promise<ReferencedRows> {
  const query = { connection_id: 'db', schema: 'public', table: 't', column, search, ...more };
  const response = await fetch(
    new URL(`/api/studio/referenced-rows?${new URLSearchParams(query).toString()}`, address),
  );
  return (await response.json()) as ReferencedRows;
}

describe('the rows that a column can refer to', () => {
  it('have their key and what describes them, in the order of the key', async () => {
    expect(await find('person')).toEqual({
      references: { schema: 'My "S', table: 'People "P', column: 'i d' },
      items: [
        { key: '1', label: "Ann 100% O'Neil" },
        { key: '2', label: 'Bo_b' },
        { key: '12', label: null },
      ],
      is_incomplete: false,
      reason: null,
    });
  });

  it.each([
    ['1', ['1', '12']],
    ['12', ['12']],
    ["ann 100% o'", ['1']],
    ['neil', ['1']],
    ['O_B', ['2']],
    ['%', ['1']],
    ['n_1', []],
    ['!', []],
    ["' OR 1=1 --", []],
  ])('are found by the beginning of the key or a part of the description: %s', async (search, keys) => {
    expect((await find('person', search)).items.map(({ key }) => key)).toEqual(keys);
  });

  it('are cut after fifty, the exact key first', async () => {
    const { items, is_incomplete: isIncomplete } = await find('many', '1');
    expect([items.length, items[0]?.key, isIncomplete]).toEqual([50, '1', true]);
    expect((await find('many', 'title 20')).items.map(({ key }) => key)).toEqual(['20', '200']);
  });

  it.each(['plain', 'c'])('are none of the column %s, which has no foreign key of its own', async (column) => {
    expect(await find(column)).toEqual({ references: null, items: [], is_incomplete: false, reason: null });
  });

  it('are not shown where the role may not read their table, and the reason is', async () => {
    const of = async (column: string) => {
      const { items, references, reason } = await find(column, '', { connection_id: 'reader' });
      return [items, references?.table, reason];
    };
    // Without a right on the table, and without one on its schema.
    expect(await of('h')).toEqual([[], 'hidden', 'The role may not read public.hidden.']);
    expect(await of('person')).toEqual([[], 'People "P', 'The role may not read My "S.People "P.']);
  });

  it('give up after two seconds of waiting for a lock', async () => {
    await database.execute('BEGIN; LOCK TABLE many');
    try {
      expect(await find('many')).toMatchObject({ items: [], reason: 'Searching the rows took longer than 2 s.' });
    } finally {
      await database.execute('ROLLBACK');
    }
  });

  it('are found in SQLite files', async () => {
    const of = (search: string) => find('k', search, { connection_id: 'lite', schema: 'main' });
    expect((await of('')).items).toEqual([
      { key: 'one', label: 'First' },
      { key: 'two', label: null },
    ]);
    expect((await of('FIRS')).items.map(({ key }) => key)).toEqual(['one']);
  });
});
