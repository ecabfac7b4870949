import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { ConnectFailure } from '../connector.js';
import { fileMark } from '../file-mark.js';
import { FOLDER_WORDS } from '../source-state.js';
import { dataFiles } from './data-file.js';
import { listFolder } from './list-folder.js';

/** Files looked at together: a large folder does not take the whole thread pool. */
const AT_ONCE = 64;

/** A text that changes when a data file of a folder comes, goes or is written. `root` is a real path. */
export async function folderVersion(root: string): Promise<string> {
  const files = dataFiles(await listFolder(root));
  // Loaded when it is needed: an engine process starts without it.
  const { createHash } = await import('node:crypto');
  const hash = createHash('sha256');
  for (let start = 0; start < files.length; start += AT_ONCE) {
    const part = files.slice(start, start + AT_ONCE);
    const marks = await Promise.all(part.map(({ path }) => fileMark(join(root, path))));
    part.forEach(({ path }, index) => hash.update(JSON.stringify([path, marks[index]])));
  }
  return hash.digest('base64url').slice(0, 22);
}

/** As `folderVersion`, of a folder by any path and without the engine, which this never starts. Throws `ConnectFailure`. */
export async function readFolderVersion(path: string): Promise<string> {
  try {
    return await folderVersion(await realpath(path));
  } catch {
    throw new ConnectFailure('connection-unusable', FOLDER_WORDS.gone);
  }
}
