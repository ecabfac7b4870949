import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { isPackage, withPlaces } from '../joined-modules.mjs';
import { CACHE, inProject } from '../project.mjs';
import { libraryOf } from './library.mjs';
import { compiledTypeScript } from './native/compiled-typescript.mjs';

/** Below the packages, which it finds there. */
const PROGRAM = join(CACHE, 'programs/server-program.mjs');

/**
 * The whole server as one file of JavaScript: a process of its own starts from it with two thirds of the processor time
 * that it takes to load each of the sources. It is made by the first who needs it in a run of Jest.
 * @returns {Promise<string>} its path
 */
export async function serverProgram() {
  const { TEST_STATE_FOLDER: ofThisRun } = process.env;
  const made = ofThisRun === undefined ? null : join(ofThisRun, 'server-program-made');
  if (made !== null && existsSync(made)) return PROGRAM;
  await joinServer();
  if (made !== null) await writeFile(made, '');
  return PROGRAM;
}

/** Under its name all at once, since two workers may begin at the same time. */
async function joinServer() {
  const bundle = await rolldown({
    input: inProject('server/src/main.ts'),
    platform: 'node',
    external: isPackage,
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    plugins: [
      {
        name: 'sources',
        resolveId: (specifier) => libraryOf(specifier) ?? null,
        load: (id) => (id.endsWith('.ts') ? { code: atItsPlace(id), moduleType: 'js' } : null),
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
  await bundle.close();
  await mkdir(dirname(PROGRAM), { recursive: true });
  const unfinished = `${PROGRAM}.${String(process.pid)}`;
  await writeFile(unfinished, output[0].code);
  await rename(unfinished, PROGRAM);
}

/**
 * A source as JavaScript, which finds the files beside it although it runs elsewhere.
 * @param {string} path
 */
function atItsPlace(path) {
  const { code } = compiledTypeScript(path);
  return withPlaces(code, {
    url: JSON.stringify(pathToFileURL(path).href),
    filename: JSON.stringify(path),
    dirname: JSON.stringify(dirname(path)),
  });
}
