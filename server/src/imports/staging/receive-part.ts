import { createWriteStream } from 'node:fs';
import { statfs, truncate } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request } from 'express';
import { IMPORT_PART_BYTES } from '#libs/imports';
import { Problem, errorCode } from '../../platform/index.js';

/** The disk keeps so much for everything else. */
const RESERVE_BYTES = 512 * 1024 * 1024;

/** Throws `no-room-to-import` where a file of that size, and a copy of it, would fill the disk. */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= 2 * bytes + RESERVE_BYTES) return;
  throw new Problem(
    'no-room-to-import',
    'The disk of the workbench has no room for a file of this size. Free space on it.',
  );
}

/**
 * Writes the body of a request into a file from `offset` on, without keeping more than a piece of it; answers its length.
 * A part that is cut off leaves the file as it was. Throws `too-large` beyond `most` bytes, and `no-room-to-import`.
 */
export async function receivePart(request: Request, path: string, offset: number, most: number): Promise<number> {
  const limit = Math.min(most, IMPORT_PART_BYTES);
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(bytes > limit ? new Problem('too-large', 'The part is larger than what is left of the file.') : null, chunk);
    },
  });
  const flags = offset === 0 ? 'w' : 'r+';
  try {
    await pipeline(request, counted, createWriteStream(path, { flags, start: offset, mode: 0o600 }));
  } catch (error) {
    await truncate(path, offset).catch(() => undefined);
    if (errorCode(error) === 'ENOSPC') throw new Problem('no-room-to-import', 'The disk of the workbench is full.');
    throw error instanceof Problem ? error : new Problem('malformed-json', 'The part of the file ended early.');
  }
  return bytes;
}
