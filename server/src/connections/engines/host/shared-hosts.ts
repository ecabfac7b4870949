import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { DuckdbConfig } from '../duckdb/config.js';
import type { FilesConfig } from '../files/config.js';
import { ConnectFailure } from '../connector.js';
import { EngineHost } from './engine-host.js';
import type { HostPath } from '../../../platform/index.js';

/** What a session says of a folder that is not there. */
export const FOLDER_GONE = 'The folder cannot be read any more.';

interface SharedHost {
  readonly isReadOnly: boolean;
  readonly host: Promise<EngineHost>;
}

/**
 * The hosts that have a database file open, by its real path. Connections to the same file share one: the engine's lock
 * keeps every other process out.
 */
const open = new Map<string, SharedHost>();
/** Files whose host is on its way to its end; opening one again waits for it. */
const closing = new Map<string, Promise<unknown>>();

/** A host, and the real path that it knows. */
export interface HostedPath {
  readonly host: EngineHost;
  readonly path: string;
  /** Whether the path is still what the process has; absent where the process sees that by itself. */
  readonly look?: () => Promise<SourceState>;
}

export type SourceState = 'same' | 'gone' | 'replaced';

/** The host of a database file, started where there is none. Throws `ConnectFailure` where it is open in another mode. */
export async function hostOfFile({ path, readOnly }: DuckdbConfig): Promise<HostedPath> {
  const key = await realFile(path);
  for (let end = closing.get(key); end !== undefined; end = closing.get(key)) await end;
  const shared = open.get(key) ?? started(key, readOnly);
  if (shared.isReadOnly !== readOnly) {
    const mode = shared.isReadOnly ? 'read-only' : 'for writing';
    throw new ConnectFailure('connection-unusable', `Another connection has this database file open ${mode}.`);
  }
  return { host: await shared.host, path: key };
}

/** A host for one folder, by its real path, which is only read. */
export async function hostOfFolder(config: FilesConfig): Promise<HostedPath> {
  const path = await realpath(config.path).catch(() => {
    throw new ConnectFailure('connection-unusable', FOLDER_GONE);
  });
  const identity = await identityOf(path);
  const host = await EngineHost.start({ purpose: 'connection', paths: [{ path, isWritable: false }] });
  return host.isConfined ? { host, path, look: () => stateOf(path, identity) } : { host, path };
}

/** A confined process keeps the folder that it was given, also when it is moved and another takes its place. */
async function stateOf(path: string, identity: string | null): Promise<SourceState> {
  const now = await identityOf(path);
  if (now === null) return 'gone';
  return now === identity ? 'same' : 'replaced';
}

/** Identifies a file or folder, so that another one in its place is noticed; null where there is none. */
export async function identityOf(path: string): Promise<string | null> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  return found === null ? null : `${found.dev}:${found.ino}`;
}

function started(key: string, isReadOnly: boolean): SharedHost {
  const host = EngineHost.start({
    purpose: 'connection',
    paths: databasePaths(key, isReadOnly),
    onOver: (ended) => over(key, ended),
  });
  const shared = { isReadOnly, host };
  open.set(key, shared);
  host.catch(() => open.delete(key));
  return shared;
}

/** The engine keeps its log beside the file, and makes and removes it as it goes. */
function databasePaths(key: string, isReadOnly: boolean): HostPath[] {
  if (!isReadOnly) return [{ path: dirname(key), isWritable: true, onlyNamesBeginning: basename(key) }];
  return [key, `${key}.wal`].map((path) => ({ path, isWritable: false }));
}

function over(key: string, ended: Promise<unknown>): void {
  open.delete(key);
  closing.set(key, ended);
  void ended.then(() => closing.delete(key));
}

/** A file that does not exist yet has the real path of its folder. */
async function realFile(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    return join(await realpath(dirname(path)).catch(() => dirname(path)), basename(path));
  }
}
