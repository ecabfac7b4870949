import { createWriteStream } from 'node:fs';
import { stat, statfs, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request } from 'express';
import { IMPORT_PART_BYTES } from '#libs/imports';
import { Problem, errorCode, isSystemError } from '../../platform/index.js';

/** A file that is being sent or read. */
export interface FileToCome {
  readonly sizeBytes: number;
  /** What has yet to arrive. */
  readonly leftBytes: number;
}

/** A part that is being written. */
export interface PartOnItsWay {
  readonly abort: AbortController;
  /** Resolves when nothing of it is written any more. */
  readonly end: Promise<void>;
}

/** The disk keeps so much for everything else. */
const RESERVE_BYTES = 512 * 1024 * 1024;

/** Answers of the system to a write that a full disk or a full quota gives. */
const NO_ROOM: readonly (string | null)[] = ['ENOSPC', 'EDQUOT'];
/** The request broke off, and the disk has nothing to do with it. */
const CONNECTION_ERRORS: readonly (string | null)[] = ['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'];

/** Throws `no-room-to-import` where so many bytes more would fill the disk of a folder. */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= bytes + RESERVE_BYTES) return;
  throw new Problem(
    'no-room-to-import',
    'The disk of the workbench has no room for a file of this size. Free space on it.',
  );
}

/**
 * The bytes that files on their way may still take on the disk of `folder`: what has yet to arrive, and a copy of each in
 * UTF-8 where temporary files are on the same disk. Elsewhere the copy looks for room itself.
 */
export async function bytesToCome(folder: string, files: readonly FileToCome[]): Promise<number> {
  const [{ dev }, temporary] = await Promise.all([stat(folder), stat(tmpdir())]);
  const hasCopies = dev === temporary.dev;
  return files.reduce((sum, { sizeBytes, leftBytes }) => sum + leftBytes + (hasCopies ? sizeBytes : 0), 0);
}

/**
 * Writes the body of a request into a file from `offset` on, without keeping more than a piece of it; answers its length.
 * A part that is cut off leaves the file as it was. Throws `too-large` beyond `most` bytes, `no-room-to-import`,
 * `import-unavailable` where the disk refuses, `malformed-json` where the request ends early, and `import-not-ready` when
 * `signal` is aborted.
 */
export async function receivePart(
  request: Request,
  path: string,
  { offset, most, signal }: { readonly offset: number; readonly most: number; readonly signal: AbortSignal },
): Promise<number> {
  const limit = Math.min(most, IMPORT_PART_BYTES);
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(bytes > limit ? new Problem('too-large', 'The part is larger than what is left of the file.') : null, chunk);
    },
  });
  const flags = offset === 0 ? 'w' : 'r+';
  await requireRoom(dirname(path), limit);
  const file = createWriteStream(path, { flags, start: offset, mode: 0o600 });
  const closed = new Promise<void>((resolve) => file.once('close', resolve));
  try {
    await pipeline(request, counted, file, { signal });
  } catch (error) {
    // A write that goes on would come after the truncation.
    await closed;
    await truncate(path, offset).catch(() => undefined);
    if (signal.aborted) throw new Problem('import-not-ready', 'The part was sent again.');
    throw problemOf(error);
  }
  return bytes;
}

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const code = errorCode(error);
  if (NO_ROOM.includes(code))
    return new Problem('no-room-to-import', 'The disk of the workbench is full.', { cause: error });
  if (isSystemError(error) && !CONNECTION_ERRORS.includes(code))
    return new Problem('import-unavailable', `The workbench cannot write the file: ${code ?? ''}. Try again later.`, {
      cause: error,
    });
  return new Problem('malformed-json', 'The part of the file ended early.');
}
