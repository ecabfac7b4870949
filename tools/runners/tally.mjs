/**
 * @typedef {object} Tally What one runner found.
 * @property {string} runner
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {number} seconds
 */

/**
 * What a runner found, made honest: a test that was skipped counts as failed, a runner that ran nothing too, and so
 * does one that ended badly although all of its tests passed.
 * @param {Tally} tally
 * @param {number} exitCode
 * @returns {Tally}
 */
export function honest(tally, exitCode) {
  const failed = tally.failed + tally.skipped;
  const isSilent = tally.passed + failed === 0;
  const endedBadly = exitCode !== 0 && failed === 0;
  return { ...tally, failed: failed + (isSilent || endedBadly ? 1 : 0) };
}

/**
 * A line per runner.
 * @param {readonly Tally[]} tallies
 */
export function table(tallies) {
  const width = Math.max(6, ...tallies.map(({ runner }) => runner.length));
  const line = (/** @type {string} */ name, /** @type {readonly string[]} */ cells) =>
    [name.padEnd(width), ...cells.map((cell) => cell.padStart(9))].join(' ');
  const rows = tallies.map((tally) =>
    line(tally.runner, [...[tally.passed, tally.failed, tally.skipped].map(String), `${tally.seconds.toFixed(1)} s`]),
  );
  return [line('', ['passed', 'failed', 'skipped', 'time']), ...rows].join('\n');
}

/**
 * The sum of all runners, as the last line says it.
 * @param {readonly Tally[]} tallies
 */
export function sum(tallies) {
  const passed = tallies.reduce((total, tally) => total + tally.passed, 0);
  const failed = tallies.reduce((total, tally) => total + tally.failed, 0);
  return { passed, failed: passed + failed === 0 ? 1 : failed };
}

/**
 * What a function finds, and how long it takes in milliseconds.
 * @template T
 * @param {() => Promise<T>} work
 */
export async function timed(work) {
  const begin = performance.now();
  const found = await work();
  return { found, ms: performance.now() - begin };
}

/**
 * A tally of one step, which passed or failed.
 * @param {string} runner
 * @param {boolean} isGood
 * @param {number} ms
 * @returns {Tally}
 */
export function stepTally(runner, isGood, ms) {
  return { runner, passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0, seconds: ms / 1000 };
}
