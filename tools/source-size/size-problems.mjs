import { posix } from 'node:path';

/** Lines that a source file may have. */
export const MAX_LINES = 300;
/** Files that a folder may have at one level. */
export const MAX_FILES = 25;

const SPEC = /\.(?:spec|e2e)\.ts$/;
const SOURCE = /\.(?:ts|mjs|js|html|css)$/;
/** Data that tests read, such as one file a case. */
const DATA = /(?:^|\/)(?:fixtures|golden)\//;
/** What explains a folder. */
const CARD = /(?:^|\/)README\.md$/;

/**
 * Which files and folders exceed the limits, specs, data of tests and READMEs not counted. What is in `exceptions`, the path of a
 * file or a folder, is listed apart; an exception that no longer exceeds a limit is a problem.
 * @param {readonly string[]} paths Of files, from the root of the project, with `/`.
 * @param {readonly string[]} exceptions
 * @param {(path: string) => number} linesOf Called for source files only.
 * @returns {{ problems: string[], excepted: string[] }}
 */
export function sizeProblems(paths, exceptions, linesOf) {
  const counted = paths.filter((path) => !SPEC.test(path) && !DATA.test(path) && !CARD.test(path));
  const found = new Map([...longFiles(counted, linesOf), ...fullFolders(counted)]);
  const known = new Set(exceptions);
  const [problems, excepted] = [/** @type {string[]} */ ([]), /** @type {string[]} */ ([])];
  for (const [path, text] of found) (known.has(path) ? excepted : problems).push(text);
  for (const path of exceptions) {
    if (!found.has(path)) problems.push(`${path}: within the limits, remove it from tools/source-size/exceptions.json`);
  }
  return { problems, excepted };
}

/**
 * @param {readonly string[]} paths
 * @param {(path: string) => number} linesOf
 * @returns {[string, string][]}
 */
function longFiles(paths, linesOf) {
  return paths
    .filter((path) => SOURCE.test(path))
    .map((path) => ({ path, lines: linesOf(path) }))
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ path, lines }) => [path, `${path}: ${lines} lines`]);
}

/**
 * @param {readonly string[]} paths
 * @returns {[string, string][]}
 */
function fullFolders(paths) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const path of paths) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > MAX_FILES)
    .map(([folder, count]) => [folder, `${folder}/: ${count} files`]);
}
