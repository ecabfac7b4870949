import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { precompress } from './precompress.mjs';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workbench-precompress-'));
  await mkdir(join(folder, 'site/deep'), { recursive: true });
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe('compressing a built client', () => {
  it('writes each large text next to itself, twice, and leaves the rest alone', async () => {
    const text = 'const answer = 42;\n'.repeat(500);
    await writeFile(join(folder, 'site/deep/main.js'), text);
    await writeFile(join(folder, 'site/small.js'), 'tiny');
    await writeFile(join(folder, 'site/font.woff2'), text);
    await writeFile(join(folder, 'site/noise.txt'), randomBytes(4_000));
    await precompress(join(folder, 'site'), join(folder, 'cache'));
    expect((await readdir(join(folder, 'site'))).sort()).toEqual(['deep', 'font.woff2', 'noise.txt', 'small.js']);
    expect((await readdir(join(folder, 'site/deep'))).sort()).toEqual(['main.js', 'main.js.br', 'main.js.gz']);
    expect(brotliDecompressSync(await readFile(join(folder, 'site/deep/main.js.br'))).toString()).toBe(text);
    expect(gunzipSync(await readFile(join(folder, 'site/deep/main.js.gz'))).toString()).toBe(text);
  });

  it('takes from the cache what it compressed before', async () => {
    await writeFile(join(folder, 'site/a.js'), 'let a = 1;\n'.repeat(500));
    await precompress(join(folder, 'site'), join(folder, 'cache'));
    const [cached = ''] = (await readdir(join(folder, 'cache'))).filter((name) => name.endsWith('.br'));
    await writeFile(join(folder, 'cache', cached), 'from the cache');
    await precompress(join(folder, 'site'), join(folder, 'cache'));
    expect(await readFile(join(folder, 'site/a.js.br'), 'utf8')).toBe('from the cache');
  });
});
