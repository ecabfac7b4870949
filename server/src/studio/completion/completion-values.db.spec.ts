import { DatabaseSync } from 'node:sqlite';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CompletionCatalog, CompletionValues } from '#libs/api';
import { ConnectionsModule } from '../../connections/index.js';
import { createTestDatabase } from '../../connections/engines/postgres/testing/test-database.js';
import type { TestDatabase } from '../../connections/engines/postgres/testing/test-database.js';
import { TestWorkbench } from '../../platform/testing/test-workbench.js';
import { StudioModule } from '../index.js';
import { eventually } from '../../platform/testing/eventually.js';

let database: TestDatabase;
let workbench: TestWorkbench;
let address: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.execute(`
    CREATE SCHEMA "My ""S";
    CREATE TYPE mood AS ENUM ('sad', 'it''s ok', 'Ok');
    CREATE TABLE "My ""S"."Key ""T" ("Co de" text PRIMARY KEY);
    INSERT INTO "My ""S"."Key ""T" VALUES ('b'), ('a''\\x'), (''), (repeat('x', 300)), ('B2');
    CREATE TABLE many (id int PRIMARY KEY);
    INSERT INTO many SELECT generate_series(1, 200);
    CREATE TABLE hidden (id int PRIMARY KEY);
    INSERT INTO hidden VALUES (7);
    CREATE TABLE t (m mood, code text REFERENCES "My ""S"."Key ""T", n int REFERENCES many, h int REFERENCES hidden,
      plain text);
    CREATE TABLE ruled (id int PRIMARY KEY);
    ALTER TABLE ruled ENABLE ROW LEVEL SECURITY;
    CREATE TABLE partly (a int, b int);
    CREATE TABLE by_column (a int, b int);
    DROP ROLE IF EXISTS values_group;
    CREATE ROLE values_group;
    GRANT SELECT ON many TO values_group;
    DROP ROLE IF EXISTS values_reader;
    CREATE ROLE values_reader LOGIN PASSWORD 'x';
    GRANT SELECT ON t, ruled TO values_reader;
    GRANT SELECT (a) ON partly TO values_reader;
    GRANT SELECT (a, b) ON by_column TO values_reader`);
  const lite = join(await mkdtemp(join(tmpdir(), 'values-')), 'a.sqlite');
  const sqlite = new DatabaseSync(lite);
  sqlite.exec(`CREATE TABLE keys (k TEXT PRIMARY KEY); INSERT INTO keys VALUES ('one'), ('two');
    CREATE TABLE t (k TEXT REFERENCES keys)`);
  sqlite.close();
  const { host, port, database: name, user, password } = database.config;
  const place = `kind: postgres, host: ${host}, port: ${port}, database: ${name}`;
  const connections = `connections:
  - { id: db, name: Db, ${place}, user: ${user}, password: "${password ?? ''}" }
  - { id: reader, name: Reader, ${place}, user: values_reader, password: x }
  - { id: lite, name: Lite, kind: files, path: ${lite} }
`;
  workbench = await TestWorkbench.start({ features: [ConnectionsModule, StudioModule], connections });
  address = await workbench.app.getUrl();
});
afterAll(async () => {
  await workbench.stop();
  await database.execute('DROP OWNED BY values_reader, values_group; DROP ROLE values_reader, values_group');
  await database.dispose();
});

async function values(column: string, prefix = '', more: Record<string, string> = {}): Promise<CompletionValues> {
  const query = { connection_id: 'db', schema: 'public', table: 't', column, prefix, ...more };
  const response = await fetch(
    new URL(`/api/studio/completion-values?${new URLSearchParams(query).toString()}`, address),
  );
  return (await response.json()) as CompletionValues;
}

describe('the values of a column', () => {
  it('are the labels of its enum in their order', async () => {
    expect(await values('m')).toEqual({ items: ['sad', "it's ok", 'Ok'], is_incomplete: false });
    expect((await values('m', 'IT')).items).toEqual(["it's ok"]);
  });

  it('are those of the key that it references, exactly, without long ones', async () => {
    expect((await values('code')).items.toSorted()).toEqual(['', 'B2', "a'\\x", 'b']);
    expect((await values('code', 'B')).items.toSorted()).toEqual(['B2', 'b']);
    expect((await values('code', "a'\\")).items).toEqual(["a'\\x"]);
    expect((await values('code', '%')).items).toEqual([]);
  });

  it('are cut after fifty, in the order of the key', async () => {
    const { items, is_incomplete: isIncomplete } = await values('n');
    expect([items.length, items[1], isIncomplete]).toEqual([50, '2', true]);
    expect((await values('n', '20')).items).toEqual(['20', '200']);
  });

  it('are none where it is neither', async () => {
    expect(await values('plain')).toEqual({ items: [], is_incomplete: false });
    expect(await values('plain', '', { table: 'nothing' })).toMatchObject({ code: 'table-not-found' });
  });

  it('are none where the role may not see the table that it references', async () => {
    const none = { items: [], is_incomplete: false };
    // Without a right on the table, and without one on its schema.
    expect(await values('h', '', { connection_id: 'reader' })).toEqual(none);
    expect(await values('code', '', { connection_id: 'reader' })).toEqual(none);
    expect((await values('h')).items).toEqual(['7']);
  });

  it('are none while reading them waits for a lock, after two seconds', async () => {
    await database.execute('BEGIN; LOCK TABLE many');
    const startedAt = performance.now();
    try {
      expect(await values('n')).toEqual({ items: [], is_incomplete: false });
      expect(performance.now() - startedAt).toBeLessThan(8_000);
    } finally {
      await database.execute('ROLLBACK');
    }
  });

  it('are found in SQLite, too', async () => {
    // A search ends after two seconds, which the first start of the engine counts to.
    const found = await eventually(
      () => values('k', 't', { connection_id: 'lite', schema: 'main' }),
      ({ items }) => items.length > 0,
    );
    expect(found.items).toEqual(['two']);
  });
});

describe('what an editor completes with', () => {
  it('says of each table what the role may not see of it', async () => {
    const hides = async (connection: string) => {
      const response = await fetch(new URL(`/api/studio/completion?connection_id=${connection}`, address));
      const { schemas } = (await response.json()) as CompletionCatalog;
      const tables = schemas.filter(({ is_system: isSystem }) => !isSystem).flatMap(({ tables: all }) => all);
      return Object.fromEntries(tables.flatMap(({ name, hides: part }) => (part ? [[name, part]] : [])));
    };
    const hidden = { hidden: 'table', many: 'table', partly: 'table', ruled: 'rows', 'Key "T': 'schema' };
    expect(await hides('reader')).toEqual(hidden);
    expect(await hides('db')).toEqual({});
    expect(await hides('lite')).toEqual({});
    // The rights of a role are those of its members as well. A catalog is read anew every ten seconds at most.
    await database.execute('GRANT values_group TO values_reader');
    await eventually(
      () => hides('reader'),
      (hidden) => !('many' in hidden),
    );
  });
});
