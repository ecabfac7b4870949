import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { FolderListing } from '#libs/api';
import type { AllowedFolders } from './allowed-folders.js';
import { problemOfFile } from './sql-file.js';

/** Entries of one folder that are looked at. */
const MAX_ENTRIES = 2_000;

/** Lists the allowed folders that are there. */
export async function listRoots(allowed: AllowedFolders): Promise<FolderListing> {
  const folders: FolderListing['folders'] = [];
  for (const path of allowed.all) {
    const found = await stat(path).catch(() => null);
    if (found?.isDirectory() === true) folders.push({ name: basename(path), path });
  }
  return { path: null, parent: null, folders, files: [], is_truncated: false };
}

/**
 * Lists the folders and `.sql` files of an allowed folder by name, without hidden ones and links that lead out. Throws
 * `file-missing`, `file-not-allowed` and `file-not-accessible`.
 */
export async function browseFolder(
  path: string,
  allowed: AllowedFolders,
  bookmarked: ReadonlySet<string>,
): Promise<FolderListing> {
  const real = await allowed.real(path);
  const names = await readdir(real).catch((error: unknown) => {
    throw problemOfFile(error);
  });
  const visible = names.filter((name) => !name.startsWith('.')).sort(compareNames);
  const listing: FolderListing = {
    path,
    parent: await parentOf(path, allowed),
    folders: [],
    files: [],
    is_truncated: visible.length > MAX_ENTRIES,
  };
  for (const name of visible.slice(0, MAX_ENTRIES)) await addEntry(listing, join(path, name), allowed, bookmarked);
  return listing;
}

/** Whether a name is that of a file that the studio opens. */
export function isSqlName(name: string): boolean {
  return /\.sql$/i.test(name) && /[^.]/.test(name.slice(0, -'.sql'.length));
}

async function addEntry(
  listing: FolderListing,
  path: string,
  allowed: AllowedFolders,
  bookmarked: ReadonlySet<string>,
): Promise<void> {
  const real = await allowed.real(path).catch(() => null);
  const found = real === null ? null : await stat(real).catch(() => null);
  const name = basename(path);
  if (found?.isDirectory() === true) listing.folders.push({ name, path });
  else if (found?.isFile() === true && isSqlName(name)) {
    listing.files.push({ name, path, bytes: found.size, is_bookmarked: bookmarked.has(path) });
  }
}

async function parentOf(path: string, allowed: AllowedFolders): Promise<string | null> {
  if (allowed.all.includes(path)) return null;
  const parent = dirname(path);
  return allowed.real(parent).then(
    () => parent,
    () => null,
  );
}

function compareNames(a: string, b: string): number {
  const [lowerA, lowerB] = [a.toLowerCase(), b.toLowerCase()];
  if (lowerA !== lowerB) return lowerA < lowerB ? -1 : 1;
  return a < b ? -1 : 1;
}
