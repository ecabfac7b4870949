import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { FINGERPRINT_DIGITS, parseSealed, sealedText } from '#libs/secret-key';
import type { KeyState, Undecryptable } from '#libs/secret-key';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The key that secrets are encrypted with. */
export interface SecretKey {
  readonly kind: 'present';
  readonly bytes: Buffer;
  /** Names the key and says nothing about it. */
  readonly fingerprint: string;
}

/** The key in `secret.key`, or why there is none. */
export type FoundKey = SecretKey | Exclude<KeyState, { readonly kind: 'present' }>;

/** What decrypting gave: the text, or why there is none. */
export type Opening =
  { readonly kind: 'plain'; readonly text: string } | ({ readonly kind: 'undecryptable' } & Undecryptable);

/** The key of these bytes, with its fingerprint. */
export function secretKeyOf(bytes: Buffer): SecretKey {
  const derived = hkdfSync('sha256', bytes, '', 'workbench key fingerprint', FINGERPRINT_DIGITS / 2);
  return { kind: 'present', bytes, fingerprint: Buffer.from(derived).toString('hex') };
}

/**
 * Encrypts `plain` with AES-256-GCM as `enc:v1:<fingerprint>.` + base64url(iv, tag, cipher text). The connection's id is
 * not bound in: who can edit the file can point the same entry at any host, so binding would guard nothing and forbid
 * renaming.
 */
export function sealSecret(plain: string, { bytes, fingerprint }: SecretKey): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', bytes, iv, { authTagLength: TAG_BYTES });
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  const payload = Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  return sealedText({ fingerprint, payload });
}

/** Decrypts what `sealSecret` made. The cipher decides whether the key fits, not the fingerprint. */
export function openSecret(sealed: string, key: FoundKey): Opening {
  const parts = parseSealed(sealed);
  const needed = parts?.fingerprint ?? null;
  const text = parts === null || key.kind !== 'present' ? null : decrypt(parts.payload, key.bytes);
  return text === null ? { kind: 'undecryptable', needed, key: keyState(key) } : { kind: 'plain', text };
}

/** What may be shown of a key. */
export function keyState(key: FoundKey): KeyState {
  return key.kind === 'present' ? { kind: 'present', fingerprint: key.fingerprint } : key;
}

function decrypt(payload: string, key: Buffer): string | null {
  const bytes = Buffer.from(payload, 'base64url');
  if (bytes.length < IV_BYTES + TAG_BYTES || bytes.toString('base64url') !== payload) return null;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const plain = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plain);
  } catch {
    return null;
  }
}
