import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { DuckdbConfig } from '../duckdb/config.js';
import type { FilesConfig } from '../files/config.js';
import { ConnectFailure } from '../connector.js';
import { FILE_WORDS, FOLDER_WORDS, identityOf, stateOf, type SourceState, type SourceWords } from '../source-state.js';
import { EngineHost } from './engine-host.js';
import type { HostPath } from '../../../platform/index.js';

interface SharedHost {
  readonly isReadOnly: boolean;
  readonly host: Promise<EngineHost>;
  /** The file that it opens; null while that has yet to be made. */
  identity: string | null;
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
  readonly words: SourceWords;
}

/** The host of a database file, started where there is none. Throws `ConnectFailure` where it is open in another mode. */
export async function hostOfFile({ path, readOnly }: DuckdbConfig): Promise<HostedPath> {
  const key = await realFile(path);
  for (let end = closing.get(key); end !== undefined; end = closing.get(key)) await end;
  const identity = await identityOf(key);
  const shared = open.get(key) ?? started(key, readOnly, identity);
  if (shared.isReadOnly !== readOnly) {
    const mode = shared.isReadOnly ? 'read-only' : 'for writing';
    throw new ConnectFailure('connection-unusable', `Another connection has this database file open ${mode}.`);
  }
  return { host: await shared.host, path: key, words: FILE_WORDS, look: () => lookAt(key, shared) };
}

/**
 * The engine goes on with a file that was moved or removed, where all that it writes is lost, and its log lies beside the
 * file that has taken the place: it is ended.
 */
async function lookAt(key: string, shared: SharedHost): Promise<SourceState> {
  shared.identity ??= await identityOf(key);
  if (shared.identity === null) return 'same';
  const state = await stateOf(key, shared.identity);
  if (state === 'gone' || state === 'replaced') await (await shared.host).retire();
  return state;
}

/** A host for one folder, by its real path, which is only read. */
export async function hostOfFolder(config: FilesConfig): Promise<HostedPath> {
  const path = await realpath(config.path).catch(() => {
    throw new ConnectFailure('connection-unusable', FOLDER_WORDS.gone);
  });
  const identity = await identityOf(path);
  const host = await EngineHost.start({ purpose: 'connection', paths: [{ path, isWritable: false }] });
  // A confined process keeps the folder that it was given, also when it is moved and another takes its place.
  const look = host.isConfined ? { look: () => stateOf(path, identity) } : {};
  return { host, path, words: FOLDER_WORDS, ...look };
}

function started(key: string, isReadOnly: boolean, identity: string | null): SharedHost {
  const host = EngineHost.start({
    purpose: 'connection',
    paths: databasePaths(key, isReadOnly),
    onOver: (ended) => over(key, ended),
  });
  const shared = { isReadOnly, host, identity };
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
