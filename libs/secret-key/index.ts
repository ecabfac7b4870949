/** What every encrypted value begins with. */
export const SECRET_PREFIX = 'enc:v1:';

/** Hexadecimal digits of a key's fingerprint. */
export const FINGERPRINT_DIGITS = 16;

/** An encrypted value taken apart. */
export interface SealedParts {
  /** The key it was encrypted with; null in values of versions that did not note it. */
  readonly fingerprint: string | null;
  /** Base64url of the initialization vector, the authentication tag and the cipher text. */
  readonly payload: string;
}

/** What is in `secret.key`. */
export type KeyState =
  | { readonly kind: 'present'; readonly fingerprint: string }
  | { readonly kind: 'missing' }
  /** `reason` is a clause, such as `it holds 5 bytes, not 32`. */
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Why a value cannot be decrypted, as far as its text and the present key say. */
export interface Undecryptable {
  /** The fingerprint of the key it was encrypted with; null where its text does not say. */
  readonly needed: string | null;
  readonly key: KeyState;
}

const BEGINNING = new RegExp(`^${SECRET_PREFIX}(?:([0-9a-f]{${FINGERPRINT_DIGITS}})\\.)?(?=.)`, 's');

/**
 * Takes `enc:v1:[fingerprint.]payload` apart; null for a text that does not begin so. Whether the payload is base64url, who
 * decodes it sees.
 */
export function parseSealed(text: string): SealedParts | null {
  const [beginning, fingerprint] = BEGINNING.exec(text) ?? [];
  return beginning === undefined ? null : { fingerprint: fingerprint ?? null, payload: text.slice(beginning.length) };
}

/** The text of an encrypted value; the reverse of `parseSealed`. */
export function sealedText({ fingerprint, payload }: SealedParts): string {
  return `${SECRET_PREFIX}${fingerprint === null ? '' : `${fingerprint}.`}${payload}`;
}

/** Why a value cannot be decrypted and what to do, for people: `subject` is its noun, such as `The password`. */
export function undecryptableText(subject: string, undecryptable: Undecryptable): string {
  return `${subject} cannot be decrypted: ${reasonOf(undecryptable)} Restore that secret.key, or enter the secret again.`;
}

/** Why nothing can be encrypted, for people; null with a key that is present. */
export function noKeyText(key: KeyState): string | null {
  if (key.kind === 'present') return null;
  if (key.kind === 'unreadable')
    return `secret.key cannot be used: ${key.reason}. Correct it, or restore it from a copy.`;
  return 'secret.key is missing. Restore it from a copy, or create a new key on the Admin page.';
}

function reasonOf({ needed, key }: Undecryptable): string {
  const fault = faultOf(key);
  if (needed === null) {
    return fault === null
      ? `it is damaged, or not encrypted with the key in secret.key (${fingerprintOf(key)}).`
      : `${fault}.`;
  }
  if (fault !== null) return `it is encrypted with key ${needed}, and ${fault}.`;
  if (fingerprintOf(key) === needed)
    return `it is encrypted with key ${needed}, which is in secret.key, but it is damaged.`;
  return `it is encrypted with key ${needed}, but secret.key holds key ${fingerprintOf(key)}.`;
}

function faultOf(key: KeyState): string | null {
  if (key.kind === 'present') return null;
  return key.kind === 'missing' ? 'secret.key is missing' : `secret.key cannot be used (${key.reason})`;
}

function fingerprintOf(key: KeyState): string {
  return key.kind === 'present' ? key.fingerprint : '';
}
