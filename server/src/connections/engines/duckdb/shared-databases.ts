import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ConnectFailure } from '../connector.js';
import { openDatabase, type OpenDatabase } from './open-database.js';

interface Shared {
  readonly isReadOnly: boolean;
  readonly database: Promise<OpenDatabase>;
  users: number;
}

/**
 * The database files open in this process, by real path. Opening one file twice in a process would corrupt it, since
 * the engine's lock only keeps other processes out; connections to the same file share it.
 */
const open = new Map<string, Shared>();
/** Files on their way to be closed; opening one again waits for it. */
const closing = new Map<string, Promise<void>>();

/** Opens a database file or joins those who have it open; `close()` gives back this one use of it. */
export async function openShared(path: string, isReadOnly: boolean): Promise<OpenDatabase> {
  const key = await realFile(path);
  await closing.get(key);
  const shared = open.get(key) ?? opened(key, isReadOnly);
  if (shared.isReadOnly !== isReadOnly) {
    const mode = shared.isReadOnly ? 'read-only' : 'for writing';
    throw new ConnectFailure('connection-unusable', `Another connection has this database file open ${mode}.`);
  }
  shared.users++;
  const database = await shared.database;
  let isUsed = true;
  const close = async (): Promise<void> => {
    if (!isUsed) return;
    isUsed = false;
    await leave(key, shared);
  };
  return { ...database, close };
}

function opened(key: string, isReadOnly: boolean): Shared {
  const database = openDatabase({ path: key, isReadOnly, readableFolders: [] });
  const shared = { isReadOnly, database, users: 0 };
  open.set(key, shared);
  database.catch(() => open.delete(key));
  return shared;
}

async function leave(key: string, shared: Shared): Promise<void> {
  shared.users--;
  if (shared.users > 0) return;
  open.delete(key);
  const closed = shared.database.then((database) => database.close());
  closing.set(key, closed);
  await closed.finally(() => closing.delete(key));
}

/** A file that does not exist yet has the real path of its folder. */
async function realFile(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    return join(await realpath(dirname(path)).catch(() => dirname(path)), basename(path));
  }
}
