import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { chmod, link, lstat, mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Clock } from '../clock/clock.js';
import { errorCode } from '../files/error-code.js';
import { readRegularBytes } from '../files/read-regular-file.js';
import { secretKeyOf } from './sealed-values.js';
import type { FoundKey } from './sealed-values.js';

const KEY_BYTES = 32;
/** What is read of a file that is no key, to name its size. */
const MOST_BYTES = 64 * 1024;

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
    const bytes = await readRegularBytes(path, MOST_BYTES);
    if (bytes.length === KEY_BYTES) return secretKeyOf(bytes);
    return { kind: 'unreadable', reason: `it holds ${bytes.length} bytes, not ${KEY_BYTES}` };
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return { kind: 'missing' };
    return { kind: 'unreadable', reason: `it cannot be read, ${code ?? 'for an unknown reason'}` };
  }
}

/** How old, in milliseconds, a file has to be so that no later write can leave its times as they are. */
const SETTLED = 1000;

/**
 * `secret.key` as it is now, read anew only where the file is another one or was written: each message to a webhook
 * needs the key, and to open, read and derive took a tenth of what the message costs.
 */
export class SecretKeyFile {
  private kept: { readonly version: string; readonly key: FoundKey } | null = null;

  constructor(
    private readonly home: string,
    /** The times of files are the system's, whatever a test sets for the application. */
    private readonly clock = new Clock(),
  ) {}

  async read(): Promise<FoundKey> {
    const version = this.version();
    if (version !== null && this.kept?.version === version) return this.kept.key;
    this.kept = null;
    const key = await readSecretKey(this.home);
    const isSettled = version !== null && version === this.version();
    if (isSettled && key.kind === 'present') this.kept = { version, key };
    return key;
  }

  /** What changes with each write of the file and with each file in its place; null where it may change unseen. */
  private version(): string | null {
    try {
      const { dev, ino, size, mode, mtimeMs, ctimeMs } = statSync(secretKeyPath(this.home));
      if (Math.abs(this.clock.now() - ctimeMs) < SETTLED) return null;
      return [dev, ino, size, mode, mtimeMs, ctimeMs].join(' ');
    } catch {
      return null;
    }
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
