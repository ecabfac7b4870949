import { mkdir } from 'node:fs/promises';
import { ensureApiTypes } from '../build/api-types/ensure.mjs';
import { runNode } from '../command.mjs';
import { LINT_BESIDE, OXLINT } from '../lint/beside-oxlint.mjs';
import { CACHE } from '../project.mjs';
import { inShard } from './selection.mjs';
import { stepTally, timed } from './tally.mjs';

/**
 * @typedef {object} CheckStep
 * @property {string} name
 * @property {string} script
 * @property {readonly string[]} parameters
 * @property {NodeJS.ProcessEnv} [env]
 */

/**
 * The longest first, so that the last one to end is a short one.
 * @type {readonly CheckStep[]} */
const STEPS = [
  {
    // What oxlint has no rules for: Angular's templates and classes, and what the client may not call.
    name: 'lint: client',
    script: 'node_modules/eslint/bin/eslint.js',
    parameters: [
      'client',
      '--max-warnings=0',
      '--cache',
      '--cache-strategy=content',
      `--cache-location=${CACHE}/eslint/`,
    ],
    env: { [LINT_BESIDE]: OXLINT },
  },
  { name: 'lint', script: 'tools/lint/lint-with-oxlint.mjs', parameters: [] },
  {
    name: 'types: server, libs, tools',
    script: 'node_modules/typescript-native/bin/tsc',
    parameters: ['-p', 'tsconfig.json', '--incremental', '--tsBuildInfoFile', `${CACHE}/tsc/native.tsbuildinfo`],
  },
  {
    name: 'types: client',
    script: 'node_modules/@angular/compiler-cli/bundles/src/bin/ngc.js',
    parameters: ['-p', 'client/tsconfig.json'],
  },
  {
    name: 'architecture',
    script: 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    parameters: ['--config', '.dependency-cruiser.mjs', 'server', 'libs', 'client', 'e2e', 'tools', 'bench'],
  },
  { name: 'size of files and folders', script: 'tools/source-size.mjs', parameters: [] },
  { name: 'format', script: 'tools/format.mjs', parameters: [] },
];

const AT_ONCE = 2;

/**
 * Runs format, lint, types, architecture and sizes, two at a time; each counts as one. Only a step that fails is heard.
 * @param {import('./selection.mjs').Shard | null} shard
 * @param {{ niceness?: number }} [options]
 * @returns {Promise<import('./tally.mjs').Tally[]>}
 */
export async function runCheckSteps(shard, options = {}) {
  await mkdir(`${CACHE}/tsc`, { recursive: true });
  await ensureApiTypes();
  const waiting = inShard(STEPS, shard);
  /** @type {import('./tally.mjs').Tally[]} */
  const tallies = [];
  const worker = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      tallies.push(await runStep(step, options));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return tallies;
}

/**
 * @param {CheckStep} step
 * @param {{ niceness?: number }} options
 */
async function runStep({ name, script, parameters, env }, options) {
  const { found, ms } = await timed(() => runNode(script, parameters, { ...options, env, isQuiet: true }));
  const isGood = found.exitCode === 0;
  const outcome = `${name} (${(ms / 1000).toFixed(1)} s)`;
  console.log(isGood ? `✓ ${outcome}` : `✗ ${outcome}\n${found.output.trim()}`);
  return stepTally(name, isGood, ms);
}
