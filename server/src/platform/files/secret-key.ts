import { randomBytes } from 'node:crypto';
import { chmod, link, lstat, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from './error-code.js';

const KEY_BYTES = 32;

/**
 * Reads `secret.key` (32 random bytes) in the state directory and creates it if there is none; two processes that
 * create it at once end up with the same one. Permissions wider than the owner's are narrowed, except behind a symbolic
 * link. Throws when the file is there but is no key.
 */
export async function loadOrCreateSecretKey(home: string): Promise<Buffer> {
  const path = join(home, 'secret.key');
  const key = (await readKey(path)) ?? (await createKey(home, path));
  if (key.length !== KEY_BYTES) throw new Error(`secret.key must hold ${KEY_BYTES} bytes, not ${key.length}`);
  return key;
}

async function readKey(path: string): Promise<Buffer | null> {
  try {
    const found = await lstat(path);
    if (found.isFile() && (found.mode & 0o077) !== 0) await chmod(path, 0o600);
    return await readFile(path);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return null;
    throw new Error(`secret.key cannot be read (${code ?? 'unknown reason'})`, { cause: error });
  }
}

/** Writes the key aside and links it into place: the link fails where another process was faster. */
async function createKey(home: string, path: string): Promise<Buffer> {
  await mkdir(home, { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(randomBytes(KEY_BYTES));
    await file.sync();
    await link(temporary, path).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
  } finally {
    await file.close();
    await unlink(temporary);
  }
  return readFile(path);
}
