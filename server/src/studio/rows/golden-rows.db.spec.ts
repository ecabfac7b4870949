import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import type { InsertedRow, ParameterType, ResultColumn, ResultRow, Run } from '#libs/api';
import { psql } from '../testing/psql.js';
import { StudioApp } from '../testing/studio-app.js';

const FOLDER = join(import.meta.dirname, '../../connections/engines/postgres/golden');
const DATABASE = `golden_rows_${process.pid}`;
const sqlOf = (name: string): string => readFileSync(join(FOLDER, name), 'utf8').trim();
/** `-- since 15` at the top of a file: the first major version that has what it asks for. */
const SINCE = /^-- since (\d+)/;
const major = Math.floor(Number(await psql('SHOW server_version_num', ['-A', '-t'])) / 10_000);
const NAMES = readdirSync(FOLDER).filter(
  (name) => name !== 'set-up.sql' && Number(SINCE.exec(sqlOf(name))?.[1] ?? 0) <= major,
);
/** Types of values that no column of a table can have. */
const NO_COLUMN = /^(record(\[\])?|void|unknown|pg_snapshot\[\])$/;

let app: StudioApp;
beforeAll(async () => {
  app = await StudioApp.start((login, data) => {
    const lite = new Database(join(data, 'lite.sqlite'));
    lite.prepare('CREATE TABLE none (a)').run();
    lite.close();
    return `  - { id: golden, name: Golden, ${login.replace(/database: \S+,/, `database: ${DATABASE},`)} }
  - { id: lite, name: Lite, kind: files, path: ${join(data, 'lite.sqlite')}, read_only: false }
`;
  });
  await app.run(`CREATE DATABASE ${DATABASE}`);
  await app.run(`CREATE EXTENSION postgis; ${sqlOf('set-up.sql')}`, 'golden');
});
afterAll(async () => {
  await app.send('POST', '/api/connections/golden/reconnect');
  await app.run(`DROP DATABASE ${DATABASE} WITH (FORCE)`);
  await app.stop();
});

/** Adds the row as texts and answers with what the database says it holds, or with its refusal. */
async function added(connection: string, table: string, row: ResultRow): Promise<unknown> {
  const values = Object.fromEntries(row.map((text, index) => [`c${index}`, text]));
  const body = { connection_id: connection, table, values };
  const answer = await app.send<InsertedRow>('POST', '/api/studio/rows', body);
  return answer.status === 201 ? answer.body.row : answer.body;
}

async function makeTable(connection: string, table: string, types: readonly string[]): Promise<void> {
  const columns = types.map((type, index) => `c${index} ${type}`).join(', ');
  const { status, statements } = await app.run(`CREATE TABLE ${table} (${columns})`, connection);
  expect([status, statements[0]?.error?.message]).toEqual(['succeeded', undefined]);
}

function storable(columns: readonly ResultColumn[]): number[] {
  return columns.flatMap(({ type }, index) => (NO_COLUMN.test(type) ? [] : [index]));
}

describe('a new row on Postgres', () => {
  it.each(NAMES)('takes the texts of %s and has the same ones', async (name) => {
    const sql = sqlOf(name);
    const result = (await app.run(sql, 'golden')).statements[0];
    const [columns, rows] = [result?.columns ?? [], result?.rows ?? []];
    const places = storable(columns);
    const table = `t_${name.replace(/\W/g, '_')}`;
    await makeTable(
      'golden',
      table,
      places.map((place) => columns[place]?.type ?? ''),
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows.slice(0, 5)) {
      const texts = places.map((place) => row[place] ?? null);
      expect(await added('golden', table, texts)).toEqual(texts);
    }
  });
});

/** What the database makes of texts that are bound as values of these types. */
async function bound(connection: string, types: readonly string[], row: ResultRow): Promise<unknown> {
  const sql = `SELECT ${types.map((type, index) => `CAST(:c${index} AS ${type})`).join(', ')}`;
  const parameters = Object.fromEntries(row.map((text, index) => [`c${index}`, text]));
  const { body } = await app.send<Run>('POST', '/api/studio/runs', { connection_id: connection, sql, parameters });
  const { statements } = await app.whenOver(body.id);
  return statements[0]?.error ?? statements[0]?.rows[0];
}

describe('parameters on Postgres', () => {
  it.each(NAMES)('take the texts of %s and come back as the same ones', async (name) => {
    const result = (await app.run(sqlOf(name), 'golden')).statements[0];
    const [columns, rows] = [result?.columns ?? [], result?.rows ?? []];
    const places = storable(columns);
    const types = places.map((place) => columns[place]?.type ?? '');
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows.slice(0, 5)) {
      const texts = places.map((place) => row[place] ?? null);
      expect(await bound('golden', types, texts)).toEqual(texts);
    }
  });
});

/** A type of DuckDB and texts that it prints for its values. */
const DUCKDB: readonly (readonly [string, ...(string | null)[]])[] = [
  ['BOOLEAN', 'true', null],
  ['TINYINT', '-128'],
  ['UBIGINT', '18446744073709551615'],
  ['HUGEINT', '-170141183460469231731687303715884105728'],
  ['UHUGEINT', '340282366920938463463374607431768211455'],
  ['BIGNUM', '9'.repeat(60)],
  ['DECIMAL(38,10)', '-1234567890123456789012345678.0123456789'],
  ['DOUBLE', '1e+300', 'nan', '-0.0', '0.30000000000000004'],
  ['FLOAT', '0.1', '-inf'],
  ['VARCHAR', '', ' ', "it's", '😀 größe', 'NULL', '$1'],
  ['DATE', '2020-02-29', 'infinity', '0044-03-15 (BC)'],
  ['TIME', '23:59:59.000001'],
  ['TIMETZ', '12:00:00+05:30'],
  ['TIMESTAMP', '2020-01-01 10:00:00.123456', '-infinity'],
  ['TIMESTAMPTZ', '2020-01-01 10:00:00.5+00'],
  ['TIMESTAMP_NS', '2020-01-01 10:00:00.123456789'],
  ['TIMESTAMP_S', '2020-01-01 10:00:00'],
  ['TIMESTAMP_MS', '2020-01-01 10:00:00.12'],
  ['INTERVAL', '1 year 2 days 00:00:03.5'],
  ['BLOB', '\\xAA\\x00z', ''],
  ['BIT', '01011'],
  ['UUID', '0b53b7a0-1c2d-4e5f-8a9b-0c1d2e3f4a5b'],
  ["ENUM('a', 'b''c')", "b'c"],
  ['INTEGER[]', '[1, NULL, 3]', '[]'],
  ['INTEGER[2]', '[1, 2]'],
  ['VARCHAR[]', "['a, b', NULL, 'NULL', '', 'it\\'s']"],
  ['STRUCT(a INTEGER, "b c" DATE[])', "{'a': 1, 'b c': [2020-01-01]}"],
  ['MAP(VARCHAR, INTEGER)', '{a=1, b=NULL}'],
  ['UNION(k INTEGER, s VARCHAR)', '1'],
  ['JSON', '{"a":  1e5, "a": 12345678901234567890.10}'],
  ['GEOMETRY', 'POINT (1 2)'],
];

describe('a new row on DuckDB', () => {
  it.each(DUCKDB)('takes the texts of the type %s and has the same ones', async (type, ...texts) => {
    const table = `t_${DUCKDB.findIndex(([name]) => name === type)}`;
    await makeTable('duck', table, [type]);
    for (const text of texts) expect(await added('duck', table, [text])).toEqual([text]);
  });
});

describe('parameters on DuckDB', () => {
  it.each(DUCKDB)('take the texts of the type %s and come back as the same ones', async (type, ...texts) => {
    for (const text of texts) expect(await bound('duck', [type], [text])).toEqual([text]);
  });
});

const SQLITE: readonly (readonly [string, ...(string | null)[]])[] = [
  ['INTEGER', '9223372036854775807', '-9223372036854775808', null, '0'],
  ['REAL', '1.5', '1.0e+300', '-0.25'],
  ['TEXT', '', ' ', "it's", '😀 größe', 'NULL', '12'],
  ['NUMERIC', '12', '12.5', 'words'],
  ['BLOB', "X'00FF'", "X''", null],
  ['', 'words', '12', null],
  ['DATE', '2020-02-29'],
  ['BOOLEAN', '1', '0'],
];

describe('a new row on SQLite', () => {
  it.each(SQLITE)('takes the texts of the type %j and has the same ones', async (type, ...texts) => {
    const table = `t_${SQLITE.findIndex(([name]) => name === type)}`;
    await makeTable('lite', table, [type]);
    for (const text of texts) expect(await added('lite', table, [text])).toEqual([text]);
  });

  it.each([
    ['INTEGER', '5', 'integer'],
    ['REAL', '5.5', 'real'],
    ['TEXT', '5', 'text'],
    ['BLOB', "X'05'", 'blob'],
  ])('is stored in a column of the type %s as %s', async (type, text, storage) => {
    await makeTable('lite', `s_${storage}`, [type]);
    await added('lite', `s_${storage}`, [text]);
    const { statements } = await app.run(`SELECT typeof(c0) FROM s_${storage}`, 'lite');
    expect(statements[0]?.rows).toEqual([[storage]]);
  });
});

describe('parameters on SQLite', () => {
  it.each<[ParameterType | null, string | null, string, string | null]>([
    ['bigint', '9223372036854775807', 'integer', '9223372036854775807'],
    ['double', '0.1', 'real', '0.1'],
    ['text', '12', 'text', '12'],
    [null, '', 'text', ''],
    ['binary', '\\x00ff', 'blob', "X'00FF'"],
    [null, null, 'null', null],
  ])('are of the type %s: %j', async (type, value, storage, text) => {
    const body = {
      connection_id: 'lite',
      sql: 'SELECT :v, typeof(:v)',
      parameters: { v: { value, type: type ?? undefined } },
    };
    const { id } = (await app.send<Run>('POST', '/api/studio/runs', body)).body;
    expect((await app.whenOver(id)).statements[0]?.rows).toEqual([[text, storage]]);
  });
});
