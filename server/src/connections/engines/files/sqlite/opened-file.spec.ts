import {
  closeSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { checkFile, confirmOpened } from './opened-file.js';

let folder: string;
let home: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'opened-file-'));
  home = join(folder, 'home');
  mkdirSync(join(home, 'deep', 'deeper'), { recursive: true });
  for (const path of ['home/state.sqlite', 'home/deep/deeper/kept', 'mine.sqlite', 'other.sqlite']) {
    writeFileSync(join(folder, path), path);
  }
  symlinkSync(join(home, 'state.sqlite'), join(folder, 'soft'));
  symlinkSync(home, join(folder, 'folder'));
  linkSync(join(home, 'state.sqlite'), join(folder, 'hard'));
  linkSync(join(home, 'deep', 'deeper', 'kept'), join(folder, 'hard-deep'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('checkFile', () => {
  it.each([
    'home/state.sqlite',
    'home/deep/deeper/kept',
    'home/../home/state.sqlite',
    'soft',
    'folder/state.sqlite',
    'folder/deep/deeper/kept',
    'hard',
    'hard-deep',
  ])('refuses %s', async (path) => {
    await expect(checkFile(join(folder, path), home)).rejects.toThrow(/belongs to the workbench/);
    expect((await checkFile(join(folder, path), null)).path).toContain(folder);
  });

  it('takes a file beside the home, also where there is no home', async () => {
    expect((await checkFile(join(folder, 'mine.sqlite'), home)).path).toMatch(/mine\.sqlite$/);
    expect((await checkFile(join(folder, 'mine.sqlite'), join(folder, 'nowhere'))).path).toMatch(/mine\.sqlite$/);
    await expect(checkFile(join(folder, 'missing'), home)).rejects.toThrow(/ENOENT/);
  });
});

describe('confirmOpened', () => {
  it('accepts the file that was checked, under its old or another name', async () => {
    const checked = await checkFile(join(folder, 'mine.sqlite'), home);
    const descriptor = openSync(checked.path, 'r');
    renameSync(checked.path, join(folder, 'renamed'));
    expect(() => confirmOpened(checked)).not.toThrow();
    closeSync(descriptor);
  });

  it('refuses another file that has taken its name', async () => {
    const checked = await checkFile(join(folder, 'mine.sqlite'), home);
    renameSync(join(folder, 'other.sqlite'), checked.path);
    const descriptor = openSync(checked.path, 'r');
    expect(() => confirmOpened(checked)).toThrow(/was replaced/);
    closeSync(descriptor);
  });
});
