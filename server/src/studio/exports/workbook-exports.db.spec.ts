import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { StudioExport } from '#libs/api';
import { StagedFile } from '../../connections/index.js';
import { StudioApp } from '../testing/studio-app.js';

const { signal } = new AbortController();
const VALUES = `SELECT 1 AS id, 12345678901234567::int8 AS big, 0.10::numeric(4,2) AS price, true AS ok,
  date '2024-05-01' AS day, timestamp '2024-05-01 12:30:00' AS at, timestamptz '2024-05-01 12:30:00+00' AS zoned,
  E'a <b> & "c"\\n\\x01' AS note, NULL::text AS nothing, '' AS empty, '=1+1' AS formula
UNION ALL SELECT 2, -1, 2.5, false, '1800-01-01', '2024-05-01 12:30:00.123456', NULL, 'x', 'y', 'z', '_x0041_'`;

let app: StudioApp;
let folder = '';
beforeAll(async () => {
  app = await StudioApp.start();
  folder = mkdtempSync(join(tmpdir(), 'workbook-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await app.stop();
});

async function made(body: object): Promise<StudioExport> {
  return (await app.send<StudioExport>('POST', '/api/studio/exports', body)).body;
}

it('is a workbook with every value, which is read as it was', async () => {
  const run = await app.run(VALUES);
  const { href } = await made({ run_id: run.id, statement: 0, format: 'xlsx', sort: '0:desc' });
  const { body } = await app.download(href);
  writeFileSync(join(folder, 'book.xlsx'), body);
  const file = await StagedFile.open(
    { folder, table: 'book', encoding: 'auto', delimiter: null, sheet: null, header: null },
    signal,
  );
  try {
    const { columns } = await file.columns(signal);
    expect(columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      ...['id BIGINT', 'big VARCHAR', 'price DOUBLE', 'ok BOOLEAN', 'day VARCHAR', 'at VARCHAR', 'zoned VARCHAR'],
      ...['note VARCHAR', 'nothing VARCHAR', 'empty VARCHAR', 'formula VARCHAR'],
    ]);
    expect(await file.rows(`SELECT COLUMNS(*)::VARCHAR FROM ${file.table}`, signal)).toEqual([
      ['2', '-1', '2.5', 'false', '1800-01-01', '2024-05-01 12:30:00.123456', null, 'x', 'y', 'z', '_x0041_'],
      [
        ...['1', '12345678901234567', '0.1', 'true', '2024-05-01', '2024-05-01 12:30:00', '2024-05-01 12:30:00+00'],
        ...['a <b> & "c"\n\u0001', null, '', '=1+1'],
      ],
    ]);
  } finally {
    await file.close();
  }
});

it('is refused where the result does not fit into a sheet', async () => {
  const sql = 'SELECT i FROM generate_series(1, 1048576) AS s(i)';
  const { id, href } = await made({ connection_id: 'pg', sql, format: 'xlsx' });
  await app.download(href).catch(() => undefined);
  const { body } = await app.send<StudioExport>('GET', `/api/studio/exports/${id}`);
  expect(body).toMatchObject({ status: 'failed' });
  expect(body.error).toContain('A sheet holds 1,048,575 rows below its header');
});
