import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../platform/index.js';

/** What every encrypted value in the configuration file begins with. */
export const SECRET_PREFIX = 'enc:v1:';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals `plain` with AES-256-GCM as `enc:v1:` + base64url(iv, tag, cipher text). The connection's id is not bound in:
 * who can edit the file can point the same entry at any host, so binding would guard nothing and forbid renaming.
 */
export function encryptSecret(plain: string, key: Buffer): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return SECRET_PREFIX + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Opens what `encryptSecret` made; null when it was made with another key, changed, or never was such a value. */
export function decryptSecret(sealed: string, key: Buffer): string | null {
  const encoded = sealed.slice(SECRET_PREFIX.length);
  if (!sealed.startsWith(SECRET_PREFIX) || !/^[A-Za-z0-9_-]+$/.test(encoded)) return null;
  const bytes = Buffer.from(encoded, 'base64url');
  if (bytes.length < IV_BYTES + TAG_BYTES || bytes.toString('base64url') !== encoded) return null;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const plain = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plain);
  } catch {
    return null;
  }
}

/**
 * Reads `secret.key` (32 random bytes) in the state directory and makes it where there is none; of two processes that
 * make it at once, both end up with the same one. Permissions wider than the owner's are narrowed. Throws when the
 * file is there but is no key.
 */
export async function loadOrCreateSecretKey(home: string): Promise<Buffer> {
  const path = join(home, 'secret.key');
  const key = (await readKey(path)) ?? (await createKey(home, path));
  if (key.length !== KEY_BYTES) throw new Error(`secret.key must hold ${KEY_BYTES} bytes, not ${key.length}`);
  return key;
}

async function readKey(path: string): Promise<Buffer | null> {
  try {
    const { mode } = await stat(path);
    if ((mode & 0o077) !== 0) await chmod(path, 0o600);
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
