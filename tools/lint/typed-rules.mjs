import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { runNode } from '../command.mjs';
import { CACHE, ROOT } from '../project.mjs';

const FOLDER = join(CACHE, 'oxlint');
/** What ESLint does not lint with types. */
const IGNORED = ['dist/', '.angular/', '.workbench/', '**/fixtures/', '**/*.mjs', '**/*.js'];
const PREFIX = '@typescript-eslint/';

/**
 * Checks the rules that need types with oxlint, which asks the native TypeScript compiler: ESLint asks the one written
 * in JavaScript and takes ten times the processor time. Which rules, with which options, is said once: in ESLint's
 * configuration.
 * @param {readonly string[]} paths files and folders; none for the whole project
 * @returns {Promise<import('../command.mjs').CommandResult>} exit code 0 where nothing was found
 */
export async function lintWithTypes(paths) {
  const file = join(FOLDER, `typed-rules-${String(process.pid)}.json`);
  await mkdir(FOLDER, { recursive: true });
  await writeFile(
    file,
    JSON.stringify({ plugins: ['typescript'], categories: { correctness: 'off' }, rules: await typedRules() }),
  );
  const ignored = IGNORED.map((pattern) => `--ignore-pattern=${pattern}`);
  const parameters = [
    '--type-aware',
    '--config',
    file,
    '--format=unix',
    ...ignored,
    ...(paths.length > 0 ? paths : [ROOT]),
  ];
  return runNode('node_modules/oxlint/bin/oxlint', parameters, { isQuiet: true });
}

/**
 * The rules that need types and are errors in ESLint's configuration for TypeScript, by the names that oxlint has for
 * them. They are the same for all of it.
 * @returns {Promise<Record<string, unknown>>}
 */
export async function typedRules() {
  /** @type {{ rules: Record<string, [number, ...unknown[]] | undefined> }} */
  const { rules } = await new ESLint({ cwd: ROOT }).calculateConfigForFile('server/src/main.ts');
  const entries = Object.keys(tseslint.configs.disableTypeChecked.rules ?? {}).flatMap((name) => {
    const [severity = 0, ...options] = rules[name] ?? [];
    return severity === 0 ? [] : [[name.replace(PREFIX, 'typescript/'), ['error', ...options]]];
  });
  return Object.fromEntries(entries);
}
