import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CompletionAnswer, InsertedRow, LintAnswer, Run } from '#libs/api';
import { until } from '../connections/engines/testing/index.js';
import { casesOf } from '../faults/testing/rounds.js';
import { AttackedWorkbench, CANARY } from './testing/attacked-workbench.js';
import type { Answer, Attacker } from './testing/attacked-workbench.js';

/**
 * The form for a row, and what looks at a text without running it. An attempt succeeds where a statement of the
 * attacker runs, a row is made that the form does not show, the server fails, or an answer grows with what was sent.
 */
const MEGABYTE = 1024 * 1024;
const MAX_PROBLEM_BYTES = 20_000;
const WIDE = 1_600;
const ODD = [
  'a"b',
  "a'b",
  'a\u200Bb',
  'a;b',
  'a b',
  'select',
  '__proto__',
  'constructor',
  'A',
  '\u202Ea',
  'ä',
  'a\\b',
  '$1',
];

let bench: AttackedWorkbench;
beforeAll(async () => {
  bench = await AttackedWorkbench.start({ WORKBENCH_PERSON_REQUESTS_PER_SECOND: '0' });
  const columns = (names: readonly string[]) => names.map((name) => `"${name.replaceAll('"', '""')}" text`).join(', ');
  const wide = Array.from({ length: WIDE }, (_, at) => `c${at}`);
  await bench.database.execute(`CREATE TABLE things (id int, note text); CREATE TABLE odd (${columns(ODD)});
    CREATE TABLE wide (${columns(wide)}); CREATE TABLE "x'); DROP TABLE things; --" (a text)`);
});
afterAll(() => bench.stop());

const post = (path: string, body: object, as: Attacker = 'writer'): Promise<Answer> =>
  bench.send({ method: 'POST', path, body, as });
const insert = (body: object, as?: Attacker) => post('/api/studio/rows', { connection_id: 'pg', ...body }, as);
const count = async (table: string): Promise<number> => {
  const { rows } = await bench.database.execute(`SELECT count(*) AS n FROM ${table}`);
  return Number(rows[0]?.n);
};

describe('the form for a row', () => {
  it.each(ODD)('binds a value of the column %j and runs no part of its name', async (name) => {
    const answer = await insert({ table: 'odd', values: Object.fromEntries([[name, `of ${name}`]]) });
    // A member of that name is refused before anything reads it.
    if (name === '__proto__' || name === 'constructor') {
      expect([400, 413, 201]).toContain(answer.status);
      return;
    }
    expect([answer.status, answer.status === 201 ? '' : answer.text]).toEqual([201, '']);
    expect((JSON.parse(answer.text) as InsertedRow).row).toContain(`of ${name}`);
  });

  it.each([
    "1'); DROP TABLE things; --",
    '1); DROP TABLE things; --',
    '$1',
    '$$; DROP TABLE things; $$',
    "E'\\'; DROP TABLE things; --",
    '\u200B',
    '\u202Etxt',
    '\\x00',
    'NaN',
    'DEFAULT',
    '(SELECT 1)',
  ])('takes %j for a text', async (value) => {
    const answer = await insert({ table: 'things', values: { note: value } });
    expect([answer.status, (JSON.parse(answer.text) as InsertedRow).row]).toEqual([201, [null, value]]);
  });

  it.each<[string, object, number]>([
    ['a NUL in a value', { table: 'things', values: { note: 'a\u0000b' } }, 400],
    ['a NUL in a name', { table: 'things', values: { 'note\u0000': 'a' } }, 400],
    ['a NUL in the table', { table: 'things\u0000', values: { note: 'a' } }, 400],
    ['half a surrogate pair', { table: 'things', values: { note: '\ud800' } }, 400],
    ['a column that is none', { table: 'things', values: { 'note"': 'a' } }, 400],
    ['an invisible character in a name', { table: 'things', values: { 'note\u200B': 'a' } }, 400],
    ['a system column', { table: 'things', values: { ctid: '(0,1)' } }, 400],
    ['an object for a value', { table: 'things', values: { note: { toString: 'x' } } }, 400],
    ['a list for a value', { table: 'things', values: { note: ['x'] } }, 400],
    ['a number for a value', { table: 'things', values: { note: 1 } }, 400],
    ['a list of values', { table: 'things', values: ['a'] }, 400],
    ['values that are a text', { table: 'things', values: 'note' }, 400],
    ['10,000 columns', { table: 'things', values: Object.fromEntries(manyValues(10_000)) }, 413],
    ['2,000 columns that are none', { table: 'things', values: Object.fromEntries(manyValues(1_990)) }, 400],
    ['a name of a megabyte', { table: 'things', values: { ['x'.repeat(MEGABYTE)]: 'a' } }, 413],
    ['a table of a megabyte', { table: 'x'.repeat(MEGABYTE), values: { note: 'a' } }, 400],
    ['another schema’s table', { schema: 'pg_catalog', table: 'pg_authid', values: { rolname: 'x' } }, 422],
    ['a function for a table', { table: 'generate_series(1,2)', values: { a: '1' } }, 404],
    ['a query for a table', { table: '(SELECT 1) a', values: { a: '1' } }, 404],
    ['an injected table', { table: 'things (note) VALUES (1); DROP TABLE things; --', values: { note: 'a' } }, 404],
  ])('refuses %s', async (_, body, status) => {
    const before = await count('things');
    const answer = await insert(body);
    expect([answer.status, answer.text.length < MAX_PROBLEM_BYTES, await count('things')]).toEqual([
      status,
      true,
      before,
    ]);
  });

  it('fills as many columns as a table may have', async () => {
    const values = Object.fromEntries(Array.from({ length: WIDE }, (_, at) => [`c${at}`, 'x']));
    expect((await insert({ table: 'wide', values })).status).toBe(201);
    expect(await count('wide')).toBe(1);
  });

  it('takes a value of megabytes, and answers others meanwhile', async () => {
    const note = 'x'.repeat(8 * MEGABYTE);
    const [large, small] = await Promise.all([
      insert({ table: 'things', values: { note } }),
      bench.send({ path: '/api/health' }),
    ]);
    expect([large.status, small.status]).toEqual([201, 200]);
  });

  it.each<Attacker>(['viewer', 'viewerToken', 'tilesToken', 'stranger'])('adds nothing for the %s', async (as) => {
    const before = await count('things');
    expect([401, 403]).toContain((await insert({ table: 'things', values: { note: 'x' } }, as)).status);
    expect(await count('things')).toBe(before);
  });

  it.each([
    ['pg-ro', 422],
    ['drop', 422],
    ['vault', 404],
  ] as const)('adds nothing on %s', async (id, status) => {
    const answer = await post('/api/studio/rows', { connection_id: id, table: 'things', values: { note: 'x' } });
    expect([answer.status, answer.text.includes(CANARY)]).toEqual([status, false]);
  });
});

function manyValues(length: number): [string, string][] {
  return Array.from({ length }, (_, at) => [`k${at}`, 'x']);
}

const INSERT = "INSERT INTO things VALUES (666, 'made')";
const TEXTS: Readonly<Record<string, string>> = {
  'a statement': INSERT,
  'two statements': `SELECT 1; ${INSERT}`,
  'the end of a transaction': `COMMIT; ${INSERT}; BEGIN`,
  'an analyzed statement': `EXPLAIN ANALYZE ${INSERT}`,
  'the options of an explanation': `(ANALYZE) ${INSERT}`,
  'a statement behind an invisible space': `SELECT 1;\u200B${INSERT}`,
  'a statement behind a carriage return': `-- a\r${INSERT}`,
  'a NUL': `SELECT 1\u0000; ${INSERT}`,
  'quotes without end': `SELECT '${'"'.repeat(1000)}`,
  'a name of 100 kB': `SELECT "${'x'.repeat(100_000)}"`,
  '10,000 columns': `SELECT ${Array.from({ length: 10_000 }, (_, at) => `c${at}`).join(', ')} FROM things`,
  'a value of a megabyte': `SELECT '${'x'.repeat(MEGABYTE)}' AS a`,
  'deep JSON': `SELECT '${'['.repeat(5_000)}${']'.repeat(5_000)}'::json`,
  'deep brackets': `SELECT ${'('.repeat(5_000)}1${')'.repeat(5_000)}`,
  'deep queries': `${'SELECT * FROM ('.repeat(2_000)}SELECT 1${') a'.repeat(2_000)}`,
  'deep CASE': `SELECT ${'CASE WHEN true THEN '.repeat(2_000)}1${' END'.repeat(2_000)}`,
  'odd spaces': `SELECT\u2028\u2029\u00A0\uFEFF\u180E1`,
  'parameters of every object': 'SELECT :constructor, :toString, :hasOwnProperty',
};
const LOOKS: Readonly<Record<string, (sql: string, id: string) => object>> = {
  '/api/studio/complete': (sql, id) => ({ connection_id: id, sql, offset: sql.length }),
  '/api/studio/lint': (sql, id) => ({ connection_id: id, sql }),
  '/api/studio/format': (sql, id) => ({ connection_id: id, sql, offset: sql.length }),
  '/api/studio/explain': (sql, id) => ({ connection_id: id, sql }),
  '/api/studio/writes': (sql, id) => ({ connection_id: id, sql }),
  '/api/changes/from-sql': (sql, id) => ({ connection_id: id, sql }),
};
const ENGINES = ['pg', 'lake', 'lite'] as const;
/** In `npm test` each text goes once to each path and to each engine, in `npm run soak` to each engine by each path. */
const CASES = Object.keys(LOOKS).flatMap((path, row) =>
  Object.entries(TEXTS).flatMap(([name, sql], column) =>
    casesOf(ENGINES, ENGINES.length, row + column).map((id) => ({ path, id, name, sql })),
  ),
);

describe('a look at a text', () => {
  it.each(CASES)('by $path on $id runs nothing of $name', async ({ path, id, sql }) => {
    const before = await count('things');
    const answer = await post(path, LOOKS[path]?.(sql, id) ?? {});
    expect([answer.status > 0 && answer.status < 500, answer.status === 404]).toEqual([true, false]);
    if (answer.status >= 400) expect(answer.text.length).toBeLessThan(MAX_PROBLEM_BYTES);
    expect(await count('things')).toBe(before);
  });

  it('serves the next one', async () => {
    for (const id of ENGINES) {
      const lint = await post('/api/studio/lint', { connection_id: id, sql: 'SELEC 1' });
      expect((JSON.parse(lint.text) as LintAnswer).markers).toHaveLength(1);
    }
    const complete = await post('/api/studio/complete', { connection_id: 'pg', sql: 'SELECT * FROM thi', offset: 17 });
    expect((JSON.parse(complete.text) as CompletionAnswer).items.map(({ label }) => label)).toContain('things');
    expect(await bench.breaches()).toEqual([]);
  });

  it.each([-1, 1e308, 0.5, '5', null, { valueOf: 1 }, [3]])('takes no offset of %j', async (offset) => {
    for (const path of ['/api/studio/complete', '/api/studio/format']) {
      const answer = await post(path, { connection_id: 'pg', sql: 'SELECT 1', offset });
      expect(answer.status < 500 && (answer.status === 400 || offset === null || offset === 1e308)).toBe(true);
    }
  });

  it('cuts the error of a database that quotes a text of megabytes', async () => {
    const sql = `SELECT "${'x'.repeat(3 * MEGABYTE)}`;
    const { id } = JSON.parse((await post('/api/studio/runs', { connection_id: 'pg', sql }, 'viewer')).text) as Run;
    // A text of that length may take longer than the answer waits.
    const message = async (): Promise<string | undefined> => {
      const run = await bench.send({ method: 'GET', path: `/api/studio/runs/${id}`, as: 'viewer' });
      return (JSON.parse(run.text) as Run).statements[0]?.error?.message;
    };
    await until('the statement has failed', async () => (await message()) !== undefined);
    expect((await message())?.length).toBeLessThanOrEqual(100_000);
    const raised = `DO $$ BEGIN RAISE EXCEPTION '%', repeat('x', 20000000) USING DETAIL = repeat('y', 20000000); END $$`;
    const second = await post('/api/studio/runs', { connection_id: 'pg', sql: raised }, 'viewer');
    expect([second.status, second.text.length < MEGABYTE]).toEqual([201, true]);
  });
});
