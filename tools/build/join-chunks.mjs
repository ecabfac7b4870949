import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { reachable } from './visit-chunks.mjs';

const HASH = /-[A-Za-z0-9_-]{8}$/;
/** What is needed by others first. */
const GROUPS = /** @type {const} */ (['application', 'shared', 'studio', 'sections']);
const PRELOAD = /<link rel="modulepreload"[^>]*>/g;

/** @typedef {Readonly<Record<typeof GROUPS[number], readonly string[]>>} Groups */

/**
 * Writes the chunks of each group into one file, since a visit waits for each of its requests: the bundler makes a chunk
 * of whatever two pages share, some forty for a visit of the studio. All chunks get new names, and `index.html` names
 * those of its own entry. No chunk may wait for another one at its top level. Throws where `index.html` does not begin
 * with that entry.
 * @param {string} folder of the built client
 * @param {Groups} groups names of chunks, the entry first
 * @returns {Promise<string[]>} the files that a visit of the studio needs besides those that `index.html` names
 */
export async function joinChunks(folder, groups) {
  const [entry] = groups.application;
  if (entry === undefined) throw new Error('The client was built without an entry.');
  const { output } = await joined(folder, entry, groups);
  const chunks = output.filter((file) => file.type === 'chunk');
  const old = chunks.flatMap(({ moduleIds }) => moduleIds).filter((id) => id.startsWith(folder));
  for (const path of old) await rm(path);
  for (const { fileName, code } of chunks) await writeFile(join(folder, fileName), code);

  /** @param {string} name */
  const importsOf = (name) => chunks.find(({ fileName }) => fileName === name)?.imports ?? [];
  /** @param {string | undefined} name of a chunk as it was */
  const fileOf = (name) => {
    const file = chunks.find(({ moduleIds }) => moduleIds.includes(join(folder, String(name))));
    if (file === undefined) throw new Error(`No file holds what was ${name}.`);
    return file.fileName;
  };
  const main = chunks.find(({ isEntry }) => isEntry)?.fileName ?? '';
  const [, ...ahead] = reachable(main, importsOf);
  const index = join(folder, 'index.html');
  await writeFile(index, renamed(await readFile(index, 'utf8'), entry, main, ahead));
  return reachable(fileOf(groups.studio[0]), importsOf).filter((name) => name !== main && !ahead.includes(name));
}

/** @param {string} folder @param {string} entry @param {Groups} groups */
async function joined(folder, entry, groups) {
  const bundle = await rolldown({
    input: { [entry.replace(/\.js$/, '').replace(HASH, '')]: join(folder, entry) },
  });
  try {
    /** @param {{name: string}} chunk */
    const fileNames = ({ name }) => `${name.replace(HASH, '')}-[hash].js`;
    return await bundle.generate({
      minify: { mangle: false, compress: false },
      chunkFileNames: fileNames,
      entryFileNames: fileNames,
      codeSplitting: {
        // A group takes what it imports with it, unless a group of a higher priority has taken that.
        groups: GROUPS.map((name, place) => {
          const ids = new Set(groups[name].map((chunk) => join(folder, chunk)));
          return { name, priority: GROUPS.length - place, test: (/** @type {string} */ id) => ids.has(id) };
        }),
      },
    });
  } finally {
    await bundle.close();
  }
}

/** @param {string} html @param {string} before @param {string} main @param {readonly string[]} ahead */
function renamed(html, before, main, ahead) {
  const script = `<script src="${before}"`;
  if (!html.includes(script)) throw new Error(`index.html does not begin with ${before}.`);
  const preloads = ahead.map((name) => `<link rel="modulepreload" href="${name}">`).join('');
  return html.replaceAll(PRELOAD, '').replace(script, `${preloads}<script src="${main}"`);
}
