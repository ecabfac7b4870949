import { lstat } from 'node:fs/promises';
import { errorCode } from './error-code.js';

/**
 * For `catch` of a call to the file system: `value` where nothing has the path, be it that a part of it is no folder.
 * Every other error is thrown on, since what cannot be looked at may be there.
 */
export function ifMissing<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (isNothingThere(error)) return value;
    throw error;
  };
}

/** Whether a call to the file system failed because nothing has the path. */
export function isNothingThere(error: unknown): boolean {
  const code = errorCode(error);
  // Listing a file answers ENOTDIR, too: that path has something.
  return code === 'ENOENT' || (code === 'ENOTDIR' && (error as NodeJS.ErrnoException).syscall !== 'scandir');
}

/** Whether anything has the path, be it a broken symbolic link. Throws a system error where that cannot be known. */
export async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(ifMissing(null))) !== null;
}
