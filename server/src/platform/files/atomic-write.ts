import { randomBytes } from 'node:crypto';
import { chown, lstat, mkdir, open, readlink, realpath, rename, stat, unlink, writeFile } from 'node:fs/promises';
import type { Stats } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { errorCode } from './error-code.js';
import { ifMissing } from './if-missing.js';

/**
 * Replaces a file as a whole: who reads it sees the old text or the new one, also after a power cut. A symbolic link
 * keeps pointing at the same file; mode and owner stay where possible; a new file is its owner's alone.
 */
export async function writeAtomically(path: string, text: string): Promise<void> {
  const target = await realFile(path);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const old = await stat(target).catch(ifMissing(null));
  const temporary = join(dirname(target), `.${basename(target)}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`);
  try {
    await writeDurably(temporary, text, old);
    await replace(temporary, target, text);
  } finally {
    await unlink(temporary).catch(() => undefined);
  }
}

async function writeDurably(path: string, text: string, old: Stats | null): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    if (old !== null) {
      const isForeign = old.uid !== process.getuid?.() || old.gid !== process.getgid?.();
      if (isForeign) await chown(path, old.uid, old.gid).catch(() => undefined);
      await file.chmod(old.mode & 0o777);
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A file that is mounted into a container by itself cannot be renamed over: it is overwritten in place. */
async function replace(temporary: string, target: string, text: string): Promise<void> {
  try {
    await rename(temporary, target);
  } catch (error) {
    if (errorCode(error) !== 'EBUSY') throw error;
    await writeFile(target, text, { flush: true });
    return;
  }
  const folder = await open(dirname(target), 'r');
  try {
    await folder.sync().catch(() => undefined);
  } finally {
    await folder.close();
  }
}

/** The file behind a symbolic link, also where that file does not exist yet. */
async function realFile(path: string): Promise<string> {
  const real = await realpath(path).catch(ifMissing(null));
  if (real !== null) return real;
  const link = await lstat(path).catch(ifMissing(null));
  return link?.isSymbolicLink() ? resolve(dirname(path), await readlink(path)) : path;
}
