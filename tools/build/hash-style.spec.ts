import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashStyle } from './hash-style.mjs';

describe('a stylesheet that a script adds', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'workbench-style-'));
    await writeFile(join(folder, 'late.css'), '.a { color: red }');
    await writeFile(join(folder, 'one.js'), "add('late.css');");
    await writeFile(join(folder, 'two.js'), 'run();');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('has a hash in its name, in its file and in the script', async () => {
    const name = await hashStyle(folder, 'late.css');
    expect(name).toMatch(/^late-[\w-]{8}\.css$/);
    expect((await readdir(folder)).sort()).toEqual([name, 'one.js', 'two.js'].sort());
    expect(await readFile(join(folder, 'one.js'), 'utf8')).toBe(`add('${name}');`);
  });

  it('has another name once its content is another', async () => {
    const first = await hashStyle(folder, 'late.css');
    await writeFile(join(folder, 'late.css'), '.a { color: blue }');
    await writeFile(join(folder, 'one.js'), "add('late.css');");
    expect(await hashStyle(folder, 'late.css')).not.toBe(first);
  });

  it.each([
    ['no script', 'run();'],
    ['two scripts', "add('late.css');"],
  ])('is refused where %s names it', async (count, code) => {
    await writeFile(join(folder, count === 'no script' ? 'one.js' : 'two.js'), code);
    await expect(hashStyle(folder, 'late.css')).rejects.toThrow('Not exactly one script names late.css.');
  });
});
