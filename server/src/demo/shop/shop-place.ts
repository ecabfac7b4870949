import { createHash } from 'node:crypto';
import { chmod, chown, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { firstClosedFolder } from '../../platform/index.js';
import type { SystemUser } from '../../platform/index.js';

/** Used when the state directory lies where the user that Postgres runs as may not enter, as in /root. */
const SHARED_FOLDER = '/var/lib/data-workbench';

/**
 * The folder in which the demo's Postgres may live: in the state directory where possible. A workbench run as root has
 * to run Postgres as another user; that user's group is let through the state directory, but cannot list it. Where a
 * folder above is closed, the place is one of its own outside.
 */
export async function shopPlace(home: string, user: SystemUser | null): Promise<string> {
  const inside = join(home, 'demo');
  if (user === null) return inside;
  const closed = await firstClosedFolder(home, user);
  // A state directory that is open to all is narrowed while it is in use.
  if (closed === null || closed === home) await letGroupThrough(home, user);
  if ((await firstClosedFolder(inside, user)) === null) return inside;
  return outsidePlace(home);
}

/** Whether a data folder is one of this state directory: the record of a copied one names a folder of the original. */
export function isOwnDataFolder(home: string, dataFolder: string): boolean {
  return [join(home, 'demo'), outsidePlace(home)].includes(dirname(dataFolder));
}

function outsidePlace(home: string): string {
  const name = createHash('sha256').update(home).digest('hex').slice(0, 12);
  return join(SHARED_FOLDER, name);
}

async function letGroupThrough(folder: string, user: SystemUser): Promise<void> {
  const { uid, mode } = await stat(folder);
  await chown(folder, uid, user.gid);
  await chmod(folder, (mode & 0o700) | 0o010);
}
