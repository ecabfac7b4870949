import { readdir, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Dirent } from 'node:fs';

const MAX_DEPTH = 8;
const MAX_FILES = 10_000;

/**
 * The paths of the files in a folder and its subfolders, relative to it, parts joined by `/`. Hidden files and folders
 * are left out, and so are symbolic links that lead out of the folder, which the engine would refuse to read.
 * `root` is a real path. At most 10,000 files, eight levels deep.
 */
export async function listFolder(root: string): Promise<string[]> {
  const paths: string[] = [];
  await collect(root, '', 0, paths);
  return paths;
}

async function collect(root: string, folder: string, depth: number, paths: string[]): Promise<void> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
    if (depth === 0) throw error;
    return [];
  });
  for (const entry of entries) {
    if (paths.length >= MAX_FILES) return;
    if (entry.name.startsWith('.')) continue;
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory() && depth < MAX_DEPTH) await collect(root, path, depth + 1, paths);
    else if (entry.isFile() || (await isInnerLink(root, path, entry))) paths.push(path);
  }
}

async function isInnerLink(root: string, path: string, entry: Dirent): Promise<boolean> {
  if (!entry.isSymbolicLink()) return false;
  const target = await realpath(join(root, path)).catch(() => null);
  return target?.startsWith(root.endsWith(sep) ? root : root + sep) === true;
}
