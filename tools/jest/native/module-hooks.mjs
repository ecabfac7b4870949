import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ROOT } from '../../project.mjs';
import { libraryOf } from '../library.mjs';
import { compiledTypeScript } from './compiled-typescript.mjs';

const PROJECT = pathToFileURL(`${ROOT}/`).href;
const PACKAGES = new URL('node_modules/', PROJECT).href;
const JEST_GLOBALS = new URL('jest-globals.mjs', import.meta.url).href;

/**
 * Where the source map of each loaded TypeScript file is, by the name that stacks have for the file.
 * @type {Map<string, string>}
 */
export const sourceMaps = new Map();

let run = 0;

/**
 * The address of a test file that has to run although it may have run before in this process: as a whole or, like
 * the specs that run others with the state in Postgres, as a part of another file.
 * @param {string} path
 */
export function nextRunOf(path) {
  run += 1;
  return asRun(pathToFileURL(path).href);
}

/** @param {string} url */
function asRun(url) {
  return `${url}?run=${String(run)}`;
}

/**
 * Leads an import to the TypeScript of the project, where it means that.
 * @param {string} specifier
 * @param {string} parent
 */
function sourceOf(specifier, parent) {
  if (specifier === '@jest/globals') return JEST_GLOBALS;
  const library = libraryOf(specifier);
  if (library !== undefined) return pathToFileURL(library).href;
  const isOwn = parent.startsWith(PROJECT) && !parent.startsWith(PACKAGES);
  if (!isOwn || !/^\.{1,2}\/.*\.js$/.test(specifier)) return specifier;
  const source = new URL(specifier.replace(/\.js$/, '.ts'), parent);
  return existsSync(fileURLToPath(source)) ? source.href : specifier;
}

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(sourceOf(specifier, context.parentURL ?? ''), context);
    return resolved.url.endsWith('.spec.ts') ? { ...resolved, url: asRun(resolved.url) } : resolved;
  },
  load(url, context, nextLoad) {
    const { pathname, protocol } = new URL(url);
    if (protocol !== 'file:' || !pathname.endsWith('.ts')) return nextLoad(url, context);
    const { code, map } = compiledTypeScript(fileURLToPath(url));
    sourceMaps.set(url, map);
    return { format: 'module', source: code, shortCircuit: true };
  },
});
