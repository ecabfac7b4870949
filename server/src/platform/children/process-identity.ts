import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { errorCode } from '../files/error-code.js';

/** Where field 22 of `/proc/<pid>/stat` is, counted behind the name in parentheses. */
const START_TIME_FIELD = 19;

/** This machine in eight characters: containers may share a folder, and process ids of another one say nothing here. */
export const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** When a process started, in clock ticks since the machine did; null where the system does not say. */
export function startTimeOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may hold anything, also parentheses and spaces.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[START_TIME_FIELD] ?? null;
  } catch {
    return null;
  }
}

/** Whether the process that started at `start` still runs: a process id alone is given to others again. */
export function isSameProcess(pid: number, start: string | null): boolean {
  if (!isRunning(pid)) return false;
  const now = startTimeOf(pid);
  return now === null || start === null || start === '0' || now === start;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}
