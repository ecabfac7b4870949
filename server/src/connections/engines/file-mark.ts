import { realpath, stat } from 'node:fs/promises';

/**
 * When and with how many bytes a file and its log were last written, as one text; empty where the file does not exist.
 * An engine keeps the log, a file whose name ends with `logSuffix`, beside the file that a link leads to.
 */
export async function fileMark(path: string, logSuffix?: string): Promise<string> {
  const paths = logSuffix === undefined ? [path] : [path, `${await realpath(path).catch(() => path)}${logSuffix}`];
  const found = await Promise.all(paths.map((one) => stat(one, { bigint: true }).catch(() => null)));
  if (found[0] === null) return '';
  return found.map((one) => (one ? `${one.ino}:${one.mtimeNs}:${one.size}` : '-')).join(' ');
}
