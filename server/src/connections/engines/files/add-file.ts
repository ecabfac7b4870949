import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { MACHINE, isSameProcess, renameNew, startTimeOf } from '../../../platform/index.js';
import type { NewFolderFile } from '../new-folder-file.js';

const CHUNK_BYTES = 1024 * 1024;
/** `.workbench-<machine>-<pid>-<start>-<random>.part`. */
const PART = /^\.workbench-([\da-f]{8})-(\d{1,10})-(\d{1,20})-[\da-f]{12}\.part$/;
/** Containers of one host name do not see each other's processes: a part that is being written is not left over. */
const LEFT_AFTER_MS = 10 * 60_000;
/** Whether a process on another machine lives is not visible here; what it has not touched for so long is left over. */
const FOREIGN_LEFT_AFTER_MS = 7 * 86_400_000;

/**
 * Copies a file into a folder, where it appears whole or not at all. Throws a sentence where the name is taken, the disk
 * is full or the folder takes no files, and the reason of an abort. `root` is a real path.
 */
export async function addFile(root: string, file: NewFolderFile, signal: AbortSignal): Promise<void> {
  // Hidden, so that nothing reads it before it is whole.
  const part = join(root, partName());
  await removeLeftParts(root);
  try {
    const source = createReadStream(file.from, { highWaterMark: CHUNK_BYTES });
    await pipeline(source, createWriteStream(part, { flags: 'wx' }), { signal });
    const move = file.isReplacing ? rename : renameNew;
    await move(part, join(root, file.name));
  } catch (error) {
    signal.throwIfAborted();
    throw new Error(sentence(error, file.name), { cause: error });
  } finally {
    await rm(part, { force: true });
  }
}

/** Removes the parts that processes which are dead have left in a folder. Never rejects: the next one finds them, too. */
export async function removeLeftParts(root: string): Promise<void> {
  const names = await readdir(root).catch(() => []);
  for (const name of names) {
    const path = join(root, name);
    if (await isLeft(name, path).catch(() => false)) await rm(path, { force: true }).catch(() => undefined);
  }
}

/** The name says whose it is: what a process that is killed leaves behind is distinguished from what goes on. */
function partName(): string {
  const start = startTimeOf(process.pid) ?? '0';
  return `.workbench-${MACHINE}-${process.pid}-${start}-${randomBytes(6).toString('hex')}.part`;
}

async function isLeft(name: string, path: string): Promise<boolean> {
  const [, machine, pid, start] = PART.exec(name) ?? [];
  if (machine === undefined || pid === undefined || start === undefined) return false;
  const found = await lstat(path);
  if (!found.isFile()) return false;
  const idleMs = Date.now() - found.mtimeMs;
  if (machine !== MACHINE) return idleMs > FOREIGN_LEFT_AFTER_MS;
  return idleMs > LEFT_AFTER_MS && !isSameProcess(Number(pid), start);
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
