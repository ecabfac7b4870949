import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { SchemaObjectDefinition, SchemaObjectKind, SchemaObjectList } from '#libs/api';
import { StudioApp } from './testing/studio-app.js';

/** What the objects refer to; afterwards, the search path finds a table and a type of the same names elsewhere. */
const AGAIN = `
  DROP SCHEMA IF EXISTS objects CASCADE; CREATE SCHEMA objects; CREATE SCHEMA IF NOT EXISTS decoy;
  CREATE TYPE objects.mood AS ENUM ('a', 'b');
  CREATE TABLE objects."T t" (id int, m objects.mood);
  CREATE FUNCTION objects.diff(text, text) RETURNS float8 IMMUTABLE LANGUAGE sql AS 'SELECT 1.0::float8';
  CREATE FUNCTION objects.stamp() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
  CREATE COLLATION objects."No case" (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
  SET search_path = decoy; CREATE TABLE IF NOT EXISTS "T t" (id int);`;

const TYPE_FACTS = `SELECT jsonb_build_array(typtype, typnotnull, typcollation::regcollation, format_type(typbasetype, typtypmod),
    pg_get_expr(typdefaultbin, 0),
    (SELECT jsonb_agg(jsonb_build_array(conname, pg_get_constraintdef(k.oid), convalidated) ORDER BY conname) FROM pg_constraint k WHERE contypid = t.oid),
    (SELECT jsonb_agg(jsonb_build_array(attname, format_type(atttypid, atttypmod), attcollation::regcollation) ORDER BY attnum) FROM pg_attribute WHERE attrelid = typrelid),
    (SELECT jsonb_build_array(rngsubtype::regtype, rngcollation::regcollation, rngsubdiff, opcname) FROM pg_range JOIN pg_opclass o ON o.oid = rngsubopc WHERE rngtypid = t.oid))
  FROM pg_type t WHERE t.oid = 'objects.x'::regtype`;
const TRIGGER_FACTS = `SELECT jsonb_build_array(tgrelid::regclass, tgenabled, pg_get_triggerdef(oid)) FROM pg_trigger WHERE tgname = 'x'`;
const SEQUENCE_FACTS = `SELECT to_jsonb(s) - 'seqrelid' || to_jsonb(relpersistence) FROM pg_class c JOIN pg_sequence s ON seqrelid = c.oid
  WHERE c.oid = 'objects.x'::regclass`;

const TRIGGER = `CREATE TRIGGER x BEFORE UPDATE ON objects."T t" FOR EACH ROW WHEN (NEW.m = 'a') EXECUTE FUNCTION objects.stamp()`;

/** What a definition must keep, the kind of the object x, the statements that make it, and what the catalog has of it. */
const CASES: readonly (readonly [what: string, kind: SchemaObjectKind, sql: string, facts: string])[] = [
  [
    'checks of a domain that are not valid',
    'type',
    `CREATE DOMAIN objects.x AS text COLLATE objects."No case" DEFAULT 'it''s' NOT NULL CHECK (VALUE <> '');
      ALTER DOMAIN objects.x ADD CONSTRAINT later CHECK (VALUE <> 'q') NOT VALID`,
    TYPE_FACTS,
  ],
  ['the default of a domain', 'type', `CREATE DOMAIN objects.x AS objects.mood DEFAULT 'b'`, TYPE_FACTS],
  [
    'collations of fields',
    'type',
    `CREATE TYPE objects.x AS (a text COLLATE "C", "B b" objects.mood, c text)`,
    TYPE_FACTS,
  ],
  [
    'the collation and the functions of a range',
    'type',
    `CREATE TYPE objects.x AS RANGE (SUBTYPE = text, SUBTYPE_OPCLASS = text_pattern_ops, COLLATION = "C", SUBTYPE_DIFF = objects.diff)`,
    TYPE_FACTS,
  ],
  ['a trigger', 'trigger', TRIGGER, TRIGGER_FACTS],
  ...['DISABLE', 'ENABLE ALWAYS', 'ENABLE REPLICA'].map(
    (state) =>
      [
        `${state} of a trigger`,
        'trigger',
        `${TRIGGER}; ALTER TABLE objects."T t" ${state} TRIGGER x`,
        TRIGGER_FACTS,
      ] as const,
  ),
  ['an unlogged sequence', 'sequence', 'CREATE UNLOGGED SEQUENCE objects.x AS int', SEQUENCE_FACTS],
];

let app: StudioApp;
beforeAll(async () => {
  app = await StudioApp.start();
});
afterAll(() => app.stop());

async function run(sql: string): Promise<string | null | undefined> {
  const { error, statements } = await app.run(sql, 'pg');
  expect([error, ...statements.flatMap((one) => one.error ?? [])]).toEqual([null]);
  return statements.at(-1)?.rows[0]?.[0];
}

it.each(CASES)('the definition of a Postgres object keeps %s', async (_, kind, sql, facts) => {
  // Servers before version 15 have no unlogged sequences.
  const isOld = Number(await run('SHOW server_version_num')) < 150_000;
  await run(`${AGAIN} ${isOld ? sql.replace('UNLOGGED ', '') : sql}`);
  const before = await run(`SET search_path = pg_catalog; ${facts}`);
  expect(before).toEqual(expect.any(String));
  const path = '/api/connections/pg/objects';
  const { items } = (await app.send<SchemaObjectList>('GET', `${path}?kind=${kind}&schema=objects`)).body;
  const id = items.find(({ name }) => name === 'x')?.id ?? '';
  const found = await app.send<SchemaObjectDefinition>('GET', `${path}/definition?kind=${kind}&object=${id}`);
  await run(`${AGAIN} ${found.body.definition}`);
  expect(await run(`SET search_path = pg_catalog; ${facts}`)).toEqual(before);
});
