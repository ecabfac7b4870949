import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WorkFolders, readConfig } from '../platform/index.js';
import { PluginFolder } from './plugin-folder.js';

let home: string;
let plugins: PluginFolder;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'plugin-folder-'));
  const reading = readConfig({ WORKBENCH_HOME: home }, home);
  if (reading.kind === 'invalid') throw new Error(reading.mistakes.join());
  plugins = new PluginFolder(reading.config, new WorkFolders(join(home, 'work')));
});
afterEach(() => rm(home, { recursive: true, force: true }));

it('has no plugins where there is no folder', async () => {
  expect((await plugins.list()).items).toEqual([]);
  expect(await plugins.find('mine')).toBeNull();
});

it('says that the folder cannot be read, in the place of a plugin that is missing', async () => {
  await symlink(plugins.path, plugins.path);
  const error = 'The folder of plugins cannot be read (ELOOP).';
  expect((await plugins.list()).items).toEqual([{ name: 'plugins', jobs: [], error }]);
  expect(await plugins.find('mine')).toEqual({ name: 'mine', jobs: [], error });
  await expect(plugins.fileOf('mine')).rejects.toThrow('ELOOP');
});
