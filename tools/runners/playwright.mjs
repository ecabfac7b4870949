import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNode } from '../command.mjs';
import { secondLook } from './second-look.mjs';
import { shardOption } from './selection.mjs';
import { slowest } from './slowest.mjs';
import { honest, timed } from './tally.mjs';
import { temporaryFolder } from './temporary-folder.mjs';

/** Only what is looked at again is recorded: traces cost the first look a fifth of its processor time. */
const SECOND_LOOK = ['--workers=1', '--last-failed', '--trace=retain-on-failure'];

/**
 * Runs the stories in a real browser and reads the counts from Playwright's own report. Resolves with a function that
 * runs the few that failed once more, see `secondLook`, and returns the result: call it when nothing else runs.
 * @param {import('./selection.mjs').Selection} selection
 * @param {{ env: NodeJS.ProcessEnv }} options
 * @returns {Promise<() => Promise<import('./tally.mjs').Tally>>}
 */
export async function startPlaywright({ shard, files }, { env }) {
  const begin = performance.now();
  const first = await runOnce([...shardOption(shard), ...files], env);
  const firstMs = performance.now() - begin;
  if (first.durations.length > 1) console.log(slowest('e2e', first.durations));
  return async () => {
    const again = () => runOnce(SECOND_LOOK.concat(files), env);
    const { found, ms } = await timed(() => secondLook(first, again));
    return honest({ runner: 'e2e', ...found, seconds: (firstMs + ms) / 1000 }, found.exitCode);
  };
}

/**
 * @param {readonly string[]} parameters
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<import('./second-look.mjs').Look & { durations: readonly import('./slowest.mjs').Duration[] }>}
 */
async function runOnce(parameters, env) {
  const folder = await mkdtemp(join(tmpdir(), 'workbench-playwright-'));
  const report = join(folder, 'report.json');
  const all = ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json', ...parameters];
  const { exitCode } = await runNode('node_modules/@playwright/test/cli.js', all, {
    env: {
      ...(await temporaryFolder()),
      ...env,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    },
  });
  const counts = readReport(await readFile(report, 'utf8').catch(() => '{}'));
  await rm(folder, { recursive: true, force: true });
  return { ...counts, exitCode };
}

/**
 * @typedef {object} Suite A file, or a group of stories in one.
 * @property {Suite[]} [suites]
 * @property {Story[]} [specs]
 *
 * @typedef {object} Story
 * @property {string} title
 * @property {boolean} ok
 * @property {string} file
 * @property {{ results?: { duration: number }[] }[]} [tests]
 */

/**
 * The counts in Playwright's JSON report, which stories failed in which files, and how long each took.
 * @param {string} text
 */
export function readReport(text) {
  const { stats = {}, errors = [], suites = [] } = JSON.parse(text);
  const stories = specsOf({ suites });
  const failures = stories.filter(({ ok }) => !ok);
  return {
    passed: stats.expected ?? 0,
    failed: (stats.unexpected ?? 0) + (stats.flaky ?? 0) + errors.length,
    skipped: stats.skipped ?? 0,
    failedFiles: [...new Set(failures.map(({ file }) => file))],
    failedTests: failures.map(({ title }) => title),
    durations: stories.map(({ file, tests = [] }) => ({ file, ms: durationOf(tests) })),
  };
}

/**
 * @param {Suite} suite
 * @returns {Story[]}
 */
function specsOf({ suites = [], specs = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

/** @param {NonNullable<Story['tests']>} tests */
function durationOf(tests) {
  return tests.flatMap(({ results = [] }) => results).reduce((sum, { duration }) => sum + duration, 0);
}
