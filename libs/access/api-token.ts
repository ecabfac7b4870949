/** What every API token begins with, so that scanners and people know one when they see it. */
export const API_TOKEN_PREFIX = 'svc_';

/** Random bytes in a token: 256 bits cannot be guessed, so a plain SHA-256 of it is enough to store. */
export const API_TOKEN_BYTES = 32;

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = BigInt(DIGITS.length);
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const SHAPE = new RegExp(`^${API_TOKEN_PREFIX}([0-9A-Za-z]{${SECRET_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);
const HINT_LENGTH = 8;

/** Writes an API token: the prefix, 32 random `bytes` in base 62, and their CRC-32 in base 62. Throws on another length. */
export function formatApiToken(bytes: Uint8Array): string {
  if (bytes.length !== API_TOKEN_BYTES) throw new RangeError(`a token is made of ${API_TOKEN_BYTES} bytes`);
  const number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  const secret = inBase62(number, SECRET_LENGTH);
  return `${API_TOKEN_PREFIX}${secret}${checksumOf(secret)}`;
}

/** Whether `text` is an API token as far as that can be known without looking it up: shape and checksum. */
export function isApiToken(text: string): boolean {
  const match = SHAPE.exec(text);
  return match?.[1] !== undefined && checksumOf(match[1]) === match[2];
}

/** The first characters of a token, to recognize it by; too few to help anybody guess the rest. */
export function hintOf(token: string): string {
  return token.slice(0, HINT_LENGTH);
}

function checksumOf(secret: string): string {
  return inBase62(BigInt(crc32(`${API_TOKEN_PREFIX}${secret}`)), CHECKSUM_LENGTH);
}

function inBase62(number: bigint, length: number): string {
  let text = '';
  for (let rest = number; rest > 0n; rest /= BASE) text = `${DIGITS.charAt(Number(rest % BASE))}${text}`;
  return text.padStart(length, '0');
}

/** CRC-32 of ISO 3309 over ASCII characters, as an unsigned number. */
function crc32(text: string): number {
  let remainder = 0xffffffff;
  for (const character of text) {
    remainder ^= character.charCodeAt(0);
    for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0);
  }
  return (remainder ^ 0xffffffff) >>> 0;
}
