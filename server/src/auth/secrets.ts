import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;
/** Without characters that people mistake for each other. */
const CODE_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const CODE_LENGTH = 12;

/** 256 random bits in base64url, for cookies and links. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** What is stored of a random secret: its SHA-256 in base64url. */
export function digestOf(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

/** Compares what `candidate` would be stored as, in the same time for every candidate. */
export function matchesDigest(candidate: string, digest: string): boolean {
  const [one, other] = [Buffer.from(digestOf(candidate)), Buffer.from(digest)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** A code of 60 random bits that people type: `XXXX-XXXX-XXXX`. */
export function newSetUpCode(): string {
  const letters = [...randomBytes(CODE_LENGTH)].map((byte) => CODE_LETTERS.charAt(byte % CODE_LETTERS.length));
  return (letters.join('').match(/.{4}/g) ?? []).join('-');
}

/** A typed code as it was printed. */
export function normalizeCode(typed: string): string {
  const letters = typed.toUpperCase().replace(/[\s-]/g, '');
  return (letters.match(/.{1,4}/g) ?? []).join('-');
}
