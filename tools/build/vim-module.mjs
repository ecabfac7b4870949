import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { inProject } from '../project.mjs';

const SOURCE = inProject('node_modules/monaco-vim/dist/index.mjs');
const MODULE = inProject('dist/monaco-vim.mjs');

/**
 * Writes `dist/monaco-vim.mjs`, which `monaco-vim` stands for in the client (`tsconfig.base.json`). The package names
 * modules of Monaco without their ending, which Monaco's own list of exports does not have.
 */
export async function writeVimModule() {
  await mkdir(inProject('dist'), { recursive: true });
  await writeFile(MODULE, withEndings(await readFile(SOURCE, 'utf8')));
}

/**
 * A module whose imports of Monaco's files end in `.js`.
 * @param {string} text
 */
export function withEndings(text) {
  return text.replace(/(from ["']monaco-editor\/esm\/[^"']+?)(?:\.js)?(["'])/g, '$1.js$2');
}
