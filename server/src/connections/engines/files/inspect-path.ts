import { open, stat } from 'node:fs/promises';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { ConnectFailure } from '../connector.js';

/** What stands at the path of a files connection. */
export type FilesSource = 'folder' | 'sqlite';

const SQLITE_MAGIC = 'SQLite format 3\0';
const DUCKDB_MAGIC = 'DUCK';
const DUCKDB_MAGIC_AT = 8;
const HEADER_BYTES = 16;

/** Looks what is at a path. Throws `ConnectFailure` for anything but a folder or a SQLite file. */
export async function inspectPath(path: string, kind: 'files' | 'sqlite' = 'files'): Promise<FilesSource> {
  const found = await stat(path).catch(() => null);
  if (found === null) throw unusable('The path of the connection leads to no file or folder. Check the path.');
  if (found.isDirectory()) return 'folder';
  if (!found.isFile()) throw unusable('The path is neither a folder nor a file.');
  const header = await readHeader(path);
  if (header.startsWith(SQLITE_MAGIC)) return 'sqlite';
  if (header.startsWith(DUCKDB_MAGIC, DUCKDB_MAGIC_AT)) {
    throw unusable('The file is a DuckDB database: use a connection of the kind duckdb.');
  }
  const taken = kind === 'files' ? ' A files connection takes a folder of data files or one SQLite file.' : '';
  throw unusable(`The file is not a SQLite database.${taken}`);
}

/** A guess without waiting, for what has to be known before anything is opened: a folder unless it is a SQLite file. */
export function guessSource(path: string): FilesSource {
  try {
    if (!statSync(path).isFile()) return 'folder';
    const file = openSync(path, 'r');
    try {
      const header = Buffer.alloc(HEADER_BYTES);
      readSync(file, header, 0, HEADER_BYTES, 0);
      return header.toString('latin1') === SQLITE_MAGIC ? 'sqlite' : 'folder';
    } finally {
      closeSync(file);
    }
  } catch {
    return 'folder';
  }
}

async function readHeader(path: string): Promise<string> {
  const file = await open(path, 'r').catch(() => {
    throw unusable('The workbench may not read the file.');
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}

function unusable(message: string): ConnectFailure {
  return new ConnectFailure('connection-unusable', message);
}
