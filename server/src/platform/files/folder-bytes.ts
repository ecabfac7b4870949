import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing } from './if-missing.js';

/** More entries are not counted. */
export const MAX_COUNTED_ENTRIES = 100_000;
const BLOCK_BYTES = 512;

/**
 * The bytes that the files below a folder take on the disk; null where there are too many to count. What goes missing
 * meanwhile takes none. Throws a system error where a folder cannot be looked at.
 */
export async function folderBytes(folder: string): Promise<number | null> {
  let bytes = 0;
  let entries = 0;
  for (const folders = [folder]; ;) {
    const next = folders.pop();
    if (next === undefined) return bytes;
    const names = await readdir(next, { withFileTypes: true }).catch(ifMissing([]));
    entries += names.length;
    if (entries > MAX_COUNTED_ENTRIES) return null;
    for (const one of names) {
      const path = join(next, one.name);
      if (one.isDirectory()) folders.push(path);
      // A sparse file takes less than its size.
      else if (one.isFile()) bytes += ((await lstat(path).catch(ifMissing(null)))?.blocks ?? 0) * BLOCK_BYTES;
    }
  }
}
