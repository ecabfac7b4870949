import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNode } from '../command.mjs';
import { secondLook } from './second-look.mjs';
import { shardOption } from './selection.mjs';
import { slowest } from './slowest.mjs';
import { temporaryFolder } from './temporary-folder.mjs';
import { honest, timed } from './tally.mjs';

const NODE_OPTIONS = ['--experimental-vm-modules', '--no-warnings=ExperimentalWarning'];

/**
 * Runs Jest projects and reads the counts from Jest's own report. A suite that does not even load is one failure.
 * Resolves with a function that runs the files of the few tests that failed once more, see `secondLook`, and returns the
 * result: call it when nothing else runs.
 * @param {string} runner
 * @param {readonly string[]} projects parameters that choose the projects
 * @param {import('./selection.mjs').Selection} selection
 * @param {{ env?: NodeJS.ProcessEnv, niceness?: number, workers?: number | null }} [options]
 * @returns {Promise<() => Promise<import('./tally.mjs').Tally>>}
 */
export async function startJest(runner, projects, { shard, files }, options = {}) {
  const begin = performance.now();
  const workers = options.workers ? [`--maxWorkers=${String(options.workers)}`] : [];
  const first = await runOnce([...workers, ...projects, ...shardOption(shard), '--', ...files], options);
  const firstMs = performance.now() - begin;
  if (first.durations.length > 1) console.log(slowest(runner, first.durations));
  return async () => {
    const again = ['--runInBand', ...projects, '--', ...first.failedFiles];
    const { found, ms } = await timed(() => secondLook(first, () => runOnce(again, { env: options.env })));
    return honest({ runner, ...found, seconds: (firstMs + ms) / 1000 }, found.exitCode);
  };
}

/**
 * @param {readonly string[]} parameters
 * @param {{ env?: NodeJS.ProcessEnv | undefined, niceness?: number }} options
 * @returns {Promise<import('./second-look.mjs').Look & { durations: readonly import('./slowest.mjs').Duration[] }>}
 */
async function runOnce(parameters, { env = {}, niceness = 0 }) {
  const folder = await mkdtemp(join(tmpdir(), 'workbench-jest-'));
  const report = join(folder, 'report.json');
  const all = ['-c', 'jest.config.mjs', '--json', `--outputFile=${report}`, ...parameters];
  const { exitCode } = await runNode('node_modules/jest/bin/jest.js', all, {
    ...{ env: { ...(await temporaryFolder()), ...env }, niceness, nodeOptions: NODE_OPTIONS },
  });
  const counts = readReport(await readFile(report, 'utf8').catch(() => '{}'));
  await rm(folder, { recursive: true, force: true });
  return { ...counts, exitCode };
}

/**
 * The counts in Jest's JSON report, which tests failed in which files, and how long each file took.
 * @param {string} text
 */
export function readReport(text) {
  const report = JSON.parse(text);
  /** @type {{ name: string, status: string, startTime: number, endTime: number, assertionResults: { status: string, fullName: string }[] }[]} */
  const all = report.testResults ?? [];
  const files = all.filter(({ status }) => status === 'failed');
  const isFailure = (/** @type {{ status: string }} */ { status }) => status === 'failed';
  return {
    passed: report.numPassedTests ?? 0,
    failed: (report.numFailedTests ?? 0) + (report.numRuntimeErrorTestSuites ?? 0),
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
    failedFiles: files.map(({ name }) => name),
    failedTests: files.flatMap(({ assertionResults }) => assertionResults.filter(isFailure).map((one) => one.fullName)),
    durations: all.map(({ name, startTime, endTime }) => ({ file: name, ms: endTime - startTime })),
  };
}
