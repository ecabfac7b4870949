import { statSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { runNode } from '../command.mjs';
import { CACHE, ROOT, inProject } from '../project.mjs';

const FOLDER = join(CACHE, 'format');
/** What oxfmt exits with where each file could be read, formatted or not. */
const COULD_READ_ALL = [0, 1];

/**
 * Checks that files are as Prettier prints them. oxfmt prints most of them alike in a twentieth of the time, so Prettier
 * is asked only about those that oxfmt would change, about Angular's templates, which oxfmt reads as plain HTML, and
 * about all where oxfmt cannot read one.
 * @param {readonly string[]} paths files and folders, from the root of the project
 * @returns {Promise<import('../command.mjs').CommandResult & { doubtful: readonly string[] }>} exit code 0 where all are
 *   formatted; `doubtful` are the paths that oxfmt would change
 */
export async function checkFormat(paths) {
  const doubtful = await whatOxfmtWouldChange(paths);
  const looked = [...doubtful, ...paths.flatMap(templatesIn)];
  if (looked.length === 0) return { exitCode: 0, output: '', doubtful };
  const found = await runNode(
    'node_modules/prettier/bin/prettier.cjs',
    [
      '--check',
      ...looked,
      '--no-error-on-unmatched-pattern',
      '--log-level=warn',
      '--cache',
      '--cache-strategy=content',
      `--cache-location=${join(FOLDER, 'prettier')}`,
    ],
    { isQuiet: true },
  );
  return { ...found, doubtful };
}

/**
 * Patterns of the templates in a folder, or the file where it is one.
 * @param {string} path from the root of the project
 */
function templatesIn(path) {
  if (statSync(resolve(ROOT, path)).isDirectory()) return [`${path}/**/*.html`];
  return isTemplate(path) ? [path] : [];
}

/** @param {string} path */
function isTemplate(path) {
  return path.endsWith('.html');
}

/** @param {readonly string[]} paths */
async function whatOxfmtWouldChange(paths) {
  const { exitCode, output } = await runNode(
    'node_modules/oxfmt/bin/oxfmt',
    ['--config', await writeOptions(), '--list-different', '--no-error-on-unmatched-pattern', ...paths],
    { isQuiet: true },
  );
  return COULD_READ_ALL.includes(exitCode)
    ? output.split('\n').filter((line) => line !== '' && !isTemplate(line))
    : paths;
}

/** Prettier's options in oxfmt's file, which sorts the fields of `package.json` unless it is said not to. */
async function writeOptions() {
  const { overrides: _, ...options } = JSON.parse(await readFile(inProject('.prettierrc.json'), 'utf8'));
  const file = join(FOLDER, 'oxfmt.json');
  await mkdir(FOLDER, { recursive: true });
  await writeFile(file, JSON.stringify({ ...options, sortPackageJson: false }));
  return file;
}
