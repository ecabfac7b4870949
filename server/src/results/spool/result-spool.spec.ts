import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ResultRow } from '#libs/api';
import { ResultSpool } from './result-spool.js';
import { SpoolQuota } from '../quota/spool-quota.js';

const ENDLESS = 10_000;

const quota = (resultBytes = 1e9, totalBytes = 1e9) => new SpoolQuota({ resultBytes, totalBytes });

describe('ResultSpool', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'spool-'));
    path = join(folder, 'a.ndjson');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const rowsOf = (count: number): ResultRow[] =>
    Array.from({ length: count }, (_, index) => [String(index), null, `é"\n😀${index}`]);

  async function filled(count: number): Promise<ResultSpool> {
    const spool = new ResultSpool(path, quota());
    for (const row of rowsOf(count)) if (!spool.append(row)) await spool.drained();
    await spool.finish();
    return spool;
  }

  it.each([
    [0, 10],
    [195, 10],
    [199, 1],
    [200, 200],
    [401, 1000],
    [1000, 5],
  ])('gives back the rows from %i on, %i of them, exactly', async (offset, limit) => {
    const spool = await filled(1001);
    expect(await spool.read(offset, limit, ENDLESS * 100)).toEqual(rowsOf(1001).slice(offset, offset + limit));
  });

  it('writes any number of rows from the same buffers', async () => {
    const before = process.memoryUsage().arrayBuffers;
    const spool = new ResultSpool(path, quota());
    let most = 0;
    for (let row = 0; row < 100_000; row += 1) {
      if (!spool.append([`${row}`, 'x'.repeat(300)])) await spool.drained();
      if (row % 1000 === 0) most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }
    await spool.finish();
    expect(most).toBeLessThan(10 * 1024 * 1024);
  });

  it('has nothing behind its end', async () => {
    const spool = await filled(3);
    expect(await spool.read(3, 10, ENDLESS)).toEqual([]);
  });

  it('can be read while it is written', async () => {
    const spool = new ResultSpool(path, quota());
    for (const row of rowsOf(450)) spool.append(row);
    while (spool.readableRows < 400) await new Promise((resolve) => setImmediate(resolve));
    expect(await spool.read(390, 100, ENDLESS)).toEqual(rowsOf(400).slice(390));
    await spool.finish();
    expect(await spool.read(440, 100, ENDLESS)).toHaveLength(10);
  });

  it('ends a page early rather than answering with too many characters, but never without a row', async () => {
    const spool = new ResultSpool(path, quota());
    for (let index = 0; index < 5; index += 1) spool.append(['x'.repeat(100)]);
    await spool.finish();
    expect(await spool.read(0, 5, 250)).toHaveLength(2);
    expect(await spool.read(0, 5, 10)).toHaveLength(1);
  });

  it('stops at its limit of bytes, and keeps the rows before it whole', async () => {
    const limited = quota(10_000);
    const spool = new ResultSpool(path, limited);
    for (const row of rowsOf(1000)) spool.append(row);
    expect(spool.error).toMatchObject({ kind: 'result', maxBytes: 10_000 });
    await spool.drained();
    await spool.finish();
    expect(spool.readableRows).toBe(200);
    expect(await spool.read(195, 100, ENDLESS)).toEqual(rowsOf(200).slice(195));
    expect([spool.bytes, limited.used]).toEqual([statSync(path).size, statSync(path).size]);
    await spool.discard();
    await spool.discard();
    expect(limited.used).toBe(0);
  });

  it('stops where all results together have reached theirs', async () => {
    const shared = quota(1e9, 10_000);
    const first = new ResultSpool(path, shared);
    const second = new ResultSpool(`${path}2`, shared);
    for (const row of rowsOf(200)) first.append(row);
    for (const row of rowsOf(400)) second.append(row);
    await Promise.all([first.finish(), second.finish()]);
    expect([first.error, second.error]).toMatchObject([null, { kind: 'total', maxBytes: 10_000 }]);
  });

  it('gives back rows by their numbers, in any order and more than once', async () => {
    const spool = await filled(1001);
    const numbers = [1000, 0, 999, 200, 199, 0, 7];
    expect(await spool.readEach(numbers, ENDLESS)).toEqual(numbers.map((row) => rowsOf(1001)[row]));
    expect(await spool.readEach(numbers, 1)).toEqual([rowsOf(1001)[1000]]);
  });

  it('writes long rows in blocks of their own, so that reading one reads no others', async () => {
    const spool = new ResultSpool(path, quota());
    const long = (index: number) => [`${index}${'x'.repeat(300_000)}`];
    for (let index = 0; index < 5; index += 1) if (!spool.append(long(index))) await spool.drained();
    await spool.finish();
    expect(await spool.read(3, 1, ENDLESS)).toEqual([long(3)]);
    expect(spool.longestLine).toBe(300_005);
  });

  it('reports a file that cannot be written', async () => {
    const spool = new ResultSpool(join(folder, 'missing', 'a.ndjson'), quota());
    for (const row of rowsOf(200)) spool.append(row);
    await spool.drained();
    while (spool.error === null) await new Promise((resolve) => setImmediate(resolve));
    await spool.finish();
    await spool.finish();
    expect(spool.error).toMatchObject({ code: 'ENOENT' });
  });

  it('leaves no file behind when it is discarded', async () => {
    const spool = await filled(300);
    await spool.discard();
    expect(existsSync(path)).toBe(false);
  });
});
