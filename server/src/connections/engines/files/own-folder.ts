import { realpath } from 'node:fs/promises';
import { sep } from 'node:path';

/** Folders of the state directory that hold what the workbench keeps for each person, and copies of its state. */
const OWN_FOLDERS = ['results', 'outputs', 'backups', 'plugins', 'tmp', 'state-copies', 'table-names'];

/**
 * Whether a folder of data files would show the workbench's own: it is or holds the state directory, or lies in one of
 * its own folders there. Both are real paths.
 */
export function exposesState(folder: string, home: string): boolean {
  if (isInside(home, folder)) return true;
  return OWN_FOLDERS.some((name) => isInside(folder, `${home}${sep}${name}`));
}

/** The real path of a folder that may be opened. Rejects with a sentence where it would show the workbench's own files. */
export async function checkFolder(path: string, home: string | null): Promise<string> {
  const folder = await realpath(path);
  const state = home === null ? null : await realpath(home).catch(() => null);
  if (state === null || !exposesState(folder, state)) return folder;
  throw new Error('The folder holds files of the workbench itself. Choose a folder outside of its state directory.');
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
