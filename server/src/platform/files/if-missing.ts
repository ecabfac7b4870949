import { lstat } from 'node:fs/promises';
import { errorCode } from './error-code.js';

/**
 * For `catch` of a call to the file system: `value` where nothing has the path. Every other error is thrown on, since what
 * cannot be looked at may be there.
 */
export function ifMissing<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (errorCode(error) === 'ENOENT') return value;
    throw error;
  };
}

/** Whether anything has the path, be it a broken symbolic link. Throws a system error where that cannot be known. */
export async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(ifMissing(null))) !== null;
}
