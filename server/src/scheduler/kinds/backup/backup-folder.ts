import { lstat, mkdir, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { errorCode } from '../../../platform/index.js';
import { JobFailure } from '../../job-kind.js';

/** Where a destination lies, judged by its text alone; null where that is outside of the allowed folders. */
export function placeOfDestination(
  destination: string,
  allowed: readonly string[],
): { root: string; path: string } | null {
  const path = isAbsolute(destination) ? resolve(destination) : resolve(allowed[0] ?? '/', destination);
  const root = allowed.find((folder) => path === folder || path.startsWith(folder + sep));
  return root === undefined || destination.includes('\0') ? null : { root, path };
}

/**
 * Makes the folder of a destination. No part of it below the allowed folder may be a symbolic link, which could lead
 * anywhere by the time of the next run. Throws `JobFailure` with what is in the way.
 */
export async function openDestination(destination: string, allowed: readonly string[]): Promise<string> {
  const place = placeOfDestination(destination, allowed);
  if (place === null) throw new JobFailure('The destination is outside of the folders for backups.');
  try {
    await mkdir(place.root, { recursive: true, mode: 0o700 });
    const root = await realpath(place.root);
    let path = root;
    for (const part of relative(place.root, place.path).split(sep)) {
      if (part === '') continue;
      path = join(path, part);
      await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
        if (errorCode(error) !== 'EEXIST') throw error;
      });
      const found = await lstat(path);
      if (found.isSymbolicLink()) throw new JobFailure('The destination leads through a symbolic link.');
      if (!found.isDirectory()) throw new JobFailure('The destination is not a folder.');
    }
    return path;
  } catch (error) {
    if (error instanceof JobFailure) throw error;
    throw new JobFailure(`The destination cannot be written (${errorCode(error) ?? 'unknown'}).`, { cause: error });
  }
}
