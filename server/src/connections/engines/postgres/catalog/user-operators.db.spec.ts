import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { neverAborted, RecordingContext } from '../../testing/index.js';
import { createPostgresConnector } from '../index.js';
import { PostgresConnector } from '../postgres-connector.js';
import { createTestDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';

const TABLES = `
  CREATE TYPE mood AS ENUM ('sad', 'ok');
  CREATE DOMAIN price AS numeric(12, 2) DEFAULT 1 CHECK (VALUE > 0);
  CREATE TABLE customers (id bigint PRIMARY KEY, name text DEFAULT 'x' CHECK (name <> ''), mood mood, paid price);
  CREATE UNIQUE INDEX lower_name ON customers (lower(name)) WHERE id > 0;
  CREATE TABLE orders (id serial PRIMARY KEY, customer bigint UNIQUE REFERENCES customers);
  CREATE VIEW names AS SELECT name FROM customers;
  CREATE TYPE pair AS (a int, b text);
  CREATE FUNCTION twice(int) RETURNS int LANGUAGE sql AS 'SELECT $1 * 2';
  CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
  CREATE TRIGGER touched BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION nothing();
  CREATE POLICY own ON orders USING (id > 0)`;

const CASTS = ['bigint AS text', 'integer AS text', 'smallint AS text', 'text AS integer'];

/** Every pair of types of which one pair or the other fits better than an operator of pg_catalog. */
const OPERATORS = [
  ...['name, text', 'text, name', 'name, name', 'oid, integer', 'smallint, oid', '"char", text', 'bigint, text'],
  ...['integer, text', 'smallint[], smallint[]', 'oid, bigint', 'boolean, text', 'integer, oid'],
].flatMap((pair) => {
  const [left = '', right = ''] = pair.split(', ');
  return ['||', '=', '<>', '<@', '+', '-', '>', '>=', '<=', '&', '~', '!~', '*'].map(
    (sign) => `CREATE OPERATOR public.${sign} (LEFTARG = ${left}, RIGHTARG = ${right}, FUNCTION = public.never);`,
  );
});
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.execute(TABLES);
});
afterAll(() => database.dispose());

/** All that the workbench asks of the catalog, over new sessions. */
async function answers() {
  const connector = createPostgresConnector(database.config, new RecordingContext());
  if (!(connector instanceof PostgresConnector)) throw new Error('not a connector of Postgres');
  const signal = neverAborted();
  try {
    let read = '';
    await connector.readCatalog(signal, null, async (tables, objects) => {
      read = JSON.stringify([...tables]) + JSON.stringify(await objects);
    });
    const { before, statements } = await connector.rehearse(
      ['CREATE TABLE rehearsed (i int)'],
      { lockTimeoutMs: 1000, statementTimeoutMs: 10_000 },
      signal,
    );
    const objects = await connector.objects.list({ kind: null, schema: 'public', words: null }, signal);
    const own = objects.filter(({ name }) => !/^never|^_?int|query_int|bqarr|uniq|sort|subarray|idx|icount/.test(name));
    const ownDefined = own.filter(({ kind }) => kind !== 'extension');
    const definitions = [];
    for (const { kind, id } of ownDefined) definitions.push(await connector.objects.definition(kind, id, signal));
    const { rows } = await database.execute(`SELECT oid FROM pg_class WHERE relname IN ('customers', 'orders')`);
    const relations = rows.map(({ oid }) => String(oid));
    const completion = await connector.completion(null, signal);
    const details = await connector.describeTable('public', 'customers', signal);
    const { version, role_risks: risks } = await connector.test(signal);
    return {
      ...{ read, definitions, details, version, risks, statements: statements.map(({ error }) => error) },
      rehearsed: before.tableCount,
      tables: completion?.catalog.schemas.find(({ name }) => name === 'public')?.tables,
      schemas: await connector.listSchemas(signal),
      contents: (await connector.listTables('public', signal)).tables,
      facts: await connector.objects.tableFacts('public', 'customers', signal),
      origins: [...(await connector.rowOrigins.tables(relations, signal))],
    };
  } finally {
    await connector.close();
  }
}

it('casts and operators of a database change no answer about its catalog', async () => {
  const usual = await answers();
  expect(usual.details?.columns.map(({ type }) => type)).toContain('mood');
  for (const cast of CASTS) await database.execute(`CREATE CAST (${cast}) WITH INOUT AS IMPLICIT`);
  expect(await answers()).toEqual(usual);
  const { rows } = await database.execute(`SELECT 1 FROM pg_available_extensions WHERE name = 'intarray'`);
  if (rows.length > 0) await database.execute('CREATE EXTENSION intarray');
  expect(await answers()).toEqual(usual);
});

it('no operator of a schema in the search path is called', async () => {
  const usual = await answers();
  const functions = OPERATORS.map((sql, index) => {
    const [, left, right] = /LEFTARG = (.*), RIGHTARG = (.*), FUNCTION/.exec(sql) ?? [];
    return `CREATE FUNCTION public.never_${index}(${left}, ${right}) RETURNS boolean LANGUAGE plpgsql
      AS 'BEGIN RAISE EXCEPTION ''called''; END'; ${sql.replace('public.never', `public.never_${index}`)}`;
  });
  await database.execute(functions.join('\n'));
  const now = await answers();
  expect({ ...now, definitions: [] }).toEqual({ ...usual, definitions: [] });
});
