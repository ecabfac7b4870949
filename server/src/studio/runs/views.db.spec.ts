import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ColumnStatistics, MatchesPage, ResultFilter, RowsPage, Run } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { StudioApp } from '../testing/studio-app.js';

const BIG = `SELECT i, (i % 1000) / 8.0 AS eighth, CASE WHEN i % 3 = 0 THEN NULL ELSE 'Name ' || i END AS "a ""name"""
FROM generate_series(1, 30000) AS s(i)`;
const SMALL = `SELECT * FROM (VALUES (1, 'Straße'), (2, NULL), (3, ''), (4, 'STRAẞE')) AS t(n, word)`;

let app: StudioApp;
let big: Run;
let small: Run;
beforeAll(async () => {
  app = await StudioApp.start();
  big = await app.run(BIG);
  small = await app.run(SMALL);
});
afterAll(() => app.stop());

function addressOf(run: Run, path: string, query: Record<string, unknown>): string {
  const texts = Object.entries(query).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return `/api/studio/runs/${run.id}/statements/0/${path}?${new URLSearchParams(texts).toString()}`;
}

function read<T>(run: Run, path: string, query: Record<string, unknown> = {}) {
  return app.send<T>('GET', addressOf(run, path, query));
}

async function download(run: Run, query: Record<string, unknown>): Promise<string> {
  const { port } = app.workbench.app.getHttpServer().address() as AddressInfo;
  return (await fetch(`http://127.0.0.1:${port}${addressOf(run, 'export', query)}`)).text();
}

/** Rows that match, once they are counted. */
async function counted(run: Run, query: Record<string, unknown>): Promise<RowsPage> {
  for (;;) {
    const { body } = await read<RowsPage>(run, 'rows', query);
    if (body.filtered_row_count !== null) return body;
  }
}

const THOUSANDS: ResultFilter[] = [
  { column: 0, op: 'between', from: '1000', to: '20000' },
  { column: 1, op: 'equals', value: '0' },
];

describe('rows that match a filter', () => {
  it('are read from a paged result in its order and in another, with their numbers', async () => {
    const page = await counted(big, { filter: THOUSANDS, limit: '3' });
    expect(page).toMatchObject({ row_count: 30_000, filtered_row_count: 20, row_numbers: [999, 1999, 2999] });
    const last = await counted(big, { filter: THOUSANDS, sort: 'i:desc', limit: '2', offset: '1' });
    expect([last.rows.map(([i]) => i), last.row_numbers]).toEqual([
      ['19000', '18000'],
      [18_999, 17_999],
    ]);
  });

  it('are read from a result in memory', async () => {
    const filter: ResultFilter[] = [{ column: 1, op: 'equals', value: 'straße' }];
    const page = await counted(small, { filter });
    expect([page.rows.map(([n]) => n), page.filtered_row_count, page.row_numbers]).toEqual([['1', '4'], 2, [0, 3]]);
    const isNull = await counted(small, { filter: [{ column: 1, op: 'is_null' }] });
    expect(isNull.rows).toEqual([['2', null]]);
  });

  it.each<[string, unknown, string]>([
    ['no JSON', '[{', '/filter'],
    ['no list', {}, '/filter'],
    ['an unknown member', [{ column: 0, op: 'is_null', surprise: 1 }], '/filter/0'],
    ['an unknown operation', [{ column: 0, op: 'like', value: '1' }], '/filter/0/op'],
    ['a column that is not there', [{ column: 3, op: 'is_null' }], '/filter/0/column'],
    [
      'a value of another kind',
      [
        { column: 0, op: 'is_null' },
        { column: 0, op: 'equals', value: 'x' },
      ],
      '/filter/1/value',
    ],
  ])('are refused for %s', async (_, filter, pointer) => {
    const { status, body } = await read<ProblemDocument>(big, 'rows', { filter });
    expect([status, body.code, body.errors?.map((error) => error.pointer)]).toEqual([
      400,
      'validation-failed',
      [pointer],
    ]);
  });

  it('are exported in the order on screen', async () => {
    const query = { filter: THOUSANDS.slice(1), sort: 'i:desc', format: 'ndjson' };
    const lines = (await download(big, query)).trim().split('\n');
    expect([lines.length, lines[0]]).toEqual([30, '{"i":30000,"eighth":0.00000000000000000000,"a \\"name\\"":null}']);
    const held = await download(small, { filter: [{ column: 0, op: 'in', values: ['2', '3'] }], format: 'csv' });
    expect(held).toBe('n,word\n2,\n3,""\n');
  });
});

describe('cells that contain a text', () => {
  it('are found in the filtered and sorted result, forwards and backwards', async () => {
    const query = { text: 'name 1', filter: THOUSANDS, sort: 'i:desc' };
    const { body } = await read<MatchesPage>(big, 'matches', { ...query, limit: '2' });
    const items = [1, 3].map((row) => ({ row, column: 2 }));
    expect(body).toEqual({ items, first_place: 0, match_count: 8, complete: true });
    const before = await read<MatchesPage>(big, 'matches', { ...query, limit: '1', before_row: '3' });
    expect([before.body.items, before.body.first_place]).toEqual([[{ row: 1, column: 2 }], 0]);
  });

  it('are refused where the text or the run is missing', async () => {
    expect((await read<ProblemDocument>(big, 'matches')).body.code).toBe('validation-failed');
    const gone = { ...big, id: 'gone' };
    expect((await read<ProblemDocument>(gone, 'matches', { text: 'a' })).body.code).toBe('run-not-found');
  });
});

describe('statistics of a column', () => {
  it('sum up a paged result', async () => {
    const { body } = await read<ColumnStatistics>(big, 'columns/1/statistics');
    expect(body).toMatchObject({
      ...{ row_count: 30_000, distinct_count: 1000, null_count: 0, average: '62.4375', complete: true },
      ...{ min: '0.00000000000000000000', max: '124.8750000000000000', median: '62.4375' },
    });
    expect(body.top).toHaveLength(10);
    expect(body.histogram?.reduce((sum, { count }) => sum + count, 0)).toBe(30_000);
  });

  it('sum up the rows that match', async () => {
    const { body } = await read<ColumnStatistics>(big, 'columns/0/statistics', { filter: THOUSANDS });
    expect(body).toMatchObject({ row_count: 20, min: '1000', max: '20000', average: '10500', median: '10500' });
  });

  it('are not there for a column that is not there', async () => {
    expect((await read<ProblemDocument>(big, 'columns/3/statistics')).body.code).toBe('not-found');
  });
});
