/** Failed tests of one runner that are looked at again; of more, something is broken and all of them have failed. */
export const UNSTEADY_LIMIT = 10;

/**
 * @typedef {object} Look What one run of a runner found.
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {readonly string[]} failedFiles
 * @property {readonly string[]} failedTests
 * @property {number} exitCode
 */

/**
 * Distinguishes a broken test from one that failed on a busy machine: where `UNSTEADY_LIMIT` tests or fewer failed
 * they are run once more, alone. Those that pass then count as passed and are named, because an unsteady test is a
 * fault to mend; whatever fails again, or could not be counted test by test, has failed.
 * @param {Look} first
 * @param {() => Promise<Look>} lookAgain runs at least what failed in the first run, and nothing beside it
 * @param {(line: string) => void} [say]
 * @returns {Promise<{ passed: number, failed: number, skipped: number, exitCode: number }>}
 */
export async function secondLook(first, lookAgain, say = console.log) {
  const { passed, failed, skipped, exitCode, failedTests } = first;
  const isCounted = failed === failedTests.length;
  if (failed === 0 || failed > UNSTEADY_LIMIT || !isCounted) return { passed, failed, skipped, exitCode };
  const again = await lookAgain();
  const isSteadyNow = again.passed >= failed && again.failed + again.skipped === 0 && again.exitCode === 0;
  if (!isSteadyNow) return { passed, failed, skipped, exitCode };
  for (const name of failedTests) say(`UNSTEADY: failed at first, passed alone: ${name}`);
  return { passed: passed + failed, failed: 0, skipped, exitCode: 0 };
}
