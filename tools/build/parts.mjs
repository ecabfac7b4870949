import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runNode } from '../command.mjs';
import { CACHE, ROOT, inProject } from '../project.mjs';
import { ensureApiTypes } from './api-types/ensure.mjs';
import { bundleEngineHost, compileEngineHost } from './engine-host.mjs';
import { writeFonts } from './fonts.mjs';
import { hashStyle } from './hash-style.mjs';
import { joinChunks } from './join-chunks.mjs';
import { joinServer } from './join-server.mjs';
import { precompress } from './precompress.mjs';
import { hasStamp, removeStamp, sourceHash, writeStamp } from './source-stamp.mjs';
import { writeVimModule } from './vim-module.mjs';
import { visitChunks } from './visit-chunks.mjs';

/**
 * @typedef {object} Part One half of the workbench that is built.
 * @property {'server' | 'client'} name
 * @property {readonly string[]} sources
 * @property {readonly string[]} outputs
 * @property {(options: BuildOptions) => Promise<import('../command.mjs').CommandResult>} make
 *
 * @typedef {object} BuildOptions
 * @property {number} [niceness] how far its compiler stands back behind others, see `CommandOptions`
 * @property {boolean} [areTypesChecked] false where a step beside it checks the types of the client
 */

/** What `ensureApiTypes` keeps up to date. */
const API_TYPES = 'dist/api-types.json';

/** @type {Part} */
export const SERVER = {
  name: 'server',
  sources: [
    'server',
    'libs',
    'tools/build',
    'nest-cli.json',
    '.swcrc',
    'tsconfig.json',
    'tsconfig.base.json',
    'package-lock.json',
  ],
  outputs: ['dist/server', 'dist/libs', API_TYPES],
  make: makeServer,
};

/** @type {Part} */
export const CLIENT = {
  name: 'client',
  sources: ['client', 'libs', 'tools/build', 'angular.json', 'tsconfig.base.json', 'package.json', 'package-lock.json'],
  outputs: ['dist/client'],
  make: makeClient,
};

export const PARTS = [SERVER, CLIENT];

/** Whether what is there was built from the sources as they are. @param {Part} part */
export async function isUpToDate(part) {
  if (!part.outputs.every((output) => existsSync(inProject(output)))) return false;
  return hasStamp(stampFile(part), await sourceHash(ROOT, part.sources));
}

/**
 * Builds a part from nothing; `output` of the result is what its compiler said. Types of the API are replaced at once,
 * since tests may read them at this moment.
 * @param {Part} part
 * @param {BuildOptions} [options]
 */
export async function build(part, options = {}) {
  const hash = await sourceHash(ROOT, part.sources);
  await removeStamp(stampFile(part));
  const stale = part.outputs.filter((output) => output !== API_TYPES);
  for (const output of stale) await rm(inProject(output), { recursive: true, force: true });
  await mkdir(inProject('dist'), { recursive: true });
  const result = await part.make(options);
  if (result.exitCode === 0) await writeStamp(stampFile(part), hash);
  return result;
}

/** @param {BuildOptions} options */
async function makeServer(options) {
  const nest = 'node_modules/@nestjs/cli/bin/nest.js';
  const result = await runNode(nest, ['build'], { ...options, isQuiet: true });
  if (result.exitCode !== 0) return result;
  await joinServer();
  await bundleEngineHost();
  await compileEngineHost();
  await ensureApiTypes();
  return result;
}

/** @param {BuildOptions} options */
async function makeClient(options) {
  await Promise.all([ensureApiTypes(), writeVimModule(), writeFonts()]);
  const env = { NG_CLI_ANALYTICS: 'false', ...(options.areTypesChecked === false ? { NG_BUILD_TYPE_CHECK: '0' } : {}) };
  const result = await runNode(
    'node_modules/@angular/cli/bin/ng.js',
    ['build', '--progress=false', '--stats-json', '--named-chunks'],
    { ...options, isQuiet: true, env },
  );
  if (result.exitCode !== 0) return result;
  const folder = inProject('dist/client/browser');
  const stats = inProject('dist/client/browser-stats.json');
  await hashStyle(folder, 'monaco-styles.css');
  const ahead = await joinChunks(folder, visitChunks(JSON.parse(await readFile(stats, 'utf8'))));
  await writeFile(inProject('dist/client/preload.json'), JSON.stringify(ahead));
  await precompress(folder, join(CACHE, 'precompressed'));
  await rm(stats);
  return result;
}

/** @param {Part} part */
function stampFile(part) {
  return inProject(`dist/.${part.name}.stamp`);
}
