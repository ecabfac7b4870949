import { PARTS, build, isUpToDate } from '../build/parts.mjs';

/**
 * Builds what the browser tests run; each half counts as one.
 * @returns {Promise<import('./tally.mjs').Tally[]>}
 */
export async function runBuild() {
  const tallies = [];
  for (const part of PARTS) {
    const begin = performance.now();
    const { exitCode, output } = (await isUpToDate(part)) ? { exitCode: 0, output: '' } : await build(part);
    const seconds = (performance.now() - begin) / 1000;
    const isGood = exitCode === 0;
    console.log(
      `${isGood ? '✓' : '✗'} build: ${part.name} (${seconds.toFixed(1)} s)${isGood ? '' : `\n${output.trim()}`}`,
    );
    tallies.push({
      runner: `build: ${part.name}`,
      passed: isGood ? 1 : 0,
      failed: isGood ? 0 : 1,
      skipped: 0,
      seconds,
    });
  }
  return tallies;
}
