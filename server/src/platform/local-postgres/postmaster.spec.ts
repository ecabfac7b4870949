import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isThere } from '../files/if-missing.js';
import { LocalCluster } from './local-cluster.js';
import { findPostmaster, readPostmaster, removeStalePostmasterFile } from './postmaster.js';

let folder: string;
const pidFile = () => join(folder, 'postmaster.pid');
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'postmaster-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the file of a server', () => {
  it('says that no server runs where it is missing', async () => {
    expect(await readPostmaster(folder)).toBeNull();
    expect(await findPostmaster(join(folder, 'nowhere'))).toBeNull();
  });

  it('that cannot be read says nothing: neither it nor the data is removed', async () => {
    await symlink(pidFile(), pidFile());
    await writeFile(join(folder, 'PG_VERSION'), '17');
    await expect(findPostmaster(folder)).rejects.toThrow('ELOOP');
    await expect(removeStalePostmasterFile(folder)).rejects.toThrow('ELOOP');
    const installation = { binFolder: '/nowhere', major: 17, hasPostgis: false, hasPgDump: false, version: '17.0' };
    await expect(new LocalCluster({ installation, dataFolder: folder }).remove()).rejects.toThrow('ELOOP');
    expect(await isThere(pidFile())).toBe(true);
    expect(await isThere(join(folder, 'PG_VERSION'))).toBe(true);
  });
});
