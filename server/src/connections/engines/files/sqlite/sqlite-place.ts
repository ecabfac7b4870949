import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { HostPath } from '../../../../platform/index.js';
import type { CheckedFile } from './opened-file.js';

/** What one SQLite process may use. Only sessions with the same key share a process. */
export interface SqlitePlace {
  readonly key: string;
  readonly paths: readonly HostPath[];
}

/** A process that reads no file. */
export const NO_FILES: SqlitePlace = { key: '', paths: [] };

const SIDE_FILES = ['-journal', '-wal', '-shm'];

/** What a session does with its file; a reader of a file in WAL mode writes the index of the log. */
export type FileUse = 'write' | 'read' | 'read-log';

/**
 * The folder of a file, of which a process sees that file and its side files. Read-only for a reader, but for a file
 * in WAL mode: there only the database file is.
 */
export async function sqlitePlace(file: CheckedFile, use: FileUse): Promise<SqlitePlace> {
  const folder = dirname(file.path);
  const name = basename(file.path);
  const onlyNames = [name, ...SIDE_FILES.map((ending) => `${name}${ending}`)];
  const { dev, ino } = await stat(folder, { bigint: true });
  return {
    key: [file.path, file.device, file.inode, dev, ino, use].join(':'),
    paths: [
      { path: folder, isWritable: use !== 'read', onlyNames },
      ...(use === 'read-log' ? [{ path: file.path, isWritable: false }] : []),
    ],
  };
}
