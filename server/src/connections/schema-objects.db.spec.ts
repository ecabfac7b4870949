import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SchemaObject, SchemaObjectDefinition, SchemaObjectList, TableFacts } from '#libs/api';
import { TestWorkbench } from '../platform/testing/test-workbench.js';
import { createTestDatabase } from './engines/postgres/testing/test-database.js';
import type { TestDatabase } from './engines/postgres/testing/test-database.js';
import { ConnectionsModule } from './index.js';
import { StudioModule } from '../studio/index.js';

const ROLE = `objects_${process.pid}`;
/** Everything that a definition has to create again, with names that need quotes. */
const OBJECTS = `
  CREATE TYPE "s""x".mood AS ENUM ('it''s ok', 'b');
  CREATE TYPE "s""x".pair AS (a int, "B b" text);
  CREATE DOMAIN "s""x".positive AS numeric(9,2) NOT NULL CHECK (VALUE > 0);
  CREATE TABLE "s""x"."T t" (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, parent bigint REFERENCES "s""x"."T t", m "s""x".mood);
  CREATE SEQUENCE "s""x"."Seq s" AS int INCREMENT 3 MAXVALUE 100 CYCLE;
  CREATE FUNCTION "s""x".twice(n int) RETURNS int LANGUAGE sql AS 'SELECT n * 2';
  CREATE FUNCTION "s""x".twice(n text) RETURNS text LANGUAGE sql AS 'SELECT n || n';
  CREATE PROCEDURE "s""x".nothing() LANGUAGE sql AS 'SELECT 1';
  CREATE AGGREGATE "s""x".total(int) (SFUNC = int4pl, STYPE = int, INITCOND = '0');
  CREATE FUNCTION "s""x".stamp() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
  CREATE TRIGGER "Stamp it" BEFORE INSERT OR UPDATE ON "s""x"."T t" FOR EACH ROW EXECUTE FUNCTION "s""x".stamp();
  CREATE POLICY "Own rows" ON "s""x"."T t" AS RESTRICTIVE FOR SELECT TO ${ROLE} USING (id > 1);
  CREATE VIEW "s""x".seen AS SELECT id FROM "s""x"."T t";
  CREATE VIEW "s""x".twice_seen AS SELECT id FROM "s""x".seen;`;

let database: TestDatabase;
let workbench: TestWorkbench;
let address: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.execute(`CREATE ROLE ${ROLE} LOGIN PASSWORD 'x'; CREATE SCHEMA "s""x";${OBJECTS}
    GRANT USAGE ON SCHEMA "s""x" TO ${ROLE}; GRANT TRUNCATE ON "s""x"."T t" TO ${ROLE}`);
  const { host, port, database: name, user, password } = database.config;
  const server = `kind: postgres, host: ${host}, port: ${port}, database: ${name}`;
  const folder = await mkdtemp(join(tmpdir(), 'objects-'));
  await writeFile(join(folder, 'a.csv'), 'a\n1\n');
  const file = join(folder, '..', `${basename(folder)}.sqlite`);
  const sqlite = new DatabaseSync(file);
  sqlite.exec('CREATE TABLE other (a)');
  sqlite.close();
  const connections = `connections:
  - { id: db, name: Db, ${server}, user: ${user}, password: "${password ?? ''}" }
  - { id: weak, name: Weak, ${server}, user: ${ROLE}, password: x }
  - { id: duck, name: Duck, kind: duckdb, path: ./a.duckdb }
  - { id: lite, name: Lite, kind: files, path: ${file}, read_only: false }
  - { id: folder, name: Folder, kind: files, path: ${folder} }
`;
  workbench = await TestWorkbench.start({ features: [ConnectionsModule, StudioModule], connections });
  address = await workbench.app.getUrl();
});
afterAll(async () => {
  await workbench.stop();
  await database.execute(`DROP OWNED BY ${ROLE}; DROP ROLE ${ROLE}`);
  await database.dispose();
});

async function ask(path: string, query: Record<string, string>): Promise<{ status: number; body: unknown }> {
  const response = await fetch(new URL(`${path}?${new URLSearchParams(query).toString()}`, address));
  return { status: response.status, body: await response.json() };
}
const list = async (id: string, query: Record<string, string>): Promise<SchemaObject[]> =>
  ((await ask(`/api/connections/${id}/objects`, query)).body as SchemaObjectList).items;
const define = async (id: string, { kind, id: object }: Pick<SchemaObject, 'kind' | 'id'>): Promise<string> =>
  ((await ask(`/api/connections/${id}/objects/definition`, { kind, object })).body as SchemaObjectDefinition)
    .definition;
const facts = async (id: string, schema: string, table: string) =>
  (await ask(`/api/connections/${id}/table-facts`, { schema, table })).body as TableFacts;

async function run(connection: string, sql: string): Promise<void> {
  const response = await fetch(new URL('/api/studio/runs', address), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ connection_id: connection, sql, confirm_destructive: true }),
  });
  const { id } = (await response.json()) as { id: string };
  for (let turn = 0; turn < 100; turn += 1) {
    const answer = await fetch(new URL(`/api/studio/runs/${id}`, address));
    const text = await answer.text();
    if ((JSON.parse(text) as { status: string }).status !== 'running') {
      expect(text).not.toContain('"error":{');
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  throw new Error('The run did not end.');
}

describe('the objects of a Postgres schema', () => {
  it.each<[string, unknown[][]]>([
    [
      'sequence',
      [
        ['Seq s', null, null, 'integer'],
        ['T t_id_seq', null, null, 'bigint of T t.id'],
      ],
    ],
    [
      'function',
      [
        ['nothing', null, '', 'procedure'],
        ['stamp', null, '', 'trigger'],
        ['total', null, 'integer', 'aggregate → integer'],
        ['twice', null, 'n integer', 'integer'],
        ['twice', null, 'n text', 'text'],
      ],
    ],
    ['trigger', [['Stamp it', 'T t', null, 'before insert or update']]],
    ['policy', [['Own rows', 'T t', null, 'select, restrictive, row security off']]],
    [
      'type',
      [
        ['mood', null, null, 'enum'],
        ['pair', null, null, 'composite'],
        ['positive', null, null, 'domain over numeric(9,2)'],
      ],
    ],
  ])('are listed by kind: %s', async (kind, expected) => {
    const found = await list('db', { kind, schema: 's"x' });
    expect(found.map((one) => [one.name, one.table, one.arguments, one.detail])).toEqual(expected);
  });

  it('have the labels of enums and the fields of composite types', async () => {
    const types = await list('db', { kind: 'type', schema: 's"x' });
    expect(types.map(({ members }) => members)).toEqual([
      ["it's ok", 'b'],
      ['a integer', '"B b" text'.replaceAll('"', '')],
      [],
    ]);
  });

  it('are found by a part of their name, in any case, with everything but what belongs to an extension', async () => {
    const found = await list('db', { q: 'TWICE' });
    expect(found.map(({ kind, name, schema }) => [kind, name, schema])).toEqual([
      ['function', 'twice', 's"x'],
      ['function', 'twice', 's"x'],
    ]);
    expect(await list('db', { q: '%' })).toEqual([]);
  });

  it('can be created again from their definitions', async () => {
    const kinds = ['type', 'sequence', 'function', 'trigger', 'policy'];
    const before = await Promise.all(kinds.map((kind) => list('db', { kind, schema: 's"x' })));
    const texts = new Map<string, string>();
    for (const one of before.flat())
      texts.set(`${one.kind} ${one.name} ${one.arguments ?? ''}`, await define('db', one));
    expect(texts.get('type mood ')).toBe(`CREATE TYPE "s""x".mood AS ENUM (\n  'it''s ok',\n  'b'\n);`);
    const dropped = [`DROP SCHEMA "s""x" CASCADE; CREATE SCHEMA "s""x"`];
    const table = `CREATE TABLE "s""x"."T t" (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, m "s""x".mood)`;
    const ordered = [...texts].filter(([key]) => key !== 'sequence T t_id_seq ').map(([, text]) => text);
    const isOnTable = (text: string): boolean => /^CREATE (TRIGGER|POLICY)/.test(text);
    const first = ordered.filter((text) => !isOnTable(text));
    await database.execute([...dropped, ...first, table, ...ordered.filter(isOnTable)].join(';\n'));
    const after = await Promise.all(kinds.map((kind) => list('db', { kind, schema: 's"x' })));
    const shown = (objects: SchemaObject[]) => objects.map(({ id: _, ...rest }) => rest);
    expect(after.map(shown)).toEqual(before.map(shown));
    await database.execute(`DROP SCHEMA "s""x" CASCADE; CREATE SCHEMA "s""x";${OBJECTS}`);
    await database.execute(`GRANT USAGE ON SCHEMA "s""x" TO ${ROLE}; GRANT TRUNCATE ON "s""x"."T t" TO ${ROLE}`);
  });

  it('include extensions and roles of the whole connection', async () => {
    expect((await list('db', { kind: 'extension' })).map(({ name }) => name)).toContain('plpgsql');
    const role = (await list('db', { kind: 'role' })).find(({ name }) => name === ROLE);
    expect(role?.detail).toBe('login');
    expect(await define('db', { kind: 'role', id: role?.id ?? '' })).toBe(`CREATE ROLE ${ROLE} WITH LOGIN;`);
  });

  it.each(['abc', '99999999999', '4294967295', "1'; DROP TABLE x"])(
    'have no definition by the id %s',
    async (object) => {
      const { status, body } = await ask('/api/connections/db/objects/definition', { kind: 'type', object });
      expect([status, body]).toMatchObject([404, { code: 'object-not-found' }]);
    },
  );
});

describe('the facts of a table', () => {
  it('name the owner, the rights of the role and what depends on it, also through a view', async () => {
    const body = await facts('db', 's"x', 'T t');
    expect(body).toMatchObject({ may_alter: true, may_truncate: true });
    expect(body.dependents?.map(({ description, is_part: isPart }) => [description, isPart])).toEqual([
      ['policy Own rows on table "s""x"."T t"', true],
      ['sequence "s""x"."T t_id_seq"', true],
      ['trigger Stamp it on table "s""x"."T t"', true],
      ['view "s""x".seen', false],
      ['view "s""x".twice_seen', false],
    ]);
    expect(await facts('weak', 's"x', 'T t')).toMatchObject({
      role: ROLE,
      may_alter: false,
      may_truncate: true,
    });
    expect(await facts('db', 's"x', 'nothing')).toMatchObject({ code: 'table-not-found' });
  });
});

describe('the objects of embedded engines', () => {
  it('are those that DuckDB has', async () => {
    await run(
      'duck',
      `CREATE SEQUENCE "S s" START 5; CREATE MACRO plus(a, b) AS a + b; CREATE TYPE mood AS ENUM ('it''s', 'b');
       CREATE TABLE t (a int); CREATE UNIQUE INDEX by_a ON t (a)`,
    );
    const found = await list('duck', { schema: 'main' });
    expect(found.map(({ kind, name, detail, members }) => [kind, name, detail, members])).toEqual([
      ['sequence', 'S s', 'starts at 5, steps of 1', []],
      ['function', 'plus', 'macro', []],
      ['type', 'mood', 'enum', ["it's", 'b']],
      ['index', 'by_a', 'unique', []],
    ]);
    const texts = await Promise.all(found.map((one) => define('duck', one)));
    await run(
      'duck',
      `DROP TABLE t; DROP SEQUENCE "S s"; DROP MACRO plus; DROP TYPE mood; CREATE TABLE t (a int); ${texts.join('\n;')}`,
    );
    expect(await list('duck', { schema: 'main' })).toHaveLength(4);
    expect((await list('duck', { q: 'PLU' })).map(({ name }) => name)).toEqual(['plus']);
    expect(await facts('duck', 'main', 't')).toMatchObject({ owner: null, dependents: null });
  });

  it('are those that a SQLite file has', async () => {
    await run(
      'lite',
      `CREATE TABLE "T t" (a int); CREATE UNIQUE INDEX "by a" ON "T t" (a);
       CREATE TRIGGER "on t" AFTER INSERT ON "T t" BEGIN SELECT 1; END`,
    );
    const found = await list('lite', { schema: 'main' });
    expect(found.map(({ kind, name, table, detail }) => [kind, name, table, detail])).toEqual([
      ['trigger', 'on t', 'T t', 'trigger'],
      ['index', 'by a', 'T t', 'unique'],
    ]);
    expect(await define('lite', { kind: 'index', id: 'by a' })).toBe('CREATE UNIQUE INDEX "by a" ON "T t" (a);');
  });

  it('are none in a folder of files', async () => {
    expect(await list('folder', {})).toEqual([]);
  });
});
