import { existsSync } from 'node:fs';
import { release } from 'node:os';
import type { Command } from './child-options.js';

const PROGRAM = '/usr/bin/prlimit';
/** Linux counts processes by user and user namespace from this version on, by user alone before. */
const COUNTED_BY_NAMESPACE = [5, 14] as const;
/** The caller ends a tree beyond the limit with a sentence; this much later the system refuses to start more. */
const SPARE_TASKS = 16;

/**
 * The same command, for use inside a user namespace of its own, with a limit of processes and threads of that namespace.
 * The command alone where the limit would count all processes of the user, the workbench's own included.
 */
export function withTaskLimit(tasks: number | undefined, command: Command): Command {
  if (tasks === undefined || !isCountedByNamespace(release()) || !existsSync(PROGRAM)) return command;
  return [PROGRAM, `--nproc=${tasks + SPARE_TASKS}`, '--', ...command];
}

/** Whether a kernel of this release (`6.1.0-18-amd64`) counts processes by user namespace. */
export function isCountedByNamespace(kernel: string): boolean {
  const [major = 0, minor = 0] = kernel.split('.', 2).map((part) => Number.parseInt(part, 10));
  const [wantedMajor, wantedMinor] = COUNTED_BY_NAMESPACE;
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}
