import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { DataImport } from '#libs/api';
import { ImportsApp, newTable } from './testing/imports-app.js';

let app: ImportsApp;
let folder: string;
beforeAll(async () => {
  app = await ImportsApp.start();
  folder = mkdtempSync(join(tmpdir(), 'large-previews-'));
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function parquetOf(query: string): Promise<Buffer> {
  const path = join(folder, 'made.parquet');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`COPY (${query}) TO '${path}' (FORMAT parquet, COMPRESSION zstd)`);
  connection.closeSync();
  instance.closeSync();
  return readFileSync(path);
}

function charactersOf({ preview }: DataImport): number {
  return (preview?.rows ?? []).flat().reduce((sum, cell) => sum + (cell?.length ?? 0), 0);
}

it('cuts long values, and imports them whole', async () => {
  const bytes = await parquetOf(`SELECT i, repeat('ab', 10000) AS t, '' AS e, NULL::VARCHAR AS n FROM range(100) r(i)`);
  expect(bytes.length).toBeLessThan(10_000);
  const found = await app.upload('long.parquet', bytes);
  expect(found.preview?.rows[0]).toEqual(['0', `${'ab'.repeat(500)}…`, '', null]);
  expect(charactersOf(found)).toBeLessThan(101_000);
  const end = await app.load(found.id, newTable('pg', 'long_texts', { i: 'bigint', t: 'text' }));
  expect(end).toMatchObject({ status: 'succeeded', imported_rows: 100, preview: { row_count: 100 } });
  expect(await app.query('SELECT count(*), min(length(t)), max(length(t)) FROM long_texts')).toEqual([
    ['100', '20000', '20000'],
  ]);
});

it.each([
  ['nested values', `[repeat('a', 100000)]`, /^\["a{998}…$/],
  ['bytes', `repeat('a', 100000)::BLOB`, /^\\x(?:61){499}…$/],
])('cuts %s', async (_what, value, cut) => {
  const found = await app.upload('cut.parquet', await parquetOf(`SELECT ${value} AS v`));
  expect(found.preview?.rows[0]?.[0]).toMatch(cut);
});

it('bounds the preview of a wide file', async () => {
  const row = `${Array.from({ length: 1_200 }, () => 'x'.repeat(60)).join(',')}\n`;
  const found = await app.upload(
    'wide.csv',
    `${Array.from({ length: 1_200 }, (_, at) => `c${at}`).join(',')}\n${row.repeat(90)}`,
  );
  expect(found).toMatchObject({ status: 'ready', preview: { row_count: 90 } });
  expect(found.preview?.rows).toHaveLength(83);
  expect(found.preview?.rows[0]?.[0]).toBe(`${'x'.repeat(40)}…`);
});

it('refuses names of columns that no page can show', async () => {
  const found = await app.upload('names.parquet', await parquetOf(`SELECT 1 AS "${'n'.repeat(2_000_000)}"`));
  expect(found).toMatchObject({ status: 'unreadable', preview: null });
  expect(found.error?.message).toContain('more than 2,000,000 characters');
});

it('sends the rows of a preview once: not in the list, and not while they are imported', async () => {
  const found = await app.upload('rows.csv', 'id,name\n1,one\n2,two\n');
  const { items } = await app.ask<{ items: DataImport[] }>('GET', '/api/imports');
  expect(items.find(({ id }) => id === found.id)?.preview).toEqual({ ...found.preview, rows: [] });
  const begun = await app.ask<DataImport>(
    'POST',
    `/api/imports/${found.id}/start`,
    newTable('pg', 'rows_once', { id: 'bigint', name: 'text' }),
  );
  expect(begun).toMatchObject({ status: 'importing', preview: { rows: [], row_count: 2 } });
  expect((await app.settled(found.id)).preview).toEqual(found.preview);
});
