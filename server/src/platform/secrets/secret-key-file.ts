import { randomBytes } from 'node:crypto';
import { chmod, link, lstat, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../files/error-code.js';
import { secretKeyOf } from './sealed-values.js';
import type { FoundKey } from './sealed-values.js';

const KEY_BYTES = 32;

/** Where the key of a state directory is. */
export function secretKeyPath(home: string): string {
  return join(home, 'secret.key');
}

/**
 * Reads `secret.key` (32 random bytes) in the state directory. Permissions wider than the owner's are narrowed, except
 * behind a symbolic link.
 */
export async function readSecretKey(home: string): Promise<FoundKey> {
  const path = secretKeyPath(home);
  try {
    const found = await lstat(path);
    if (found.isFile() && (found.mode & 0o077) !== 0) await chmod(path, 0o600);
    const bytes = await readFile(path);
    if (bytes.length === KEY_BYTES) return secretKeyOf(bytes);
    return { kind: 'unreadable', reason: `it holds ${bytes.length} bytes, not ${KEY_BYTES}` };
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return { kind: 'missing' };
    return { kind: 'unreadable', reason: `it cannot be read, ${code ?? 'for an unknown reason'}` };
  }
}

/**
 * Creates `secret.key` with a new key unless there is one by now; two processes that create it at once end up with the
 * same one. The file is linked into place: the link fails where another process was faster.
 */
export async function createSecretKey(home: string): Promise<void> {
  await mkdir(home, { recursive: true, mode: 0o700 });
  const path = secretKeyPath(home);
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
}
