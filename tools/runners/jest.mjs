import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNode } from '../command.mjs';
import { honest } from './tally.mjs';

const NODE_OPTIONS = ['--experimental-vm-modules', '--no-warnings=ExperimentalWarning'];

/**
 * Runs Jest projects and reads the counts from Jest's own report. A suite that does not even load is one failure.
 * @param {string} runner
 * @param {readonly string[]} parameters
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<import('./tally.mjs').Tally>}
 */
export async function runJest(runner, parameters, env = {}) {
  const begin = performance.now();
  const folder = await mkdtemp(join(tmpdir(), 'workbench-jest-'));
  const report = join(folder, 'report.json');
  const all = ['-c', 'jest.config.mjs', '--json', `--outputFile=${report}`, ...parameters];
  const { exitCode } = await runNode('node_modules/jest/bin/jest.js', all, { env, nodeOptions: NODE_OPTIONS });
  const counts = readReport(await readFile(report, 'utf8').catch(() => '{}'));
  await rm(folder, { recursive: true, force: true });
  return honest({ runner, ...counts, seconds: (performance.now() - begin) / 1000 }, exitCode);
}

/**
 * The counts in Jest's JSON report.
 * @param {string} text
 */
export function readReport(text) {
  const report = JSON.parse(text);
  return {
    passed: report.numPassedTests ?? 0,
    failed: (report.numFailedTests ?? 0) + (report.numRuntimeErrorTestSuites ?? 0),
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
  };
}
