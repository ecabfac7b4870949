import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkFolder, exposesState } from './own-folder.js';

describe('a folder of data files', () => {
  it.each([
    ['/data', '/home/w', false],
    ['/home/w', '/home/w', true],
    ['/home', '/home/w', true],
    ['/', '/home/w', true],
    ['/home/w/results', '/home/w', true],
    ['/home/w/outputs/deep', '/home/w', true],
    ['/home/w/files', '/home/w', false],
    ['/home/w/demo/drop', '/home/w', false],
    ['/home/w/drop', '/home/w', false],
    ['/home/w/state-copies', '/home/w', true],
    ['/home/w/table-names', '/home/w', true],
    ['/home/work', '/home/w', false],
  ])('%s shows the state in %s: %s', (folder, home, expected) => {
    expect(exposesState(folder, home)).toBe(expected);
  });

  let root = '';
  beforeAll(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'own-folder-')));
    mkdirSync(join(root, 'home', 'results'), { recursive: true });
    mkdirSync(join(root, 'data'));
    symlinkSync(join(root, 'home'), join(root, 'link'));
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it.each(['home', 'link', 'link/results', '.', 'data/../home'])('is refused by its real path: %s', async (path) => {
    await expect(checkFolder(join(root, path), join(root, 'home'))).rejects.toThrow('files of the workbench itself');
  });

  it('is opened elsewhere, and where no state directory is known', async () => {
    expect(await checkFolder(join(root, 'data'), join(root, 'home'))).toBe(join(root, 'data'));
    expect(await checkFolder(join(root, 'home'), null)).toBe(join(root, 'home'));
  });
});
