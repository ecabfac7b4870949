import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Decides by the content of sources whether what was built from them is still good. Times are not asked: a clone or a
 * change of branch gives every file a new one.
 * @param {string} root
 * @param {readonly string[]} sources files and folders, relative to `root`; tests in them do not count
 * @returns {Promise<string>}
 */
export async function sourceHash(root, sources) {
  const files = (await Promise.all(sources.map((source) => listFiles(root, source)))).flat().sort();
  const hash = createHash('sha256');
  for (const file of files) {
    hash.update(`${file}\0`);
    hash.update(await readFile(join(root, file)));
  }
  return hash.digest('hex');
}

/**
 * @param {string} stampFile
 * @param {string} hash
 */
export async function hasStamp(stampFile, hash) {
  return (await readFile(stampFile, 'utf8').catch(() => '')) === hash;
}

/**
 * Written last, so that a build that was cut off counts as none.
 * @param {string} stampFile
 * @param {string} hash
 */
export async function writeStamp(stampFile, hash) {
  await mkdir(dirname(stampFile), { recursive: true });
  await writeFile(stampFile, hash);
}

/** @param {string} stampFile */
export async function removeStamp(stampFile) {
  await rm(stampFile, { force: true });
}

/**
 * @param {string} root
 * @param {string} source
 * @returns {Promise<string[]>}
 */
async function listFiles(root, source) {
  const about = await stat(join(root, source)).catch(() => null);
  if (about === null) return [];
  if (about.isFile()) return [source];
  const entries = await readdir(join(root, source), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.(spec|e2e)\.ts$|\.md$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}
