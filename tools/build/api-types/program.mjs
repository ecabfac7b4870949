import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { ROOT, inProject } from '../../project.mjs';

/**
 * A program of the given files and what they import of the project. Packages are not resolved: an answer consists of the
 * project's own types, and reading theirs would take most of the time.
 * @param {readonly string[]} files absolute
 */
export function createProgram(files) {
  /** @type {ts.CompilerOptions} */
  const options = {
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    experimentalDecorators: true,
    noEmit: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  host.resolveModuleNameLiterals = (literals, from) =>
    literals.map(({ text }) => {
      const resolvedFileName = sourceOf(text, from);
      return { resolvedModule: resolvedFileName === null ? undefined : { resolvedFileName, extension: '.ts' } };
    });
  return ts.createProgram(files, options, host);
}

/** All controllers of the server. @returns {Promise<string[]>} */
export async function findControllers() {
  const folder = inProject('server/src');
  const names = await readdir(folder, { recursive: true });
  return names
    .filter((name) => name.endsWith('.controller.ts'))
    .map((name) => join(folder, name))
    .sort();
}

/**
 * @param {string} name as it is imported
 * @param {string} from the importing file
 */
function sourceOf(name, from) {
  const library = /^#libs\/([\w-]+)$/.exec(name)?.[1];
  if (library !== undefined) return join(ROOT, 'libs', library, 'index.ts');
  if (!name.startsWith('.')) return null;
  const file = join(dirname(from), name.replace(/\.js$/, '.ts'));
  return existsSync(file) ? file : null;
}
