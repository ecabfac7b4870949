import { stat } from 'node:fs/promises';

/** When and with how many bytes files were last written, as one text; empty where the first one does not exist. */
export async function fileMark(paths: readonly string[]): Promise<string> {
  const found = await Promise.all(paths.map((path) => stat(path, { bigint: true }).catch(() => null)));
  if (found[0] === null) return '';
  return found.map((one) => (one ? `${one.ino}:${one.mtimeNs}:${one.size}` : '-')).join(' ');
}
