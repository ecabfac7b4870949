import { isUtf8 } from 'node:buffer';
import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import { open, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MAX_KEPT_TEXT_BYTES } from '#libs/api';
import { Problem, errorCode, renameNew } from '../../platform/index.js';

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** What a file holds, as it was at one moment. */
export interface SqlFileText {
  readonly sql: string;
  readonly hasByteOrderMark: boolean;
  readonly stats: BigIntStats;
}

/**
 * Reads a file whole. `real` is a path without links. Throws `file-missing`, `file-not-accessible`, `file-not-allowed`
 * for anything but a regular file, `too-large` and `file-not-text`.
 */
export async function readSqlFile(real: string): Promise<SqlFileText> {
  // Without blocking: opening a pipe without a writer would wait for ever.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(real, flags).catch((error: unknown) => {
    throw problemOfFile(error);
  });
  try {
    const stats = await file.stat({ bigint: true });
    if (!stats.isFile()) throw new Problem('file-not-allowed', 'Only regular files can be opened.');
    if (stats.size > BigInt(MAX_KEPT_TEXT_BYTES)) throw tooLarge();
    const bytes = await file.readFile();
    if (bytes.length > MAX_KEPT_TEXT_BYTES) throw tooLarge();
    if (!isUtf8(bytes)) throw new Problem('file-not-text', 'The file is not UTF-8 text. Convert it before opening it.');
    const hasByteOrderMark = bytes.subarray(0, 3).equals(BYTE_ORDER_MARK);
    return { sql: bytes.subarray(hasByteOrderMark ? 3 : 0).toString('utf8'), hasByteOrderMark, stats };
  } finally {
    await file.close();
  }
}

/** Makes a file that does not exist, whole or not at all; throws `name-taken` where one does, and `file-not-accessible`. */
export async function createSqlFile(real: string, sql: string): Promise<void> {
  const temporary = join(dirname(real), `.${randomUUID()}.tmp`);
  try {
    await writeFile(temporary, sql, { flag: 'wx', mode: 0o600, flush: true });
    await renameNew(temporary, real);
  } catch (error) {
    throw errorCode(error) === 'EEXIST'
      ? new Problem('name-taken', 'A file with this name exists. Choose another name.')
      : problemOfFile(error);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Names the version of a file: another one after each write and each replacement. */
export function etagOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  const facts = [dev, ino, size, mtimeNs, ctimeNs].join(':');
  return createHash('sha256').update(facts).digest('base64url').slice(0, 22);
}

/** What the operating system refused, in the words of the API: its own message would name paths. */
export function problemOfFile(error: unknown): unknown {
  switch (errorCode(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new Problem('file-missing');
    case 'ELOOP':
      return new Problem('file-not-allowed');
    case 'EACCES':
    case 'EPERM':
      return new Problem(
        'file-not-accessible',
        'The account of the workbench has no permission for the file. Change the permissions of the file.',
      );
    case 'EROFS':
      return new Problem('file-not-accessible', 'The disk of the file is read-only.');
    case 'ENOSPC':
    case 'EDQUOT':
      return new Problem('file-not-accessible', 'The disk of the file is full. Free space on it.');
    default:
      return error;
  }
}

function tooLarge(): Problem {
  return new Problem('too-large', `Files of up to ${MAX_KEPT_TEXT_BYTES / 1024 / 1024} MB can be opened here.`);
}
