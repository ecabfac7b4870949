import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ResultRow } from '#libs/api';
import { hostOf } from '../host/testing/host-of.js';
import { neverAborted, until } from '../testing/index.js';
import { StagedFile } from './staged-file.js';

describe('a staged file', () => {
  let folder: string;
  let file: StagedFile;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'staged-spec-'));
    writeFileSync(join(folder, 'upload.csv'), 'id,born\n1,"2001-02-03"\n2,\n');
    const reading = { encoding: 'auto', header: null, delimiter: null, sheet: null } as const;
    const place = { folder, table: 'upload', ...reading, dateOrder: null, decimal: null };
    file = await StagedFile.open(place, neverAborted());
  });
  afterEach(async () => {
    await file.close();
    rmSync(folder, { recursive: true });
  });

  it('is read on in a new process where its own has ended', async () => {
    const { columns } = await file.columns(neverAborted());
    const rows = await file.rows(`SELECT * FROM ${file.table} ORDER BY id`, neverAborted());
    process.kill((await hostOf('import')).pid, 'SIGKILL');
    const again = (): Promise<ResultRow[]> => file.rows(`SELECT * FROM ${file.table} ORDER BY id`, neverAborted());
    await until('a new process reads the file', () => again().then(Boolean, () => false));
    expect(await again()).toEqual(rows);
    expect((await file.columns(neverAborted())).columns).toEqual(columns);
  });

  it('keeps no result that is too long for this process', async () => {
    const texts = (count: number): string => `SELECT repeat('a', 1000000) FROM range(${count})`;
    expect(await file.rows(texts(16), neverAborted())).toHaveLength(16);
    await expect(file.rows(texts(100), neverAborted())).rejects.toThrow('The result is too long.');
    expect(await file.rows('SELECT 1', neverAborted())).toEqual([['1']]);
  });
});
