import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ConnectFailure } from '../connector.js';
import { EngineHost } from './engine-host.js';

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

/** The host of a database file, started where there is none. Throws `ConnectFailure` where it is open in another mode. */
export async function hostOfFile(path: string, isReadOnly: boolean): Promise<EngineHost> {
  const key = await realFile(path);
  for (let end = closing.get(key); end !== undefined; end = closing.get(key)) await end;
  const shared = open.get(key) ?? started(key, isReadOnly);
  if (shared.isReadOnly !== isReadOnly) {
    const mode = shared.isReadOnly ? 'read-only' : 'for writing';
    throw new ConnectFailure('connection-unusable', `Another connection has this database file open ${mode}.`);
  }
  return shared.host;
}

/** A host for one folder, by its real path, which is only read. */
export function hostOfFolder(path: string): Promise<EngineHost> {
  return EngineHost.start([{ path, isWritable: false }], () => undefined);
}

function started(key: string, isReadOnly: boolean): SharedHost {
  // The engine writes its log beside the file.
  const paths = [{ path: isReadOnly ? key : dirname(key), isWritable: !isReadOnly }];
  const host = EngineHost.start(paths, (ended) => over(key, ended));
  const shared = { isReadOnly, host };
  open.set(key, shared);
  host.catch(() => open.delete(key));
  return shared;
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
