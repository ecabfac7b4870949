import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, promisify } from 'node:util';
import { ESLint } from 'eslint';
import { builtinRules } from 'eslint/use-at-your-own-risk';
import { runNode } from '../command.mjs';
import { CACHE, ROOT, inProject, pinnedNode } from '../project.mjs';
import { DIALECT_NAMES } from './dialect-names.mjs';
import { LINEAR_PATTERNS, PATTERN_RULES } from './linear-patterns.mjs';

const FOLDER = join(CACHE, 'oxlint');
const OXLINT = 'node_modules/oxlint/bin/oxlint';
const OWN_PLUGIN = inProject('tools/lint/own-rules.mjs');
const IGNORED = ['dist/', '.angular/', '.workbench/', '**/fixtures/', '**/*.js'];
/** Files that have the rules of all files with such a name. */
const SAMPLES = {
  typescript: 'tools/lint/with-oxlint.spec.ts',
  server: 'server/src/main.ts',
  scripts: 'tools/run.mjs',
};

/**
 * @typedef {object} Override a part of oxlint's configuration
 * @property {readonly string[]} files
 * @property {readonly string[]} [excludeFiles]
 * @property {Record<string, unknown>} rules
 * @property {Record<string, unknown>} [globals]
 */

/**
 * Checks every rule that oxlint has, among them those that need types, in a tenth of the processor time that ESLint
 * takes. Which rules, with which options, is said once: in ESLint's configuration.
 * @param {readonly string[]} paths files and folders; none for the whole project
 * @returns {Promise<import('../command.mjs').CommandResult>} exit code 0 where nothing was found
 */
export async function lintWithOxlint(paths) {
  const file = join(FOLDER, `config-${String(process.pid)}.json`);
  await mkdir(FOLDER, { recursive: true });
  await writeFile(file, JSON.stringify(await oxlintConfig()));
  const ignored = IGNORED.map((pattern) => `--ignore-pattern=${pattern}`);
  const parameters = [
    '--type-aware',
    '--report-unused-disable-directives-severity=error',
    '--config',
    file,
    '--format=unix',
    ...ignored,
    ...(paths.length > 0 ? paths : [ROOT]),
  ];
  return runNode(OXLINT, parameters, { isQuiet: true });
}

/** The rules that are errors in ESLint's configuration and that oxlint has. */
export async function oxlintConfig() {
  const known = await rulesOfOxlint();
  const [typescript, server, scripts] = await Promise.all(
    [SAMPLES.typescript, SAMPLES.server, SAMPLES.scripts].map(async (path) => {
      const { rules, languageOptions } = await eslintConfigOf(path);
      return { rules: inOxlint(rules, known), globals: languageOptions.globals ?? {} };
    }),
  );
  /** @type {Override[]} */
  const overrides = [
    { files: ['**/*.ts'], rules: typescript?.rules ?? {} },
    { files: ['**/server/**/*.ts'], rules: server?.rules ?? {} },
    { files: ['**/*.mjs'], rules: scripts?.rules ?? {}, globals: scripts?.globals ?? {} },
    ...[DIALECT_NAMES, LINEAR_PATTERNS].map(({ files, ignores, rules }) => ({
      files: files.map(anywhere),
      excludeFiles: ignores.map(anywhere),
      rules,
    })),
  ];
  const jsPlugins = [OWN_PLUGIN, fileURLToPath(import.meta.resolve(PATTERN_RULES))];
  return { plugins: ['typescript'], jsPlugins, categories: { correctness: 'off' }, rules: {}, overrides };
}

/**
 * The rules of ESLint that oxlint lacks for a file: those for Angular, and what the parser refuses anyway.
 * @param {string} path
 */
export async function rulesThatOxlintLacks(path) {
  const known = await rulesOfOxlint();
  const { rules } = await eslintConfigOf(path);
  return Object.entries(rules)
    .filter(([name, [severity]]) => severity !== 0 && nameInOxlint(name, known) === null && !isOfPatterns(name))
    .map(([name]) => name);
}

/**
 * @param {string} path
 * @returns {Promise<{ rules: Record<string, [number, ...unknown[]]>, languageOptions: { globals?: Record<string, unknown> } }>}
 */
function eslintConfigOf(path) {
  return new ESLint({ cwd: ROOT }).calculateConfigForFile(path);
}

/**
 * @param {Record<string, [number, ...unknown[]]>} rules
 * @param {ReadonlySet<string>} known
 */
function inOxlint(rules, known) {
  const entries = Object.entries(rules).flatMap(([name, [severity, ...options]]) => {
    const own = nameInOxlint(name, known);
    return own === null ? [] : [[own, severity === 0 ? 'off' : ['error', ...chosenOf(name, options)]]];
  });
  return /** @type {Record<string, unknown>} */ (Object.fromEntries(entries));
}

/**
 * ESLint adds its defaults to the options of its own rules, some of which oxlint does not know by name.
 * @param {string} name of a rule of ESLint
 * @param {readonly unknown[]} options
 */
function chosenOf(name, options) {
  return isDeepStrictEqual(options, builtinRules.get(name)?.meta?.defaultOptions) ? [] : options;
}

/**
 * @param {string} name of a rule of ESLint
 * @param {ReadonlySet<string>} known
 */
function nameInOxlint(name, known) {
  const plain = name.replace('@typescript-eslint/', '');
  const candidates = plain === name ? [`eslint/${name}`] : [`typescript/${plain}`, `eslint/${plain}`];
  return candidates.find((candidate) => known.has(candidate)) ?? null;
}

/** Whether a rule has an override of its own in oxlint's configuration. @param {string} name */
function isOfPatterns(name) {
  return Object.hasOwn(LINEAR_PATTERNS.rules, name);
}

/** @returns {Promise<ReadonlySet<string>>} with the plugin's name before each, such as `eslint/eqeqeq` */
async function rulesOfOxlint() {
  const { stdout } = await promisify(execFile)(pinnedNode(), [inProject(OXLINT), '--rules', '--format=json']);
  const rules = /** @type {{ scope: string, value: string }[]} */ (JSON.parse(stdout));
  return new Set(rules.map(({ scope, value }) => `${scope}/${value}`));
}

/** oxlint reads patterns from the folder of its configuration. @param {string} pattern from the root of the project */
function anywhere(pattern) {
  return pattern.startsWith('**/') ? pattern : `**/${pattern}`;
}
