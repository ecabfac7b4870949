import { runBench } from './runners/bench.mjs';
import { runBuild } from './runners/build-step.mjs';
import { runCheckSteps } from './runners/check-steps.mjs';
import { runJest } from './runners/jest.mjs';
import { runPlaywright } from './runners/playwright.mjs';
import { sum, table } from './runners/tally.mjs';
import { ensureToolchain } from './toolchain/ensure.mjs';

/** Rounds of a fault campaign unless `SOAK_ROUNDS` says otherwise. */
const SOAK_ROUNDS = '100';

const [command = '', ...parameters] = process.argv.slice(2);

/** @typedef {import('./runners/tally.mjs').Tally} Tally */

/** @type {Record<string, () => Promise<Tally[]>>} */
const COMMANDS = {
  check: async () => [...(await runCheckSteps()), await unit()],
  unit: async () => [await unit()],
  db: async () => [await db(await ensureToolchain(['postgres']))],
  e2e: async () => e2e(await ensureToolchain(['postgres', 'chromium'])),
  soak: async () => [await soak(await ensureToolchain(['postgres']))],
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

/** @param {NodeJS.ProcessEnv} env */
function soak(env) {
  const rounds = process.env['SOAK_ROUNDS'] ?? SOAK_ROUNDS;
  return runJest('soak', ['--selectProjects', 'soak', '--runInBand'], parameters, {
    ...env,
    SOAK_ROUNDS: rounds,
  });
}

/** @param {NodeJS.ProcessEnv} env */
async function e2e(env) {
  const built = await runBuild();
  return built.some(({ failed: failures }) => failures > 0) ? built : [...built, await runPlaywright(parameters, env)];
}
