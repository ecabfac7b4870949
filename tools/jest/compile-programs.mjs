import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { transform } from '@swc/core';
import { rolldown } from 'rolldown';
import { CACHE, inProject } from '../project.mjs';
import { libraryOf } from './library.mjs';

const FOLDER = join(CACHE, 'programs');
const ENGINES = 'server/src/connections/engines';

/** Programs of processes and threads with all that they import, each in one file. */
const JOINED = [
  `${ENGINES}/host/program/host-program.ts`,
  'server/src/platform/threads/text-program.ts',
  'server/src/studio/editing/grammar-program.ts',
];
/** Programs that import nothing of the workbench, or load their parts by name. */
const SINGLE = [
  'server/src/plugins/plugin-program.ts',
  ...['sqlite-program', 'sqlite-authorizer', 'cell-text', 'opened-file', 'prepared-statement'].map(
    (name) => `${ENGINES}/files/sqlite/${name}.ts`,
  ),
];

/**
 * Compiles the programs that tests start by the hundred: Node takes three times as long to start their TypeScript.
 * Where they are goes to the tests as `COMPILED_PROGRAMS`.
 */
export async function compilePrograms() {
  await mkdir(FOLDER, { recursive: true });
  await place('package.json', '{ "type": "module" }\n');
  await Promise.all([...JOINED.map(joinOne), ...SINGLE.map(compile)]);
  process.env['COMPILED_PROGRAMS'] = FOLDER;
}

/** @param {string} source */
async function joinOne(source) {
  const bundle = await rolldown({
    input: inProject(source),
    platform: 'node',
    // Packages with files beside their code find them only where they are.
    external: [/^@duckdb\/node-bindings/, /^libpg-query$/],
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    plugins: [{ name: 'libraries', resolveId: (specifier) => libraryOf(specifier) ?? null }],
  });
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
  await bundle.close();
  await place(`${basename(source, '.ts')}.js`, output[0].code);
}

/** @param {string} source */
async function compile(source) {
  const { code } = await transform(await readFile(inProject(source), 'utf8'), {
    filename: source,
    configFile: inProject('.swcrc'),
    sourceMaps: false,
  });
  await place(`${basename(source, '.ts')}.js`, code);
}

/**
 * Under its name all at once: another run may start it at this moment.
 * @param {string} name
 * @param {string} text
 */
async function place(name, text) {
  const unfinished = join(FOLDER, `${name}.${String(process.pid)}`);
  await writeFile(unfinished, text);
  await rename(unfinished, join(FOLDER, name));
}
