import { dirname, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { isPackage, withPlaces } from '../joined-modules.mjs';
import { inProject } from '../project.mjs';

/** What the server's process starts with, as the compiler leaves it. */
const START = inProject('dist/server/src/start.js');
/** Programs of its threads. */
const THREADS = [
  inProject('dist/server/src/platform/threads/text-program.js'),
  inProject('dist/server/src/studio/editing/grammar-program.js'),
];

/**
 * Joins all of our own modules that the server starts with into one file, which takes the place of `start.js`, and the
 * same for each program of its threads: to load a thousand small files takes a third of the start. What is imported later
 * becomes a file of its own beside it. Packages stay where they are.
 */
export async function joinServer() {
  for (const path of [...THREADS, START]) await join(path);
}

/** @param {string} path */
async function join(path) {
  const folder = dirname(path);
  const bundle = await rolldown({
    input: path,
    platform: 'node',
    external: isPackage,
    plugins: [
      {
        name: 'places',
        // Without a map of its own: every line stays where it is.
        transform: (code, id) =>
          code.includes('import.meta.') ? { code: atItsPlace(code, id, folder), map: null } : null,
      },
    ],
  });
  const names = { entryFileNames: '[name].js', chunkFileNames: 'joined-[name]-[hash].js' };
  await bundle.write({ dir: folder, format: 'esm', keepNames: true, comments: false, sourcemap: true, ...names });
  await bundle.close();
}

/**
 * The code of a module that finds the files beside it from a joined file in `folder`, wherever the build is moved to.
 * @param {string} code
 * @param {string} path the module's
 * @param {string} folder
 */
export function atItsPlace(code, path, folder) {
  const from = relative(folder, path);
  return withPlaces(code, {
    url: `new URL(${JSON.stringify(`./${from}`)}, import.meta.url).href`,
    filename: `(import.meta.dirname + ${JSON.stringify(`/${from}`)})`,
    dirname: `(import.meta.dirname + ${JSON.stringify(`/${dirname(from)}`)})`,
  });
}
