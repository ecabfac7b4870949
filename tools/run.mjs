import { runBench } from './runners/bench.mjs';
import { runBuild } from './runners/build-step.mjs';
import { runCheckSteps } from './runners/check-steps.mjs';
import { runJest } from './runners/jest.mjs';
import { runPlaywright } from './runners/playwright.mjs';
import { sum, table } from './runners/tally.mjs';
import { ensureToolchain } from './toolchain/ensure.mjs';

/** Rounds of a fault campaign unless `SOAK_ROUNDS` says otherwise; a kill of the whole program takes longer. */
const SOAK_ROUNDS = { short: '100', long: '30' };
/** Stories that kill the program, each round at another moment. */
const KILL_STORIES = [
  'e2e/history-killed.e2e.ts',
  'e2e/scheduler-killed.e2e.ts',
  'e2e/schema-watch-killed.e2e.ts',
  'e2e/notifications-crash.e2e.ts',
];

const [command = '', ...parameters] = process.argv.slice(2);

/** @typedef {import('./runners/tally.mjs').Tally} Tally */

/** @type {Record<string, () => Promise<Tally[]>>} */
const COMMANDS = {
  check: async () => [...(await runCheckSteps()), await unit()],
  unit: async () => [await unit()],
  db: async () => [await db(await ensureToolchain(['postgres']))],
  e2e: async () => e2e(await ensureToolchain(['postgres', 'chromium'])),
  soak: async () => soak(await ensureToolchain(['postgres', 'chromium'])),
  bench: async () => {
    const env = await ensureToolchain(['postgres', 'chromium']);
    return [...(await runBuild()), ...(await runBench(parameters, env))];
  },
  test: async () => {
    const env = await ensureToolchain(['postgres', 'chromium']);
    return [...(await runCheckSteps()), await unit(), await db(env), ...(await e2e(env))];
  },
};

const run = COMMANDS[command];
if (run === undefined) {
  console.error(`usage: node tools/run.mjs ${Object.keys(COMMANDS).join('|')}`);
  process.exit(2);
}

const tallies = await run().catch((error) => {
  console.error(error instanceof Error ? error.message : String(error));
  return [];
});
const { passed, failed } = sum(tallies);
if (tallies.length > 0) console.log(`\n${table(tallies)}\n`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

function unit() {
  return runJest('unit', ['--ignoreProjects', 'db', 'soak'], parameters);
}

/** @param {NodeJS.ProcessEnv} env */
function db(env) {
  return runJest('db', ['--selectProjects', 'db'], parameters, env);
}

/**
 * The campaigns in Jest, then the stories of kills; with parameters only the files that they name.
 * @param {NodeJS.ProcessEnv} env
 */
async function soak(env) {
  const isStory = (/** @type {string} */ path) => path.startsWith('e2e/');
  const stories = parameters.length === 0 ? KILL_STORIES : parameters.filter(isStory);
  const files = parameters.filter((path) => !isStory(path));
  const found = parameters.length === 0 || files.length > 0 ? [await campaigns(files, env)] : [];
  if (stories.length === 0) return found;
  const built = await runBuild();
  if (built.some(({ failed: failures }) => failures > 0)) return [...found, ...built];
  const rounds = process.env['SOAK_ROUNDS'] ?? SOAK_ROUNDS.long;
  return [...found, ...built, await runPlaywright(stories, { ...env, SOAK_ROUNDS: rounds })];
}

/**
 * @param {readonly string[]} files
 * @param {NodeJS.ProcessEnv} env
 */
function campaigns(files, env) {
  const rounds = process.env['SOAK_ROUNDS'] ?? SOAK_ROUNDS.short;
  return runJest('soak', ['--selectProjects', 'soak', '--runInBand'], files, { ...env, SOAK_ROUNDS: rounds });
}

/** @param {NodeJS.ProcessEnv} env */
async function e2e(env) {
  const built = await runBuild();
  return built.some(({ failed: failures }) => failures > 0) ? built : [...built, await runPlaywright(parameters, env)];
}
