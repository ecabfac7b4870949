import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasStamp, removeStamp, sourceHash, writeStamp } from './source-stamp.mjs';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'workbench-stamp-'));
  await mkdir(join(root, 'src/deep'), { recursive: true });
  await writeFile(join(root, 'src/deep/a.ts'), 'a');
  await writeFile(join(root, 'settings.json'), '{}');
});

afterEach(() => rm(root, { recursive: true, force: true }));

const hash = () => sourceHash(root, ['src', 'settings.json', 'not-there']);

describe('the hash of sources', () => {
  it('stays when only times and tests change', async () => {
    const before = await hash();
    await utimes(join(root, 'src/deep/a.ts'), 1, 1);
    await writeFile(join(root, 'src/a.spec.ts'), 'test');
    expect(await hash()).toBe(before);
  });

  it.each([
    ['a changed file', 'src/deep/a.ts'],
    ['a new file', 'src/b.ts'],
    ['a changed setting', 'settings.json'],
  ])('changes with %s', async (_name, file) => {
    const before = await hash();
    await writeFile(join(root, file), 'other');
    expect(await hash()).not.toBe(before);
  });
});

describe('a stamp', () => {
  it('holds for the hash it was made with, until it is removed', async () => {
    const file = join(root, 'dist/.server.stamp');
    expect(await hasStamp(file, 'one')).toBe(false);
    await writeStamp(file, 'one');
    expect(await hasStamp(file, 'one')).toBe(true);
    expect(await hasStamp(file, 'two')).toBe(false);
    await removeStamp(file);
    expect(await hasStamp(file, 'one')).toBe(false);
  });
});
