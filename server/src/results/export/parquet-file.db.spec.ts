import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenedSource } from './export-source.js';
import { writeParquet } from './parquet-file.js';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'parquet-file-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

it('stops at rows that take more bytes than it may write', async () => {
  let batches = 0;
  const source: OpenedSource = {
    columns: [{ name: 'a', type: 'text', kind: 'text', table: null }],
    ...{ dialect: 'postgres', connectionId: 'db', startedAt: '2026-01-01T00:00:00.000Z' },
    ...{ isWhole: true, rowCount: null, linesFile: null },
    async *batches() {
      for (; batches < 1000; batches++)
        yield await Promise.resolve(Array.from({ length: 100 }, () => ['x'.repeat(96)]));
    },
    close: () => Promise.resolve(),
  };
  const limits = { signal: new AbortController().signal, maxBytes: 100_000 };
  await expect(writeParquet(source, join(folder, 'file'), limits)).rejects.toMatchObject({
    code: 'result-too-large',
    detail: 'The result is larger than 100,000 bytes.',
  });
  expect(batches).toBeLessThan(20);
});
