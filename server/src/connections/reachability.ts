import { constants } from 'node:fs';
import type { Stats } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import type { ServerConfig } from './engines/common-config.js';
import { errorCode, isNothingThere } from '../platform/index.js';

/** Whether something listens where the server should be; sends nothing, so no login is logged there. */
export function isListening({ host, port }: Pick<ServerConfig, 'host' | 'port'>, timeoutMs: number): Promise<boolean> {
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket.unref();
  return new Promise((resolve) => {
    const end = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.setTimeout(timeoutMs, () => end(false));
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}

/** Why the file or folder at a path cannot be used, a sentence, or null. Opens nothing. */
export async function findPathFault(path: string): Promise<string | null> {
  const fault = await findFault(path, (found) => found.isFile() || found.isDirectory());
  return fault === 'other' ? 'The path is neither a file nor a folder.' : textOf(fault);
}

/** The same for a file, which is made with its first session where it is missing and `isMade`. */
export async function findFileFault(path: string, isMade: boolean): Promise<string | null> {
  const fault = await findFault(path, (found) => found.isFile());
  if (fault === 'missing' && isMade) return findFolderFault(dirname(path));
  return fault === 'other' ? 'The path is not a file.' : textOf(fault);
}

type PathFault = 'other' | 'missing' | 'forbidden' | 'unreadable';

async function findFault(path: string, isExpected: (found: Stats) => boolean): Promise<PathFault | null> {
  try {
    const found = await stat(path);
    if (!isExpected(found)) return 'other';
    await access(path, found.isDirectory() ? constants.R_OK | constants.X_OK : constants.R_OK);
    return null;
  } catch (error) {
    if (isNothingThere(error)) return 'missing';
    return errorCode(error) === 'EACCES' ? 'forbidden' : 'unreadable';
  }
}

function textOf(fault: Exclude<PathFault, 'other'> | null): string | null {
  if (fault === null) return null;
  if (fault === 'missing') return 'There is nothing at this path.';
  return fault === 'forbidden' ? 'The workbench may not read this path.' : 'The path cannot be read.';
}

/** A database file that is not there yet is made by its first session, in a folder that has to be there. */
async function findFolderFault(folder: string): Promise<string | null> {
  const canWrite = await access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  return canWrite ? null : 'There is nothing at this path, and no folder to make it in.';
}
