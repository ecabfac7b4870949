import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { sep } from 'node:path';
import ts from 'typescript';
import { ROOT, inProject } from '../project.mjs';

const PAGE = 'ARCHITECTURE.md';
const BEGIN = '<!-- modules: written by tools/docs/module-graph.mjs -->';
const END = '<!-- /modules -->';

/** Every module uses it, so that its arrows would only hide the others. */
const COMMON = 'platform';
const TESTS = /\.spec\.ts$|\/testing\//;

/**
 * Reads which modules of the server import which, from their imports of another module's `index.ts`. Tests and files
 * outside a module, such as `app.module.ts`, do not count.
 * @param {ReadonlyMap<string, string>} sources text by path below `server/src`, with `/` in between
 * @returns {Map<string, string[]>} the modules that have an `index.ts`, each with those it imports, by name
 */
export function moduleImports(sources) {
  const modules = [...sources.keys()].filter((path) => /^[^/]+\/index\.ts$/.test(path)).map(moduleOf);
  /** @type {Map<string, Set<string>>} */
  const imports = new Map(modules.sort().map((name) => [name, new Set()]));
  for (const [path, source] of sources) {
    if (TESTS.test(path)) continue;
    for (const { fileName } of ts.preProcessFile(source).importedFiles) {
      const target = new URL(fileName, `file:///${path}`).pathname.slice(1).replace(/\.js$/, '.ts');
      const name = moduleOf(target);
      if (target === `${name}/index.ts` && name !== moduleOf(path)) imports.get(moduleOf(path))?.add(name);
    }
  }
  return new Map([...imports].map(([name, found]) => [name, [...found].sort()]));
}

/**
 * Draws modules as a Mermaid flowchart, without `platform`. A module without an arrow stands alone.
 * @param {ReadonlyMap<string, readonly string[]>} imports
 */
export function moduleDrawing(imports) {
  const names = [...imports.keys()].filter((name) => name !== COMMON);
  const arrows = names.flatMap((name) =>
    (imports.get(name) ?? []).filter((other) => other !== COMMON).map((other) => `  ${name} --> ${other}`),
  );
  return ['```mermaid', 'flowchart TD', ...names.map((name) => `  ${name}`), ...arrows, '```'].join('\n');
}

/** The page as it should be, by the imports as they are. Throws where the page has no place for the drawing. */
export function expectedArchitecture() {
  const page = readFileSync(inProject(PAGE), 'utf8');
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`${PAGE} has no place for the modules.`);
  return `${before}${BEGIN}\n\n${moduleDrawing(moduleImports(serverSources()))}\n\n${END}${after}`;
}

/** Reads the server's sources, tests left out. */
export function serverSources() {
  const paths = globSync('server/src/*/**/*.ts', { cwd: ROOT }).map((path) => path.split(sep).join('/'));
  return new Map(
    paths
      .filter((path) => !TESTS.test(path))
      .map((path) => [path.slice('server/src/'.length), readFileSync(inProject(path), 'utf8')]),
  );
}

/** @param {string} path */
function moduleOf(path) {
  return path.split('/')[0] ?? '';
}

if (process.argv[1]?.endsWith('module-graph.mjs')) writeFileSync(inProject(PAGE), expectedArchitecture());
