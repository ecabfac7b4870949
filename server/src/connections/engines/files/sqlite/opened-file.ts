/** Keeps the files of the workbench itself out of SQLite connections, by path and by the identity of the file. */
import { readdirSync, realpathSync, statSync, fstatSync } from 'node:fs';
import type { BigIntStats, Dirent } from 'node:fs';
import { dirname, join } from 'node:path';

const DESCRIPTORS = '/dev/fd';
const OWN_FILE = 'The file belongs to the workbench itself. Choose a file outside of its state directory.';
const CHANGED = 'The file was replaced while it was being opened. Try again.';

/** A file that may be opened, and how to recognise it. */
export interface CheckedFile {
  /** Without symbolic links. */
  readonly path: string;
  readonly device: bigint;
  readonly inode: bigint;
}

/** Finds a file before it is opened. Throws where it is missing, or in `home` by any path or link; null is no home. */
export function checkFile(path: string, home: string | null): CheckedFile {
  const real = realpathSync(path);
  const file = statSync(real, { bigint: true });
  if (home !== null && belongsTo(home, real, file)) throw new Error(OWN_FILE);
  return { path: real, device: file.dev, inode: file.ino };
}

/** Throws unless one of this process's descriptors is the file that was checked; where there are no descriptors, by path. */
export function confirmOpened(file: CheckedFile): void {
  const descriptors = listDescriptors();
  const isOpen =
    descriptors === null
      ? isChecked(statSync(file.path, { bigint: true }), file)
      : descriptors.some((descriptor) => isChecked(descriptorStats(descriptor), file));
  if (!isOpen) throw new Error(CHANGED);
}

function isChecked(stats: BigIntStats | null, file: CheckedFile): boolean {
  return stats !== null && stats.dev === file.device && stats.ino === file.inode;
}

function belongsTo(home: string, path: string, file: BigIntStats): boolean {
  const root = statsOf(home);
  if (root === null) return false;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const stats = statsOf(folder);
    if (stats !== null && isSame(stats, root)) return true;
    if (folder === dirname(folder)) break;
  }
  return holdsFile(home, file, file.nlink > 1n);
}

/** Whether a folder holds the file under another name; folders inside are searched where the file has several names. */
function holdsFile(folder: string, file: BigIntStats, isDeep: boolean): boolean {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (isDeep && holdsFile(path, file, true)) return true;
      continue;
    }
    const stats = statsOf(path);
    if (stats !== null && isSame(stats, file)) return true;
  }
  return false;
}

function isSame(one: BigIntStats, other: BigIntStats): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function statsOf(path: string): BigIntStats | null {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return null;
  }
}

function listDescriptors(): string[] | null {
  try {
    return readdirSync(DESCRIPTORS);
  } catch {
    return null;
  }
}

function descriptorStats(descriptor: string): BigIntStats | null {
  try {
    return fstatSync(Number(descriptor), { bigint: true });
  } catch {
    return null;
  }
}
