import { readdir } from 'node:fs/promises';
import { runNode } from '../command.mjs';
import { inProject } from '../project.mjs';
import { stepTally, timed } from './tally.mjs';

/**
 * Runs the measurements, one file after the other so that none disturbs another; each counts as one. They read
 * from a Postgres of their own, unless `TEST_POSTGRES_URL` names one.
 * @param {readonly string[]} parameters names to pick from, all when empty
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<import('./tally.mjs').Tally[]>}
 */
export async function runBench(parameters, env) {
  if (env['TEST_POSTGRES_URL']) return runFiles(parameters, env);
  const { startTestPostgres } = await import('../jest/test-postgres.mjs');
  const { url, stop } = await startTestPostgres();
  try {
    return await runFiles(parameters, { ...env, TEST_POSTGRES_URL: url });
  } finally {
    await stop();
  }
}

/**
 * @param {readonly string[]} parameters
 * @param {NodeJS.ProcessEnv} env
 */
async function runFiles(parameters, env) {
  const all = (await readdir(inProject('bench'))).filter((name) => name.endsWith('.mjs')).sort();
  const picked = all.filter((name) => parameters.length === 0 || parameters.some((part) => name.includes(part)));
  const tallies = [];
  for (const name of picked) {
    const { found, ms } = await timed(() => runNode(`bench/${name}`, [], { env }));
    tallies.push(stepTally(name, found.exitCode === 0, ms));
  }
  return tallies;
}
