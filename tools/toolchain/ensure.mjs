import { decide, isComplete } from './decide.mjs';
import { askApt, installWithApt, lookAtMachine, updateApt } from './machine.mjs';

/**
 * Finds what tests need, or installs it where that is allowed, and returns the environment variables that show the
 * tests where it is. Throws one sentence that says what is missing.
 * @param {readonly import('./decide.mjs').Tool[]} needed
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
export async function ensureToolchain(needed) {
  let machine = await lookFor(needed);
  let decision = decide(needed, machine);
  if (decision.kind !== 'ready' && machine.aptAs !== null) {
    console.log('Asking apt-get for what the tests need…');
    await updateApt(machine.aptAs);
    machine = await lookFor(needed);
    decision = decide(needed, machine);
    if (decision.kind === 'install' && machine.aptAs !== null) {
      console.log(`Installing ${decision.packages.join(', ')}…`);
      await installWithApt(decision.packages, machine.aptAs);
      machine = await lookFor(needed);
      decision = decide(needed, machine);
    }
  }
  if (decision.kind === 'missing') throw new Error(decision.sentence);
  if (decision.kind === 'install') throw new Error('apt-get installed what the tests need, but it does not run here.');
  const { postgres, chromium, sshd } = decision;
  const headlessShell = decision.headlessShell ?? (await addExtras(decision.extras, machine));
  return {
    ...(postgres ? { PG_BIN_DIR: postgres.binFolder } : {}),
    ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
    ...(sshd ? { SSHD_PATH: sshd } : {}),
    ...(headlessShell ? { HEADLESS_SHELL_PATH: headlessShell } : {}),
  };
}

/**
 * What this machine has and, where that is not all, what apt-get has.
 * @param {readonly import('./decide.mjs').Tool[]} needed
 */
async function lookFor(needed) {
  const machine = await lookAtMachine();
  return isComplete(needed, machine) ? machine : { ...machine, ...(await askApt()) };
}

/**
 * What only makes tests faster may fail to be installed.
 * @param {readonly string[]} packages
 * @param {import('./decide.mjs').Machine} machine
 */
async function addExtras(packages, { aptAs }) {
  if (packages.length === 0 || aptAs === null) return null;
  console.log(`Installing ${packages.join(', ')}…`);
  const isInstalled = await installWithApt(packages, aptAs).then(
    () => true,
    () => false,
  );
  return isInstalled ? (await lookAtMachine()).headlessShell : null;
}
