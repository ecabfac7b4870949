import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { chmod, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeInstallation, findPostgresInstallations } from './installation.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workbench-installation-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function first(): Promise<string> {
  const [found] = await findPostgresInstallations({});
  if (found === undefined) throw new Error('No Postgres is installed in the usual folders.');
  return found.binFolder;
}

/** A server that only says its version. */
async function pretendServer(version: string): Promise<void> {
  for (const name of ['postgres', 'initdb']) {
    await writeFile(join(folder, name), `#!/bin/sh\necho 'postgres (PostgreSQL) ${version}'\n`);
    await chmod(join(folder, name), 0o755);
  }
}

describe('looking for Postgres', () => {
  it('finds the installed one with what it can do, without any variable', async () => {
    const [found] = await findPostgresInstallations({});
    expect(found).toMatchObject({ hasPostgis: true, hasPgDump: true });
    expect(found?.major).toBeGreaterThanOrEqual(13);
    expect(found?.version.startsWith(`${String(found.major)}.`)).toBe(true);
  });

  it('finds a server once, however many ways lead to it', async () => {
    const binFolder = await first();
    await symlink(join(binFolder, 'postgres'), join(folder, 'postgres'));
    const found = await findPostgresInstallations({ PATH: `${folder}:${binFolder}`, PG_BIN_DIR: binFolder });
    expect(found.filter((one) => one.binFolder === binFolder)).toHaveLength(1);
  });

  it('prefers the folder that PG_BIN_DIR names', async () => {
    await pretendServer('18beta1');
    const [named] = await findPostgresInstallations({ PG_BIN_DIR: folder });
    expect(named).toEqual({ binFolder: folder, version: '18beta1', major: 18, hasPostgis: false, hasPgDump: false });
  });

  it('prefers PostGIS to a newer version', async () => {
    await pretendServer('99.1');
    const found = await findPostgresInstallations({ PATH: folder });
    expect(found[0]?.hasPostgis).toBe(true);
    expect(found.at(-1)?.binFolder).toBe(folder);
  });

  it('passes over folders without a server and servers that do not run', async () => {
    const without = await findPostgresInstallations({ PATH: folder, PG_BIN_DIR: '/not/there' });
    expect(without.map(({ binFolder }) => binFolder)).not.toContain(folder);
    await pretendServer('15.1');
    await writeFile(join(folder, 'postgres'), 'no program');
    expect(await describeInstallation(folder)).toBeNull();
  });
});
