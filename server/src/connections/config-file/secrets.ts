import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

export { loadOrCreateSecretKey } from '../../platform/index.js';

/** What every encrypted value in the configuration file begins with. */
export const SECRET_PREFIX = 'enc:v1:';

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
