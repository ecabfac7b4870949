import { existsSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { SERVER, build } from './build/parts.mjs';
import { runNode } from './command.mjs';
import { inProject } from './project.mjs';

const COMMAND = 'dist/server/src/audit/verify-command.js';
const USAGE_EXIT = 2;

/** Checks the hash chain of the audit. A server that is built stays as it is: one may be running on it. */
if (!existsSync(inProject(COMMAND))) {
  const { exitCode, output } = await build(SERVER);
  if (exitCode !== 0) {
    console.error(`${output.trim()}\nThe server could not be built.`);
    process.exit(USAGE_EXIT);
  }
}

// npm starts scripts in the project's folder; a path is meant from where the person stands.
const from = process.env['INIT_CWD'] ?? process.cwd();
const parameters = process.argv.slice(2).map((parameter, index, all) => {
  const isPath = !parameter.startsWith('-') && all[index - 1] !== '--head';
  return isPath && !isAbsolute(parameter) ? resolve(from, parameter) : parameter;
});
process.exitCode = (await runNode(inProject(COMMAND), parameters)).exitCode;
