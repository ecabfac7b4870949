import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { NewFolderFile } from '../new-folder-file.js';

const CHUNK_BYTES = 1024 * 1024;

/**
 * Copies a file into a folder, where it appears whole or not at all. Throws a sentence where the name is taken, the disk
 * is full or the folder takes no files, and the reason of an abort. `root` is a real path.
 */
export async function addFile(root: string, file: NewFolderFile, signal: AbortSignal): Promise<void> {
  // Hidden, so that nothing reads it before it is whole.
  const part = join(root, `.workbench-${randomUUID()}.part`);
  try {
    const source = createReadStream(file.from, { highWaterMark: CHUNK_BYTES });
    await pipeline(source, createWriteStream(part, { flags: 'wx' }), { signal });
    await moveTo(join(root, file.name), part, file.isReplacing);
  } catch (error) {
    signal.throwIfAborted();
    throw new Error(sentence(error, file.name), { cause: error });
  } finally {
    await rm(part, { force: true });
  }
}

async function moveTo(target: string, part: string, isReplacing: boolean): Promise<void> {
  // Reserves the name: of two that come at once, one is refused.
  if (!isReplacing) await (await open(target, 'wx')).close();
  try {
    await rename(part, target);
  } catch (error) {
    if (!isReplacing) await rm(target, { force: true });
    throw error;
  }
}

function sentence(error: unknown, name: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'EEXIST') return `The folder has "${name}" already. Choose another name, or replace the file.`;
  if (code === 'EISDIR' || code === 'ENOTEMPTY') return `"${name}" is a folder. Choose another name.`;
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk of the folder is full.';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return 'The workbench may not write into the folder. Change the permissions of the folder.';
  return 'The file could not be copied into the folder.';
}
