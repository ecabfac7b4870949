import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  realpathSync,
} from 'node:fs';
import type { Stats } from 'node:fs';
import { join } from 'node:path';

/** Permissions that only the owner may have. */
const OTHERS = 0o077;
/** The group may pass through a folder without listing it. */
const GROUP_PASS = 0o010;

/**
 * Makes every file that this process and its tools create readable by its owner alone. For root folders stay passable:
 * the demo's Postgres runs as another user.
 */
export function restrictNewFiles(): void {
  process.umask(isRoot() ? 0o066 : 0o077);
}

/**
 * Takes all permissions of group and others from the state directory and everything in it; answers how many files and
 * folders that changed. Never follows a symbolic link, and leaves alone what another user owns and the folders of
 * `except`, which the environment names.
 */
export function narrowPermissions(home: string, except: readonly string[] = []): number {
  const root = realpathSync(home);
  const skipped = new Set(except.map((path) => (existsSync(path) ? realpathSync(path) : path)));
  // The programs of the demo's Postgres are run by another user.
  if (isRoot()) skipped.add(join(root, 'demo'));
  return (narrow(root, homeMask(lstatSync(root))) ? 1 : 0) + narrowInside(root, skipped);
}

function narrowInside(folder: string, skipped: ReadonlySet<string>): number {
  let changed = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (skipped.has(path) || !(entry.isFile() || entry.isDirectory())) continue;
    if (narrow(path, OTHERS)) changed++;
    if (entry.isDirectory() && isOwn(path)) changed += narrowInside(path, skipped);
  }
  return changed;
}

/** Changes what was opened, not what the path names by then. */
function narrow(path: string, mask: number): boolean {
  const seen = lstatIfThere(path);
  if (seen === null || !isOwned(seen) || (seen.mode & mask) === 0) return false;
  let file: number | null = null;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const { mode } = fstatSync(file);
    fchmodSync(file, mode & 0o7777 & ~mask);
    return true;
  } catch {
    return false;
  } finally {
    if (file !== null) closeSync(file);
  }
}

/** As root the group of the demo's Postgres is let through the state directory, which then belongs to that group. */
function homeMask({ gid }: Stats): number {
  return isRoot() && gid !== process.getgid?.() ? OTHERS & ~GROUP_PASS : OTHERS;
}

function isOwn(path: string): boolean {
  const found = lstatIfThere(path);
  return found !== null && isOwned(found);
}

function isOwned({ uid }: Stats): boolean {
  return process.getuid === undefined || uid === process.getuid();
}

function lstatIfThere(path: string): Stats | null {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null;
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
