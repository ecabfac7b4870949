import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { DataImport, ImportRequest } from '#libs/api';
import { IMPORT_PART_BYTES } from '#libs/imports';
import { sizeOf } from '../faults/testing/rounds.js';
import { ImportsApp } from './testing/imports-app.js';

const ROWS = sizeOf(200_000, 10_000_000);
const BAD_ROW = ROWS - 1;
const CUT_BYTES = sizeOf(3 * IMPORT_PART_BYTES + 1000, 5 * 1024 ** 3);
const LIMIT_MS = sizeOf(300_000, 3_600_000);

let app: ImportsApp;
beforeAll(async () => {
  app = await ImportsApp.start();
});
afterAll(() => app.stop());

const leftFolders = (): string[] =>
  readdirSync(join(app.workbench.home, 'tmp')).filter((one) => one.includes('-import-'));

/** Sends parts of a file from `offset` up to `end`. */
async function sendParts(id: string, content: Buffer | null, offset: number, end: number): Promise<void> {
  const filler = Buffer.from(`${'x'.repeat(1023)}\n`.repeat(IMPORT_PART_BYTES / 1024));
  for (let at = offset; at < end; at += IMPORT_PART_BYTES) {
    const bytes = Math.min(IMPORT_PART_BYTES, end - at);
    const part = content === null ? filler.subarray(0, bytes) : content.subarray(at, at + bytes);
    await app.ask('PUT', `/api/imports/${id}/file?offset=${at}`, part);
  }
}

it(
  'names the row of a wrong type at the end of a long file, and changes nothing',
  async () => {
    const lines = ['n'];
    for (let row = 1; row <= ROWS; row += 1) lines.push(row === BAD_ROW ? 'wrong' : String(row));
    const content = Buffer.from(`${lines.join('\n')}\n`);
    const made = { file_name: 'late.csv', size_bytes: content.length };
    const { id } = await app.ask<DataImport>('POST', '/api/imports', made);
    await sendParts(id, content, 0, content.length);
    expect(await app.settled(id)).toMatchObject({ preview: { columns: [{ type: 'VARCHAR' }], row_count: ROWS } });

    await app.query('CREATE TABLE late (n int)');
    const target = { connection_id: 'pg', schema: 'public', table: 'late', is_new: false } as const;
    const request: ImportRequest = { ...target, columns: [{ source: 'n', target: 'n' }], on_reject: 'stop' };
    const end = await app.load(id, request);
    expect(end).toMatchObject({ status: 'failed', imported_rows: 0, error: { row: BAD_ROW, column: 'n' } });
    expect(end.error?.message).toContain('"wrong"');
    expect(await app.query('SELECT count(*) FROM late')).toEqual([['0']]);

    const skipped = await app.load(id, { ...request, on_reject: 'skip' });
    expect(skipped).toMatchObject({ status: 'succeeded', imported_rows: ROWS - 1, rejected_rows: 1 });
    expect(await app.query('SELECT count(*) FROM late')).toEqual([[String(ROWS - 1)]]);
    await app.ask('DELETE', `/api/imports/${id}`);
    expect(leftFolders()).toEqual([]);
  },
  LIMIT_MS,
);

it(
  'goes on with a large upload that was cut in the middle, and leaves nothing of one that is given up',
  async () => {
    const made = { file_name: 'cut.csv', size_bytes: CUT_BYTES };
    const { id } = await app.ask<DataImport>('POST', '/api/imports', made);
    const half = Math.ceil(CUT_BYTES / 2 / IMPORT_PART_BYTES) * IMPORT_PART_BYTES;
    await sendParts(id, null, 0, half);
    expect(await app.ask('GET', `/api/imports/${id}`)).toMatchObject({ status: 'uploading', received_bytes: half });
    await sendParts(id, null, half, CUT_BYTES);
    expect(await app.settled(id)).toMatchObject({
      status: 'ready',
      received_bytes: CUT_BYTES,
      preview: { row_count: Math.ceil(CUT_BYTES / 1024) - 1 },
    });
    await app.ask('DELETE', `/api/imports/${id}`);

    const other = await app.ask<DataImport>('POST', '/api/imports', made);
    await sendParts(other.id, null, 0, half);
    await app.ask('POST', `/api/imports/${other.id}/cancel`);
    expect(leftFolders()).toEqual([]);
  },
  LIMIT_MS,
);
