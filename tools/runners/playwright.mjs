import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNode } from '../command.mjs';
import { honest } from './tally.mjs';

/**
 * Runs the stories in a real browser and reads the counts from Playwright's own report.
 * @param {readonly string[]} parameters
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<import('./tally.mjs').Tally>}
 */
export async function runPlaywright(parameters, env) {
  const begin = performance.now();
  const folder = await mkdtemp(join(tmpdir(), 'workbench-playwright-'));
  const report = join(folder, 'report.json');
  const all = ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json', ...parameters];
  const { exitCode } = await runNode('node_modules/@playwright/test/cli.js', all, {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  const counts = readReport(await readFile(report, 'utf8').catch(() => '{}'));
  await rm(folder, { recursive: true, force: true });
  return honest({ runner: 'e2e', ...counts, seconds: (performance.now() - begin) / 1000 }, exitCode);
}

/**
 * The counts in Playwright's JSON report; a test that passed only at the second attempt has failed.
 * @param {string} text
 */
export function readReport(text) {
  const { stats = {}, errors = [] } = JSON.parse(text);
  return {
    passed: stats.expected ?? 0,
    failed: (stats.unexpected ?? 0) + (stats.flaky ?? 0) + errors.length,
    skipped: stats.skipped ?? 0,
  };
}
