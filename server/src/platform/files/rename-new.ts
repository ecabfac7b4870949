import { link, open, rename, rm, unlink } from 'node:fs/promises';
import { errorCode } from './error-code.js';

/** What file systems without hard links answer. */
const NO_LINKS: readonly (string | null)[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/**
 * Renames a file to a name that nothing has, in the same file system: whole or not at all. Throws a system error,
 * `EEXIST` where the name is taken.
 */
export async function renameNew(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!NO_LINKS.includes(errorCode(error))) throw error;
    await renameWithoutLink(from, to);
    return;
  }
  await unlink(from);
}

/** An empty file keeps the name: of two that come at once, one is refused. */
async function renameWithoutLink(from: string, to: string): Promise<void> {
  await (await open(to, 'wx')).close();
  try {
    await rename(from, to);
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  }
}
