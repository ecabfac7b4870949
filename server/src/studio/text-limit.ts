import { MAX_KEPT_TEXT_BYTES } from '#libs/api';
import { Problem } from '../platform/index.js';

/** Throws `too-large` for a text that is longer than what the state keeps. */
export function requireTextLimit(sql: string): void {
  if (Buffer.byteLength(sql) <= MAX_KEPT_TEXT_BYTES) return;
  throw new Problem('too-large', `A saved text can have up to ${MAX_KEPT_TEXT_BYTES / 1024 / 1024} MB.`);
}

/** A page of texts ends where it has so many bytes of them: some pages at once must fit into memory. */
export const PAGE_BYTES = 16 * 1024 * 1024;
