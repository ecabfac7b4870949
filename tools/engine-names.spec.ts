import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { inProject } from './project.mjs';

/** Files outside of the engines' folders that may name one. */
const MAY_NAME: readonly string[] = [
  'server/src/connections/engines/engines.ts',
  // What other modules use of single engines.
  'server/src/connections/index.ts',
];

const NOT_COUNTED = /\/engines\/[^/]+\/|\/demo\/|\/testing\/|\.spec\.ts$/;
const KIND = /\bkinds?\b[^;\n]*['"](?:postgres|duckdb|sqlite|files)['"]/;
const IMPORT = /['"][^'"]*engines\/(?:postgres|duckdb|sqlite|files)\//;
const IMPORT_BESIDE = /['"]\.\/(?:postgres|duckdb|sqlite|files)\//;

function namesEngine(path: string, text: string): boolean {
  const isBeside = path.startsWith('server/src/connections/engines/');
  return KIND.test(text) || IMPORT.test(text) || (isBeside && IMPORT_BESIDE.test(text));
}

function sourcesOf(folder: string): string[] {
  const found = readdirSync(inProject(folder), { recursive: true, encoding: 'utf8' });
  return found.map((path) => join(folder, path)).filter((path) => /\.(?:ts|html)$/.test(basename(path)));
}

describe('the names of engines', () => {
  it('stand in the list of engines alone, apart from their own folders', () => {
    const sources = ['server/src', 'client/src/app', 'libs'].flatMap(sourcesOf);
    const counted = sources.filter((path) => !NOT_COUNTED.test(path) && !MAY_NAME.includes(path));
    expect(counted.filter((path) => namesEngine(path, readFileSync(inProject(path), 'utf8')))).toEqual([]);
  });

  it.each<[string, string, boolean]>([
    ['server/src/a.ts', "if (connection.kind === 'postgres') return;", true],
    ['client/src/app/a.html', "@if (form().kind !== 'files') {", true],
    ['server/src/connections/a.ts', "import { duckdbEngine } from './engines/duckdb/engine.js';", true],
    ['server/src/connections/engines/a.ts', "import { duckdbEngine } from './duckdb/engine.js';", true],
    ['server/src/studio/a.ts', "import { FilesService } from './files/files.service.js';", false],
    ['server/src/a.ts', 'if (connection.capabilities.catalog) return;', false],
    ['client/src/app/a.ts', "count === 1 ? 'file' : 'files'", false],
  ])('are found in %s: %s', (path, text, isFound) => {
    expect(namesEngine(path, text)).toBe(isFound);
  });
});
