import { createHash } from 'node:crypto';
import { lstat, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing } from '../../platform/index.js';
import { DROP_BINARIES } from './drop-names.js';

/** The SHA-256 of each binary file of the drop folder, in hexadecimal, by its name. */
type DropSums = Readonly<Record<string, string>>;

/** Notes what the demo's binary files contain, to recognize later what people have changed. */
export async function writeDropSums(dropFolder: string, file: string): Promise<void> {
  const sums = await Promise.all(DROP_BINARIES.map(async (name) => [name, await sumOf(join(dropFolder, name))]));
  await writeFile(file, JSON.stringify(Object.fromEntries(sums)), { mode: 0o600 });
}

/** True where a binary file of the demo is as the demo wrote it. */
export async function isAsWritten(dropFolder: string, name: string, file: string): Promise<boolean> {
  const path = join(dropFolder, name);
  if (!(await lstat(path)).isFile()) return false;
  const sums = parsed(await readFile(file, 'utf8').catch(ifMissing('{}')));
  return sums[name] === (await sumOf(path));
}

/** A damaged file vouches for nothing. */
function parsed(text: string): DropSums {
  try {
    return JSON.parse(text) as DropSums;
  } catch {
    return {};
  }
}

async function sumOf(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
}
