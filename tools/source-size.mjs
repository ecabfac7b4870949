// Fails where a source file has more lines, or a folder more files, than one reads at once: `npm run check`.
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MAX_FILES, MAX_LINES, sizeProblems } from './source-size/size-problems.mjs';

const HOME = fileURLToPath(new URL('../', import.meta.url));
const ROOTS = ['server', 'libs', 'client', 'e2e', 'tools', 'bench'];
/** Folders that Git ignores. */
const IGNORED = /(?:^|\/)(?:dist|node_modules|test-results|\.[^/]+)\//;
/** @type {{ exceptions: readonly string[] }} */
const { exceptions } = JSON.parse(readFileSync(join(HOME, 'tools/source-size/exceptions.json'), 'utf8'));

const { problems, excepted } = sizeProblems(ROOTS.flatMap(filesBelow), exceptions, linesOf);
for (const line of excepted) console.log(`exception: ${line}`);
for (const line of problems) console.error(line);
if (problems.length > 0) {
  console.error(`Limits: ${MAX_LINES} lines a file, ${MAX_FILES} files a folder (specs not counted).`);
  process.exitCode = 1;
}

/**
 * Paths from the root of the project, with `/`.
 * @param {string} root
 */
function filesBelow(root) {
  return readdirSync(join(HOME, root), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(HOME, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((path) => !IGNORED.test(path));
}

/** @param {string} path */
function linesOf(path) {
  return readFileSync(join(HOME, path), 'utf8').split('\n').length - 1;
}
