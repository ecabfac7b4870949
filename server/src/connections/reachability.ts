import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import type { DuckdbConfig, FilesConfig, PostgresConfig } from './connection-config.js';
import { errorCode } from '../platform/index.js';

/** Whether something listens where the server should be; sends nothing, so no login is logged there. */
export function isListening(config: PostgresConfig, timeoutMs: number): Promise<boolean> {
  const { host, port } = config;
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

/** Says in a sentence why the file or folder of a connection cannot be used, or null when it can. Opens nothing. */
export async function findPathFault(config: DuckdbConfig | FilesConfig): Promise<string | null> {
  try {
    const found = await stat(config.path);
    if (config.kind === 'duckdb' && !found.isFile()) return 'The path is not a file.';
    if (!found.isFile() && !found.isDirectory()) return 'The path is neither a file nor a folder.';
    await access(config.path, found.isDirectory() ? constants.R_OK | constants.X_OK : constants.R_OK);
    return null;
  } catch (error) {
    const isMissing = ['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '');
    if (isMissing && config.kind === 'duckdb' && !config.readOnly) return findFolderFault(dirname(config.path));
    if (isMissing) return 'There is nothing at this path.';
    return errorCode(error) === 'EACCES' ? 'The workbench may not read this path.' : 'The path cannot be read.';
  }
}

/** A database file that is not there yet is made by its first session, in a folder that has to be there. */
async function findFolderFault(folder: string): Promise<string | null> {
  const canWrite = await access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  return canWrite ? null : 'There is nothing at this path, and no folder to make it in.';
}
