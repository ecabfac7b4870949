import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RowsPage, Run } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { StudioApp } from './testing/studio-app.js';

let app: StudioApp;
beforeAll(async () => {
  app = await StudioApp.start();
});
afterAll(() => app.stop());

const sortedFiles = (run: Run) =>
  readdirSync(join(app.workbench.home, 'results')).filter(
    (name) => name.startsWith(run.id) && !name.endsWith('.ndjson'),
  );

async function read(run: Run, query: string) {
  return (await app.send<RowsPage>('GET', `/api/studio/runs/${run.id}/statements/0/rows?${query}`)).body;
}

describe('dates of a tab that has a DateStyle of its own', () => {
  it.each([
    ['SQL, DMY', 'other', 1],
    ['ISO, DMY', 'date', 0],
  ])('are sorted as what they are: %s', async (style, kind, notices) => {
    const select = "SELECT d FROM (VALUES (date '2024-02-01'), ('2024-01-15'), ('2023-12-31')) v(d)";
    const run = await app.run(`SET DateStyle = '${style}'; ${select}`);
    const [, result] = run.statements;
    expect([result?.columns?.[0]?.kind, result?.notices.length]).toEqual([kind, notices]);
    const { body } = await app.send<RowsPage>('GET', `/api/studio/runs/${run.id}/statements/1/rows?sort=0:asc`);
    const texts = result?.rows.map(([cell]) => cell ?? '') ?? [];
    expect(body.rows.map(([cell]) => cell)).toEqual(texts.toSorted());
  });
});

/** Values of one type, each with what Postgres needs to order it as it prints. */
const COLUMNS: [string, string, string][] = [
  [
    'bigint',
    `'9223372036854775807', '-9223372036854775808', '9007199254740992', '9007199254740993', '0', '-1', '10', '9'`,
    '',
  ],
  [
    'numeric',
    `'NaN', 'Infinity', '-Infinity', '0', '0.00', '-0.1', '-0.10', '1e-30', '123456789012345678901234567890.5', '-99999999999999999999999999999999999999999', '2', '10', '10.0'`,
    '',
  ],
  ['float8', `'NaN', 'Infinity', '-Infinity', '0', '-0', '5e-324', '1.5', '-1.5', '1e15', '1e16', '-1e300', '0.1'`, ''],
  [
    'timestamptz',
    `'infinity', '-infinity', '0044-03-15 12:00:00+00 BC', '4713-01-01 00:00:00+00 BC', '1969-12-31 23:59:59.999999+00', '2026-10-25 02:30:00.000001+02', '2026-10-25 02:30:00+01', '294275-12-31 00:00:00+00'`,
    '',
  ],
  [
    'timestamp',
    `'infinity', '0001-01-01 00:00:00', '0001-12-31 00:00:00 BC', '2024-02-29 23:59:59.5', '2024-03-01'`,
    '',
  ],
  ['date', `'infinity', '-infinity', '5874897-12-31', '4714-11-24 BC', '2024-02-29', '2024-03-01', '0001-01-01'`, ''],
  ['time', `'24:00:00', '00:00:00', '23:59:59.999999', '12:34:56.7', '12:34:56.70001'`, ''],
  ['boolean', `'t', 'f'`, ''],
  [
    'uuid',
    `'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '00000000-0000-0000-0000-000000000000', 'ffffffff-0000-0000-0000-000000000000'`,
    '',
  ],
  ['bytea', String.raw`'\x', '\x00', '\x0001', '\xff', '\x7f'`, ''],
  [
    'text',
    String.raw`'', ' ', '10', '9', 'A', 'a', 'B', 'é', '😀', U&'\FFEE', U&'\E000', '"', E'\\', E'a\nb', 'a,b', 'NULL'`,
    'COLLATE "C"',
  ],
];

describe.each([
  ['a paged result', 12_000],
  ['a whole result', 700],
])('%s', (_, rowCount) => {
  it.each(COLUMNS)(
    'is sorted by %s as ORDER BY sorts it, equal values in the order in which they came',
    async (type, values, collation) => {
      const table = `(SELECT (ARRAY[NULL, ${values}])[1 + (i::bigint * 7919) % ${values.split(', ').length + 1}]::${type} AS v, i FROM generate_series(1, ${rowCount}) AS s(i)) AS t`;
      const run = await app.run(`SELECT v, i FROM ${table} ORDER BY i`);
      for (const direction of ['asc', 'desc']) {
        const truth = await app.run(`SELECT v, i FROM ${table} ORDER BY v ${collation} ${direction}, i`);
        for (const offset of [0, rowCount - 350]) {
          const { rows } = await read(run, `sort=v:${direction}&offset=${offset}&limit=350`);
          expect(rows).toEqual((await read(truth, `offset=${offset}&limit=350`)).rows);
        }
      }
    },
  );
});

describe('a sorted result', () => {
  it.each([
    ['by the engine', 'integer', 'i', []],
    [
      'cell by cell where a number is none to the engine',
      'numeric',
      "CASE WHEN i = 0 THEN 'NaN'::numeric ELSE i END",
      ['.ndjson-0-desc.order'],
    ],
  ])('is sorted %s, read at any offset, and gone with its run', async (_, type, value, files) => {
    const from = type === 'numeric' ? 0 : 1;
    const run = await app.run(
      `SELECT (${value})::${type} AS i, md5(i::text) AS digest FROM generate_series(${from}, 50000) AS s(i)`,
    );
    const pages = await Promise.all(
      [0, 200, 49_900].map((offset) => read(run, `sort=0:desc&offset=${offset}&limit=200`)),
    );
    expect(pages.map(({ rows }) => [rows.length, rows[0]?.[0]])).toEqual([
      [200, type === 'numeric' ? 'NaN' : '50000'],
      [200, String(49_800 + 1 - from)],
      [101 - from, String(101 - from)],
    ]);
    expect(pages[0]).toMatchObject({ offset: 0, row_count: 50_001 - from, complete: true });
    expect(sortedFiles(run).filter((name) => !name.endsWith('.keys'))).toEqual(
      files.map((name) => `${run.id}-0${name}`),
    );
    expect((await read(run, 'sort=digest:asc&limit=1')).rows[0]?.[1]).toMatch(/^0000/);
    await app.send('DELETE', `/api/studio/runs/${run.id}`);
    expect(sortedFiles(run)).toEqual([]);
  });

  it('can be deleted while it is being sorted', async () => {
    const run = await app.run(
      "SELECT i, CASE WHEN i = 1 THEN 'NaN'::numeric ELSE i END AS n FROM generate_series(1, 100000) AS s(i)",
    );
    const reading = app.send<ProblemDocument>(
      'GET',
      `/api/studio/runs/${run.id}/statements/0/rows?sort=1:asc&offset=50000`,
    );
    await app.until(
      () => Promise.resolve(sortedFiles(run)),
      (names) => names.some((name) => name.endsWith('.order.parts')),
    );
    await app.send('DELETE', `/api/studio/runs/${run.id}`);
    expect((await reading).body.code).toBe('run-not-found');
    expect(sortedFiles(run)).toEqual([]);
  });

  it('can be deleted while the engine sorts it', async () => {
    const run = await app.run('SELECT i, md5(i::text) AS digest FROM generate_series(1, 200000) AS s(i)');
    const path = `/api/studio/runs/${run.id}/statements/0/rows?sort=1:asc&offset=150000`;
    const reading = app.send<ProblemDocument>('GET', path);
    await app.send('DELETE', `/api/studio/runs/${run.id}`);
    expect((await reading).body.code).toBe('run-not-found');
    expect(sortedFiles(run)).toEqual([]);
  });

  it('keeps the page without an order as it was', async () => {
    const run = await app.run('SELECT i % 7 AS i FROM generate_series(1, 20000) AS s(i)');
    await read(run, 'sort=0:desc');
    expect((await read(run, 'limit=3')).rows).toEqual([['1'], ['2'], ['3']]);
  });

  it.each([
    ['a column that is not there', 'sort=nope:asc', 400],
    ['a place behind the last column', 'sort=3:asc', 400],
    ['a name that two columns have', 'sort=a:asc', 400],
    ['no direction', 'sort=0', 400],
    ['another direction', 'sort=0:up', 400],
    ['a place', 'sort=1:desc', 200],
    ['a name with a colon', 'sort=b%3Ac:desc', 200],
  ])('answers %s', async (_, query, status) => {
    const run = await app.run('SELECT 1 AS a, 2 AS a, 3 AS "b:c"');
    expect((await app.send('GET', `/api/studio/runs/${run.id}/statements/0/rows?${query}`)).status).toBe(status);
  });
});
