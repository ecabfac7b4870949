import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, open, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { tarOf } from './tar-of.js';

const run = promisify(execFile);
const GIBIBYTE = 2 ** 30;
const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

let scratch: string;
let source: string;
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'tar-of-'));
  source = await mkdtemp(join(scratch, 'source-'));
});
afterEach(() => rm(scratch, { recursive: true, force: true }));

/** What the system's own tar unpacks: hashes by name. */
async function unpacked(folder: string): Promise<Record<string, string>> {
  const archive = join(scratch, 'archive.tar');
  await pipeline(tarOf(source, folder), createWriteStream(archive));
  await run('tar', ['-xf', archive, '-C', scratch]);
  const names = (await readdir(join(scratch, folder))).sort();
  const files = names.map(async (name) => [name, hashOf(await readFile(join(scratch, folder, name)))]);
  return Object.fromEntries(await Promise.all(files)) as Record<string, string>;
}

describe('tarOf', () => {
  it.each([
    ['files of any length', ['a', 'b', 'c', 'd'], 'orders'],
    ['names longer than a header holds', [`${'long-name-'.repeat(15)}.dat.gz`], 'a-backup-with-a-name-of-its-own'],
    ['names outside of ASCII', ['Bücher und 本.dat'], 'Träume'],
    ['no file at all', [], 'empty'],
  ])('keeps %s', async (_, names, folder) => {
    const sizes = [0, 1, 512, 70_001];
    const contents = names.map((name, at) => [name, Buffer.alloc(sizes[at % sizes.length] ?? 0, name)] as const);
    for (const [name, content] of contents) await writeFile(join(source, name), content);
    if (names.length === 0) {
      const archive = await buffer(tarOf(source, folder));
      expect(archive.every((byte) => byte === 0)).toBe(true);
      return;
    }
    expect(await unpacked(folder)).toEqual(Object.fromEntries(contents.map(([name, one]) => [name, hashOf(one)])));
  });

  it('keeps a file above 8 GiB', async () => {
    const size = 9 * GIBIBYTE;
    const file = await open(join(source, 'orders.dat'), 'w');
    await file.truncate(size);
    await file.close();
    const archive = tarOf(source, 'backup');
    let begin = Buffer.alloc(0);
    for await (const chunk of archive) {
      begin = Buffer.concat([begin, chunk as Buffer]);
      if (begin.length >= 2048) break;
    }
    // The size in its field as a binary number, which its first bit announces.
    expect([begin[124], begin.readUIntBE(130, 6)]).toEqual([0x80, size]);
    expect(archive.destroyed).toBe(true);
  });

  it('fails where a file cannot be read', async () => {
    await expect(buffer(tarOf(join(source, 'missing'), 'backup'))).rejects.toThrow('ENOENT');
  });
});
