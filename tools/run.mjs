import { availableParallelism, totalmem } from 'node:os';
import { ensureApiTypes } from './build/api-types/ensure.mjs';
import { runBench } from './runners/bench.mjs';
import { runBuild } from './runners/build-step.mjs';
import { runCheckSteps } from './runners/check-steps.mjs';
import { startJest } from './runners/jest.mjs';
import { NICENESS, databaseWorkers, hasRoomForAll, runLanes } from './runners/lanes.mjs';
import { startPlaywright } from './runners/playwright.mjs';
import { readSelection } from './runners/selection.mjs';
import { sum, table } from './runners/tally.mjs';
import { ensureToolchain } from './toolchain/ensure.mjs';

/** Rounds of a fault campaign unless `SOAK_ROUNDS` says otherwise; a kill of the whole program takes longer. */
const SOAK_ROUNDS = { short: '100', long: '30' };
/** Null where a server is given: workers must not share it, and Jest's configuration says so. */
const DB_WORKERS = process.env['TEST_POSTGRES_URL'] ? null : databaseWorkers(availableParallelism(), totalmem());
/** Stories that kill the program, each round at another moment. */
const KILL_STORIES = [
  'e2e/history-killed.e2e.ts',
  'e2e/scheduler-killed.e2e.ts',
  'e2e/schema-watch-killed.e2e.ts',
  'e2e/notifications-crash.e2e.ts',
];

const [command = '', ...parameters] = process.argv.slice(2);

/** @typedef {import('./runners/tally.mjs').Tally} Tally */
/** @typedef {import('./runners/selection.mjs').Selection} Selection */
/** @typedef {{ env?: NodeJS.ProcessEnv, niceness?: number, workers?: number | null }} Options */

/** @type {Record<string, (selection: Selection) => Promise<Tally[]>>} */
const COMMANDS = {
  check: async (selection) => [...(await runCheckSteps(selection.shard)), ...(await alone(startUnit(selection)))],
  unit: (selection) => alone(startUnit(selection)),
  db: async (selection) =>
    alone(startDb(selection, { env: await ensureToolchain(['postgres', 'openssh']), workers: DB_WORKERS })),
  e2e: async (selection) => {
    const env = await ensureToolchain(['postgres', 'chromium']);
    return runLanes({ e2e: () => startStories(selection, { env }) }, false);
  },
  soak: async ({ files }) => soak(files, await ensureToolchain(['postgres', 'chromium', 'openssh'])),
  bench: async ({ files }) => {
    const env = await ensureToolchain(['postgres', 'chromium']);
    return [...(await runBuild()), ...(await runBench(files, env))];
  },
  test: async (selection) => runAll(selection, await ensureToolchain(['postgres', 'chromium', 'openssh'])),
};

const run = COMMANDS[command];
if (run === undefined) {
  console.error(`usage: node tools/run.mjs ${Object.keys(COMMANDS).join('|')} [--shard=1/4] [files]`);
  process.exit(2);
}

const tallies = await start(run).catch((error) => {
  console.error(error instanceof Error ? error.message : String(error));
  return [];
});
const { passed, failed } = sum(tallies);
if (tallies.length > 0) console.log(`\n${table(tallies)}\n`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

/** @param {(selection: Selection) => Promise<Tally[]>} chosen */
async function start(chosen) {
  return chosen(readSelection(parameters));
}

/**
 * Everything, in three steps, each of which fills the cores: unit tests, database tests beside the checks and the
 * builds, and stories. The checks have the types of the client, so its build does not. What measures time or waits for
 * a page with a limit has no equal beside it.
 * @param {Selection} selection
 * @param {NodeJS.ProcessEnv} env
 */
async function runAll(selection, env) {
  // Before the lanes, which need them.
  await ensureApiTypes();
  const atOnce = hasRoomForAll();
  const unit = await runLanes({ unit: async () => [await startUnitTally(selection)] }, false);
  /** @type {readonly Tally[]} */
  let builds = [];
  const beside = await runLanes(
    {
      checks: async () => {
        const options = { niceness: NICENESS.rest };
        builds = await runBuild({ ...options, areTypesChecked: false });
        const checks = await runCheckSteps(selection.shard, options);
        return [() => Promise.resolve([...builds, ...checks])];
      },
      db: async () => {
        const db = await startDb(selection, { env, niceness: NICENESS.database, workers: atOnce ? DB_WORKERS : null });
        return [async () => [await db()]];
      },
    },
    atOnce,
  );
  const stories = builds.some(({ failed: failures }) => failures > 0)
    ? []
    : await runLanes({ e2e: async () => [await startStoryTally(selection, { env })] }, false);
  return [...unit, ...beside, ...stories];
}

/** @param {Selection} selection */
async function startUnitTally(selection) {
  const finish = await startUnit(selection);
  return async () => [await finish()];
}

/** @param {Selection} selection */
function startUnit(selection) {
  return startJest('unit', ['--ignoreProjects', 'db', 'soak'], selection);
}

/**
 * @param {Selection} selection
 * @param {Options} options
 */
function startDb(selection, options) {
  return startJest('db', ['--selectProjects', 'db'], selection, options);
}

/** @param {Promise<() => Promise<Tally>>} started */
async function alone(started) {
  const finish = await started;
  return [await finish()];
}

/**
 * Builds and, where that worked, runs the stories.
 * @param {Selection} selection
 * @param {{ env: NodeJS.ProcessEnv, niceness?: number }} options
 */
async function startStories(selection, options) {
  const built = await runBuild(options);
  const builds = () => Promise.resolve(built);
  if (built.some(({ failed: failures }) => failures > 0)) return [builds];
  return [builds, await startStoryTally(selection, options)];
}

/**
 * @param {Selection} selection
 * @param {{ env: NodeJS.ProcessEnv }} options
 */
async function startStoryTally(selection, options) {
  const stories = await startPlaywright(selection, options);
  return async () => [await stories()];
}

/**
 * The campaigns in Jest, then the stories of kills; with parameters only the files that they name.
 * @param {readonly string[]} wanted
 * @param {NodeJS.ProcessEnv} env
 */
async function soak(wanted, env) {
  const isStory = (/** @type {string} */ path) => path.startsWith('e2e/');
  const stories = wanted.length === 0 ? KILL_STORIES : wanted.filter(isStory);
  const files = wanted.filter((path) => !isStory(path));
  const found = wanted.length === 0 || files.length > 0 ? await campaigns(files, env) : [];
  if (stories.length === 0) return found;
  const rounds = process.env['SOAK_ROUNDS'] ?? SOAK_ROUNDS.long;
  const selection = { shard: null, files: stories };
  const lane = () => startStories(selection, { env: { ...env, SOAK_ROUNDS: rounds } });
  return [...found, ...(await runLanes({ e2e: lane }, false))];
}

/**
 * @param {readonly string[]} files
 * @param {NodeJS.ProcessEnv} env
 */
function campaigns(files, env) {
  const rounds = process.env['SOAK_ROUNDS'] ?? SOAK_ROUNDS.short;
  const options = { env: { ...env, SOAK_ROUNDS: rounds } };
  return alone(startJest('soak', ['--selectProjects', 'soak', '--runInBand'], { shard: null, files }, options));
}
