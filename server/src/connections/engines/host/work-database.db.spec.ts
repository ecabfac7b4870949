import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { neverAborted } from '../testing/index.js';
import { WorkDatabase } from './work-database.js';

const MEBIBYTE = 1024 ** 2;
const ENDLESS = 'SELECT i, random() AS x FROM range(1000000000000) t(i)';
const TOO_LARGE = 'The result is larger than 33,554,432 bytes.';

let folder: string;
let work: WorkDatabase;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'work-database-'));
  // What is there already does not count.
  await writeFile(join(folder, 'input'), Buffer.alloc(48 * MEBIBYTE));
  const limits = { memoryMebibytes: 256, maxBytes: 32 * MEBIBYTE };
  work = await WorkDatabase.start({ purpose: 'pipeline', folder, readable: [], ...limits }, neverAborted());
});

afterEach(async () => {
  work.kill();
  await rm(folder, { recursive: true, force: true });
});

it('ends a step that makes more tables than the folder may hold', async () => {
  await work.step('small', 'SELECT 1 AS a', 'table');
  await expect(work.step('large', ENDLESS, 'table')).rejects.toThrow(TOO_LARGE);
});

it.each(['csv', 'parquet'])('ends a file that grows beyond what the folder may hold: %s', async (format) => {
  await expect(work.run(`COPY (${ENDLESS}) TO 'out.${format}' (FORMAT ${format})`)).rejects.toThrow(TOO_LARGE);
});

it('spills no more than the folder may hold', async () => {
  await expect(work.run(`SELECT count(*) FROM (SELECT DISTINCT x FROM (${ENDLESS}))`)).rejects.toThrow(
    /max_temp_directory_size|larger than/,
  );
});
