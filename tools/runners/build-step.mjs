import { PARTS, build, isUpToDate } from '../build/parts.mjs';
import { stepTally, timed } from './tally.mjs';

/**
 * Builds what the browser tests run, both halves at once; each counts as one.
 * @param {import('../build/parts.mjs').BuildOptions} [options]
 * @returns {Promise<import('./tally.mjs').Tally[]>}
 */
export function runBuild(options = {}) {
  return Promise.all(PARTS.map((part) => buildPart(part, options)));
}

/**
 * @param {import('../build/parts.mjs').Part} part
 * @param {import('../build/parts.mjs').BuildOptions} options
 */
async function buildPart(part, options) {
  const { found, ms } = await timed(async () =>
    (await isUpToDate(part)) ? { exitCode: 0, output: '' } : build(part, options),
  );
  const isGood = found.exitCode === 0;
  const outcome = `build: ${part.name} (${(ms / 1000).toFixed(1)} s)`;
  console.log(isGood ? `✓ ${outcome}` : `✗ ${outcome}\n${found.output.trim()}`);
  return stepTally(`build: ${part.name}`, isGood, ms);
}
