import { dialectOf } from '../../dialects/index.js';
import type { SqlDialect } from '../../dialects/index.js';

/** The largest file that a cell is set from, in bytes. */
export const MAX_FILE_BYTES = 1_000_000;

/** The bytes of a cell as Postgres (`\x0aff`) and SQLite (`X'0AFF'`) print them; null for any other text. */
export function readBytes(text: string): Uint8Array<ArrayBuffer> | null {
  const [, plain, quoted] = /^(?:\\x((?:[0-9a-f]{2})*)|X'((?:[0-9A-F]{2})*)')$/.exec(text) ?? [];
  const digits = plain ?? quoted;
  if (digits === undefined) return null;
  const bytes = new Uint8Array(digits.length / 2);
  for (let place = 0; place < bytes.length; place += 1)
    bytes[place] = Number.parseInt(digits.slice(2 * place, 2 * place + 2), 16);
  return bytes;
}

/** Bytes as a text that the dialect reads as bytes. */
export function writeBytes(bytes: Uint8Array, dialect: SqlDialect): string {
  return dialectOf(dialect).values.bytesText(hexOf(bytes));
}

/** Two hexadecimal digits for each byte, in lower case. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Why a file is too large for a cell, with its size; null where it is not. */
export function fileFault(bytes: number): string | null {
  if (bytes <= MAX_FILE_BYTES) return null;
  return `The file has ${(bytes / 1_000_000).toFixed(1)} MB. A cell is set from a file of up to 1 MB; a larger one is written with a program.`;
}
