import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import type { RowsPage, Run, StatementResult } from '#libs/api';
import { copyText } from '#libs/results';
import { psql } from '../testing/psql.js';
import { readParquet } from '../testing/read-parquet.js';
import type { ParquetContents } from '../testing/read-parquet.js';
import { StudioApp } from '../testing/studio-app.js';

/** An expression, its text, its JSON, the type of its column in a Parquet file, and its value there as DuckDB prints it. */
type Golden = readonly [expression: string, text: string, json: string, type: string, value?: string];

const POSTGRES: readonly Golden[] = [
  ['9223372036854775807::int8', '9223372036854775807', '9223372036854775807', 'BIGINT'],
  ['(-32768)::int2', '-32768', '-32768', 'BIGINT'],
  ['12.5::numeric(18,4)', '12.5000', '12.5000', 'DECIMAL(18,4)'],
  [
    '1234567890123456789012345678.0123456789::numeric(38,10)',
    '1234567890123456789012345678.0123456789',
    '1234567890123456789012345678.0123456789',
    'DECIMAL(38,10)',
  ],
  ['-1.50::numeric', '-1.50', '-1.50', 'DECIMAL(18,2)'],
  ['(10::numeric ^ 40)::numeric(50,0)', `1${'0'.repeat(40)}`, `1${'0'.repeat(40)}`, 'VARCHAR'],
  ["'NaN'::numeric", 'NaN', '"NaN"', 'VARCHAR'],
  ['0.1::float8 + 0.2::float8', '0.30000000000000004', '0.30000000000000004', 'DOUBLE'],
  ["'-Infinity'::float8", '-Infinity', '"-Infinity"', 'DOUBLE', '-inf'],
  ["'5e-324'::float8", '5e-324', '5e-324', 'DOUBLE'],
  ['0.1::float4', '0.1', '0.1', 'FLOAT'],
  ['true', 't', 'true', 'BOOLEAN', 'true'],
  ["timestamp '2026-01-02 03:04:05.678901'", '2026-01-02 03:04:05.678901', '', 'TIMESTAMP'],
  ["timestamp 'infinity'", 'infinity', '', 'VARCHAR'],
  ["timestamptz '2026-01-02 03:04:05.678901+05:30'", '2026-01-01 21:34:05.678901+00', '', 'TIMESTAMP WITH TIME ZONE'],
  ["timestamptz '-infinity'", '-infinity', '', 'VARCHAR'],
  ["date '2024-02-29'", '2024-02-29', '', 'DATE'],
  ["date '0044-03-15 BC'", '0044-03-15 BC', '', 'VARCHAR'],
  ["time '04:05:06.789'", '04:05:06.789', '', 'TIME'],
  ["time '24:00:00'", '24:00:00', '', 'VARCHAR'],
  ["timetz '04:05:06+05:30'", '04:05:06+05:30', '', 'VARCHAR'],
  ["interval '1 year -2 mons 3 days 04:05:06.789'", '10 mons 3 days 04:05:06.789', '', 'VARCHAR'],
  [
    `'{"n": 12345678901234567890.123456789, "e": 1e2}'::jsonb`,
    '{"e": 100, "n": 12345678901234567890.123456789}',
    '{"e": 100, "n": 12345678901234567890.123456789}',
    'VARCHAR',
  ],
  [`'{"two":  1, "two": 2}'::json`, '{"two":  1, "two": 2}', '{"two":  1, "two": 2}', 'VARCHAR'],
  [`ARRAY['a', NULL, 'q"uo\\te', '', 'x,y']`, String.raw`{a,NULL,"q\"uo\\te","","x,y"}`, '', 'VARCHAR'],
  ["'\\xdeadbeef00'::bytea", '\\xdeadbeef00', String.raw`"\\xdeadbeef00"`, 'BLOB', String.raw`\xDE\xAD\xBE\xEF\x00`],
  ["''::bytea", '\\x', String.raw`"\\x"`, 'BLOB', ''],
  ["B'10101'::bit(5)", '10101', '"10101"', 'VARCHAR'],
  ["'[1,5)'::int4range", '[1,5)', '', 'VARCHAR'],
  ['ROW(1, \'a "b", c\')', '(1,"a ""b"", c")', '', 'VARCHAR'],
  ["'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'::uuid", 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '', 'UUID'],
  ['(-1234.56)::money', '-$1,234.56', '', 'VARCHAR'],
  ["''::text", '', '""', 'VARCHAR'],
  ["'NULL'::text", 'NULL', '"NULL"', 'VARCHAR'],
  ['E\'two\\nlines, "😀"\'::text', 'two\nlines, "😀"', '', 'VARCHAR'],
];

const DUCKDB: readonly Golden[] = [
  [
    '170141183460469231731687303715884105727::HUGEINT',
    '170141183460469231731687303715884105727',
    '170141183460469231731687303715884105727',
    'VARCHAR',
  ],
  ['-99999999999999999999999999999999999999::HUGEINT', `-${'9'.repeat(38)}`, `-${'9'.repeat(38)}`, 'DECIMAL(38,0)'],
  ['18446744073709551615::UBIGINT', '18446744073709551615', '18446744073709551615', 'DECIMAL(38,0)'],
  [
    "'-1234567890123456789012345678.0123456789'::DECIMAL(38,10)",
    '-1234567890123456789012345678.0123456789',
    '-1234567890123456789012345678.0123456789',
    'DECIMAL(38,10)',
  ],
  ['0.1::FLOAT', '0.1', '0.1', 'FLOAT'],
  ["'nan'::DOUBLE", 'nan', '"nan"', 'DOUBLE'],
  ['true', 'true', 'true', 'BOOLEAN'],
  ["['a, b', NULL, '', 'it''s']", String.raw`['a, b', NULL, '', 'it\'s']`, '', 'VARCHAR'],
  ["{'a': 1, 'b c': [DATE '2020-01-01']}", "{'a': 1, 'b c': [2020-01-01]}", '', 'VARCHAR'],
  ["MAP {'a': 1, 'b': NULL}", '{a=1, b=NULL}', '', 'VARCHAR'],
  ['union_value(k := 1)', '1', '"1"', 'VARCHAR'],
  ["'2020-01-01 10:00:00.123456789'::TIMESTAMP_NS", '2020-01-01 10:00:00.123456789', '', 'TIMESTAMP_NS'],
  ["TIMESTAMP '2020-01-01 10:00:00.123456'", '2020-01-01 10:00:00.123456', '', 'TIMESTAMP'],
  ["'-infinity'::DATE", '-infinity', '', 'VARCHAR'],
  ["'0044-03-15 (BC)'::DATE", '0044-03-15 (BC)', '', 'DATE'],
  ["'\\xAA\\x00z'::BLOB", '\\xAA\\x00z', '', 'BLOB'],
  ["'0b53b7a0-1c2d-4e5f-8a9b-0c1d2e3f4a5b'::UUID", '0b53b7a0-1c2d-4e5f-8a9b-0c1d2e3f4a5b', '', 'UUID'],
  ["INTERVAL '1 year 2 days 3.5 seconds'", '1 year 2 days 00:00:03.5', '', 'VARCHAR'],
  [
    `'{"a":  1e5, "a": 12345678901234567890.10}'::JSON`,
    '{"a":  1e5, "a": 12345678901234567890.10}',
    '{"a":  1e5, "a": 12345678901234567890.10}',
    'VARCHAR',
  ],
  ["''", '', '""', 'VARCHAR'],
  ["'a' || chr(0) || 'b'", 'a\0b', String.raw`"a\u0000b"`, 'VARCHAR'],
];

/** Values whose column says one thing and holds another: declared type, value, text, JSON, Parquet. */
const SQLITE: readonly (readonly [declared: string, ...golden: Golden])[] = [
  ['INTEGER', '9223372036854775807', '9223372036854775807', '9223372036854775807', 'BIGINT'],
  ['INTEGER', "'many'", 'many', '"many"', 'VARCHAR'],
  ['REAL', '0.1', '0.1', '0.1', 'DOUBLE'],
  ['REAL', "X'00FF'", "X'00FF'", '', 'VARCHAR'],
  ['BLOB', "X'DEADBEEF'", "X'DEADBEEF'", '', 'BLOB', String.raw`\xDE\xAD\xBE\xEF`],
  ['BLOB', "'text'", 'text', '"text"', 'VARCHAR'],
  ['NUMERIC', '1.5', '1.5', '1.5', 'DECIMAL(18,1)'],
  ['NUMERIC', '1e30', '1.0e+30', '1.0e+30', 'VARCHAR'],
  ['TEXT', "'12'", '12', '"12"', 'VARCHAR'],
  ['TEXT', "''", '', '""', 'VARCHAR'],
  ['BOOLEAN', '1', '1', '"1"', 'VARCHAR'],
  ['DATE', "'2024-02-29'", '2024-02-29', '', 'DATE'],
  ['DATE', '1709164800', '1709164800', '"1709164800"', 'VARCHAR'],
  ['DATETIME', "'2024-02-29T10:00:00Z'", '2024-02-29T10:00:00Z', '', 'VARCHAR'],
];

let app: StudioApp;
beforeAll(async () => {
  app = await StudioApp.start((_, data) => {
    const file = new Database(`${data}/kinds.sqlite`);
    const columns = SQLITE.map(([declared], index) => `c${index} ${declared}`);
    file.prepare(`CREATE TABLE kinds (${columns.join(', ')})`).run();
    file.prepare(`INSERT INTO kinds VALUES (${SQLITE.map(([, value]) => value).join(', ')})`).run();
    file.prepare('INSERT INTO kinds DEFAULT VALUES').run();
    file.prepare(`CREATE TABLE table_name (${columns.join(', ')})`).run();
    file.close();
    return `  - { id: lite, name: Lite, kind: files, path: ${data}/kinds.sqlite, read_only: false, confirm_destructive: false }\n`;
  });
});
afterAll(() => app.stop());

async function exported(run: Run, format: string): Promise<Buffer> {
  const response = await fetch(
    `${await app.workbench.app.getUrl()}/api/studio/runs/${run.id}/statements/0/export?format=${format}`,
  );
  if (!response.ok) throw new Error(await response.text());
  return Buffer.from(await response.arrayBuffer());
}

/** Every expression as a column, in a row of values and a row of NULLs. */
function wide(goldens: readonly Golden[]): string {
  const values = goldens.map(([expression], index) => `${expression} AS c${index}`).join(', ');
  return `SELECT v.* FROM (SELECT 1 AS one) AS o LEFT JOIN (SELECT ${values}) AS v ON true UNION ALL SELECT v.* FROM (SELECT 1 AS one) AS o LEFT JOIN (SELECT ${values}) AS v ON false`;
}

const ENGINES: readonly (readonly [string, string, string, readonly Golden[]])[] = [
  ['Postgres', 'pg', wide(POSTGRES), POSTGRES],
  ['DuckDB', 'duck', wide(DUCKDB), DUCKDB],
  ['SQLite', 'lite', 'SELECT * FROM kinds', SQLITE.map(([, ...golden]) => golden)],
];

describe.each(ENGINES)('values of %s', (_, connection, sql, goldens) => {
  let run: Run;
  let result: StatementResult | undefined;
  const texts = goldens.map(([, text]) => text);
  const nulls = goldens.map(() => null);
  beforeAll(async () => {
    run = await app.run(sql, connection);
    result = run.statements[0];
  });

  it('are on the page as the database prints them', () => {
    expect(result?.error).toBeNull();
    expect(result?.rows).toEqual([texts, nulls]);
  });

  it('stand in CSV with NULL and the empty string apart', async () => {
    const csv = (await exported(run, 'csv')).toString();
    const field = (text: string) => (text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    const head = goldens.map((_golden, index) => `c${index}`).join(',');
    expect(csv).toBe(`${head}\n${texts.map(field).join(',')}\n${','.repeat(goldens.length - 1)}\n`);
  });

  it('stand in CSV for spreadsheets behind a byte order mark', async () => {
    const csv = (await exported(run, 'csv-excel&delimiter=;')).toString();
    expect(csv).toMatch(/^\u{feff}c0;c1;[^\r\n]*\r\n/u);
    expect(csv.endsWith(`\r\n${';'.repeat(goldens.length - 1)}\r\n`)).toBe(true);
  });

  it('are exact in JSON and NDJSON', async () => {
    const member = ([, text, json]: Golden, index: number) =>
      `"c${index}":${json === '' ? JSON.stringify(text) : json}`;
    const lines = [
      `{${goldens.map(member).join(',')}}`,
      `{${goldens.map((_golden, index) => `"c${index}":null`).join(',')}}`,
    ];
    expect((await exported(run, 'ndjson')).toString()).toBe(`${lines.join('\n')}\n`);
    expect((await exported(run, 'json')).toString()).toBe(`[\n${lines.join(',\n')}\n]\n`);
  });

  it('have in Parquet a type that holds them exactly', async () => {
    const file: ParquetContents = await readParquet(await exported(run, 'parquet'));
    expect(file.types).toEqual(goldens.map(([, , , type]) => type));
    expect(file.rows).toEqual([goldens.map(([, text, , , value]) => value ?? text), nulls]);
  });

  it('stay apart from NULL in whatever is copied', () => {
    const columns = result?.columns ?? [];
    const subject = { columns, rows: [texts, nulls], dialect: 'postgres' as const, column: 0 };
    const [, , markdownNulls] = copyText('markdown', subject).split('\n').slice(1);
    expect(markdownNulls).toBe(`| ${nulls.map(() => '*NULL*').join(' | ')} |`);
    expect(copyText('tsv', subject).endsWith(`\n${'\t'.repeat(nulls.length - 1)}\n`)).toBe(true);
    expect(copyText('insert', subject)).toContain(`(${nulls.map(() => 'NULL').join(', ')})`);
  });

  it('are copied as CSV and JSON as they are exported', async () => {
    const subject = { columns: result?.columns ?? [], rows: [texts, nulls], dialect: 'postgres' as const, column: 0 };
    for (const format of ['csv', 'json'] as const)
      expect(copyText(format, subject)).toBe((await exported(run, format)).toString());
  });

  it('are the same on a page of a result that is kept on disk, and sorted', async () => {
    const many =
      connection === 'lite'
        ? 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000) SELECT kinds.* FROM n, kinds'
        : `SELECT w.* FROM (${sql}) AS w, generate_series(1, 6000)`;
    const paged = await app.run(many, connection);
    expect([paged.statements[0]?.delivery, paged.statements[0]?.row_count]).toEqual(['paged', 12_000]);
    for (const [sort, wanted] of [
      ['0:asc', texts],
      ['0:desc', nulls],
    ] as const) {
      const path = `/api/studio/runs/${paged.id}/statements/0/rows?sort=${sort}&offset=5999&limit=1`;
      expect((await app.send<RowsPage>('GET', path)).body.rows).toEqual([wanted]);
    }
    const file = await readParquet(await exported(paged, 'parquet'));
    expect([file.rows.length, file.types]).toEqual([12_000, goldens.map(([, , , type]) => type)]);
    await app.send('DELETE', `/api/studio/runs/${paged.id}`);
  });
});

describe('values of Postgres that are copied', () => {
  it('are byte for byte those of COPY', async () => {
    const run = await app.run(wide(POSTGRES));
    const theirs = await psql(`COPY (${wide(POSTGRES)}) TO STDOUT (FORMAT csv, HEADER)`);
    expect((await exported(run, 'csv')).toString()).toBe(theirs.toString());
  });

  it('come back by the INSERT that was copied', async () => {
    const run = await app.run(
      `DROP TABLE IF EXISTS golden_copy; CREATE TABLE golden_copy AS ${wide(POSTGRES.filter(([expression]) => !expression.startsWith('ROW')))}; SELECT * FROM golden_copy`,
    );
    const { columns, rows } = run.statements[2] ?? { columns: null, rows: [] };
    const insert = copyText('insert', { columns: columns ?? [], rows, dialect: 'postgres', column: 0 });
    const again = await app.run(`TRUNCATE golden_copy; ${insert} SELECT * FROM golden_copy`);
    expect(again.statements[2]?.rows).toEqual(rows);
    await app.run('DROP TABLE golden_copy');
  });

  it.each(POSTGRES.filter(([expression]) => !/::json'?$|ROW/.test(expression)).map(([expression]) => expression))(
    'are found by the IN-list that was copied: %s',
    async (expression) => {
      const { columns, rows } = (await app.run(`SELECT ${expression}`)).statements[0] ?? { columns: null, rows: [] };
      const list = copyText('in-list', { columns: columns ?? [], rows, dialect: 'postgres', column: 0 });
      const found = await app.run(`SELECT count(*) FROM (SELECT ${expression} AS v) AS s WHERE v IN ${list}`);
      expect(found.statements[0]?.rows).toEqual([['1']]);
    },
  );
});

/** No text says which member of a union it is a value of. */
function isWritable([expression]: Golden): boolean {
  return !expression.startsWith('union_value');
}

/** A statement that puts rows into the table that a copied INSERT names where it knows none. */
const TABLES = [
  ['duck', `CREATE TABLE table_name AS ${wide(DUCKDB.filter(isWritable))}`],
  ['lite', 'INSERT INTO table_name SELECT * FROM kinds'],
] as const;

it.each(TABLES)('values of %s come back by the INSERT that was copied', async (connection, made) => {
  const run = await app.run(`${made}; SELECT * FROM table_name`, connection);
  const { columns, rows } = run.statements[1] ?? { columns: null, rows: [] };
  const dialect = connection === 'duck' ? 'duckdb' : 'sqlite';
  const insert = copyText('insert', { columns: columns ?? [], rows, dialect, column: 0 });
  const again = await app.run(`DELETE FROM table_name; ${insert} SELECT * FROM table_name`, connection);
  expect(again.error ?? again.statements.map(({ error }) => error)).toEqual([null, null, null]);
  expect(again.statements[2]?.rows).toEqual(rows);
  expect(rows.length).toBe(2);
});
