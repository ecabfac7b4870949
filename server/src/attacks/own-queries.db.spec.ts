import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase } from '../connections/engines/postgres/testing/test-database.js';
import type { TestDatabase } from '../connections/engines/postgres/testing/test-database.js';
import { operatorTraps } from './testing/operator-traps.js';
import { ownQueries } from './testing/own-queries.js';
import type { OwnQuery } from './testing/own-queries.js';

const POSTGIS = 'maps';
const SET_UP = `
  CREATE SCHEMA ${POSTGIS};
  CREATE EXTENSION postgis SCHEMA ${POSTGIS};
  CREATE SEQUENCE s;
  CREATE TABLE public.measured (a integer, b text);`;
const CALL = /(?<![.\w"])([a-z_]\w*)\s*\(/gi;
const LITERAL = /'(?:[^']|'')*'/g;

let database: TestDatabase;
let queries: readonly OwnQuery[];
let unlisted: readonly string[];
beforeAll(async () => {
  database = await createTestDatabase();
  await database.execute(SET_UP);
  ({ queries, unlisted } = await ownQueries(POSTGIS));
});
afterAll(() => database.dispose());

/** The query with a value of its type in place of each parameter. */
async function withoutParameters({ sql }: OwnQuery): Promise<string> {
  if (!sql.includes('$1')) return sql;
  await database.execute(`PREPARE asked AS ${sql}`);
  const { rows } = await database.execute(
    `SELECT unnest(parameter_types)::text AS type FROM pg_prepared_statements WHERE name = 'asked'`,
  );
  await database.execute('DEALLOCATE asked');
  return sql.replaceAll(/\$(\d+)\b/g, (_, place) => `(NULL::${rows[Number(place) - 1]?.type ?? 'text'})`);
}

/** What of `public` the server has found for the operators and functions of a query, run or not. */
async function foundInPublic(sql: string): Promise<string[]> {
  try {
    await database.execute(`CREATE VIEW public.parsed AS SELECT 1 AS one WHERE EXISTS (${sql}\n)`);
  } catch (error) {
    // Another operator takes a literal for another type.
    return [(error as Error).message];
  }
  await database.execute('SET search_path = pg_catalog');
  const { rows } = await database.execute(`
    SELECT DISTINCT pg_describe_object(d.refclassid, d.refobjid, 0) AS object
      FROM pg_depend d JOIN pg_rewrite r ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid
     WHERE r.ev_class = 'public.parsed'::regclass AND d.refclassid IN ('pg_operator'::regclass, 'pg_proc'::regclass)
       AND pg_identify_object(d.refclassid, d.refobjid, 0)::text LIKE '%public%' ORDER BY 1`);
  await database.execute('DROP VIEW public.parsed; RESET search_path');
  return rows.map(({ object }) => object ?? '');
}

it('every file that asks the catalog with the path of a role is among those that are looked at', () => {
  expect(unlisted).toEqual([]);
  expect(queries.length).toBeGreaterThan(50);
});

it('no query of the workbench calls a function without its schema', async () => {
  const { rows } = await database.execute(`
    SELECT p.proname AS name FROM pg_proc p WHERE p.pronamespace = 'pg_catalog'::regnamespace
    EXCEPT SELECT k.word FROM pg_get_keywords() k WHERE k.catcode IN ('C', 'R')`);
  const functions = new Set(rows.map(({ name }) => name));
  const calls = queries.flatMap(({ name, sql }) =>
    [...sql.replaceAll(LITERAL, "''").matchAll(CALL)].flatMap(([, called = '']) =>
      functions.has(called.toLowerCase()) ? [`${name}: ${called}`] : [],
    ),
  );
  expect(calls).toEqual([]);
});

it('no query of the workbench calls an operator that another role has put into public', async () => {
  const texts = new Map<string, string>();
  for (const query of queries) texts.set(query.name, await withoutParameters(query));
  await database.execute(operatorTraps(queries));
  const found: Record<string, string[]> = {};
  for (const [name, sql] of texts) {
    const objects = await foundInPublic(sql);
    if (objects.length > 0) found[name] = objects;
  }
  expect(found).toEqual({});
  // The traps are there.
  expect(await foundInPublic(`SELECT 'a'::text || 'b'::name`)).toHaveLength(1);
});
