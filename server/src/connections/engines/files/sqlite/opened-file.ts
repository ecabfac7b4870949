/**
 * Keeps the files of the workbench itself out of SQLite connections, by path and by the identity of the file, and reads
 * what has to be known of a file before SQLite opens it.
 */
import { closeSync, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import type { BigIntStats, Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const DESCRIPTORS = '/dev/fd';
/** Where the header has the read and write versions of the format, one byte each: 2 in WAL mode. */
const VERSIONS_OFFSET = 18;
const WAL_VERSION = 2;
const OWN_FILE = 'The file belongs to the workbench itself. Choose a file outside of its state directory.';
const CHANGED = 'The file was replaced while it was being opened. Try again.';

/** A file that may be opened, and how to recognise it. */
export interface CheckedFile {
  /** Without symbolic links. */
  readonly path: string;
  readonly device: bigint;
  readonly inode: bigint;
}

/** The file is one of the workbench's own. */
export class OwnFile extends Error {
  constructor() {
    super(OWN_FILE);
    this.name = 'OwnFile';
  }
}

/** Finds a file before it is opened. Rejects where it is missing, or in `home` by any path or link; null is no home. */
export async function checkFile(path: string, home: string | null): Promise<CheckedFile> {
  const real = await realpath(path);
  const file = await stat(real, { bigint: true });
  if (home !== null && (await belongsTo(home, real, file))) throw new OwnFile();
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

async function belongsTo(home: string, path: string, file: BigIntStats): Promise<boolean> {
  const root = await statsOf(home);
  if (root === null) return false;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const stats = await statsOf(folder);
    if (stats !== null && isSame(stats, root)) return true;
    if (folder === dirname(folder)) break;
  }
  return holdsFile(home, file, file.nlink > 1n);
}

/** Whether a folder holds the file under another name; folders inside are searched where the file has several names. */
async function holdsFile(folder: string, file: BigIntStats, isDeep: boolean): Promise<boolean> {
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (isDeep && (await holdsFile(path, file, true))) return true;
      continue;
    }
    const stats = await statsOf(path);
    if (stats !== null && isSame(stats, file)) return true;
  }
  return false;
}

function isSame(one: BigIntStats, other: BigIntStats): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}

function statsOf(path: string): Promise<BigIntStats | null> {
  return stat(path, { bigint: true }).catch(() => null);
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

/** Reads the file before SQLite has a lock on it: closing a file ends all locks that a process has on it. */
export function isInWalMode(path: string): boolean {
  const versions = Buffer.alloc(2);
  const descriptor = openSync(path, 'r');
  readSync(descriptor, versions, 0, versions.length, VERSIONS_OFFSET);
  closeSync(descriptor);
  return versions.includes(WAL_VERSION);
}
