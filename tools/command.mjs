import { spawn } from 'node:child_process';
import { ROOT, pinnedNode } from './project.mjs';

/**
 * @typedef {object} CommandResult
 * @property {number} exitCode 128 plus the signal's share when a signal ended it, as shells do
 * @property {string} output what it printed, where it was captured
 */

/**
 * @typedef {object} CommandOptions
 * @property {boolean} [isQuiet] keeps the output for the result; else it goes to the terminal
 * @property {NodeJS.ProcessEnv} [env] added to the environment
 * @property {number} [niceness] how far it stands back behind others that need the processor, from 0 to 19
 */

/**
 * Runs a program in the project's folder. Its input is closed: nothing here ever asks.
 * @param {string} file
 * @param {readonly string[]} parameters
 * @param {CommandOptions} [options]
 * @returns {Promise<CommandResult>}
 */
export function runCommand(file, parameters, options = {}) {
  return new Promise((resolve) => {
    const destination = options.isQuiet ? 'pipe' : 'inherit';
    const [program = file, ...all] = withNiceness([file, ...parameters], options.niceness ?? 0);
    const child = spawn(program, all, {
      cwd: ROOT,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', destination, destination],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => (output += text));
    }
    child.once('error', (error) => resolve({ exitCode: 127, output: `${output}${error.message}\n` }));
    child.once('close', (code, signal) => resolve({ exitCode: code ?? (signal ? 130 : 1), output }));
  });
}

/**
 * Runs a script of an installed package, or of the project, on the project's own Node.
 * @param {string} script
 * @param {readonly string[]} parameters
 * @param {CommandOptions & { nodeOptions?: readonly string[] }} [options]
 */
export function runNode(script, parameters, options = {}) {
  return runCommand(pinnedNode(), [...(options.nodeOptions ?? []), script, ...parameters], options);
}

/**
 * A command line that runs with a niceness, which processes that it starts inherit.
 * @param {readonly string[]} line
 * @param {number} niceness
 */
function withNiceness(line, niceness) {
  return niceness === 0 || process.platform === 'win32' ? line : ['nice', '-n', String(niceness), ...line];
}
