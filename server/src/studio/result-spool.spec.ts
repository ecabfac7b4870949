import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ResultRow } from '#libs/api';
import { ResultSpool } from './result-spool.js';

const ENDLESS = 10_000;

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
    const spool = new ResultSpool(path, 1e9);
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

  it('has nothing behind its end', async () => {
    const spool = await filled(3);
    expect(await spool.read(3, 10, ENDLESS)).toEqual([]);
  });

  it('can be read while it is written', async () => {
    const spool = new ResultSpool(path, 1e9);
    for (const row of rowsOf(450)) spool.append(row);
    while (spool.readableRows < 400) await new Promise((resolve) => setImmediate(resolve));
    expect(await spool.read(390, 100, ENDLESS)).toEqual(rowsOf(400).slice(390));
    await spool.finish();
    expect(await spool.read(440, 100, ENDLESS)).toHaveLength(10);
  });

  it('ends a page early rather than answering with too many characters, but never without a row', async () => {
    const spool = new ResultSpool(path, 1e9);
    for (let index = 0; index < 5; index += 1) spool.append(['x'.repeat(100)]);
    await spool.finish();
    expect(await spool.read(0, 5, 250)).toHaveLength(2);
    expect(await spool.read(0, 5, 10)).toHaveLength(1);
  });

  it('stops at its limit of bytes and says so', async () => {
    const spool = new ResultSpool(path, 100);
    for (const row of rowsOf(400)) spool.append(row);
    expect(spool.error).not.toBeNull();
    await spool.drained();
    await spool.finish();
  });

  it('tells of a file that cannot be written', async () => {
    const spool = new ResultSpool(join(folder, 'missing', 'a.ndjson'), 1e9);
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
