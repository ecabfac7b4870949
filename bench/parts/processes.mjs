import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { SERVER_ARGUMENTS, SERVER_ENVIRONMENT } from '../../tools/server-arguments.mjs';

/**
 * Starts a program of ours, as the server is started, and resolves with its first line of output.
 * @param {string} script @param {Record<string, string>} env
 * @returns {Promise<{child: import('node:child_process').ChildProcess, line: string, startedInMs: number}>}
 */
export function startProgram(script, env) {
  const start = performance.now();
  const child = spawn(process.execPath, [...SERVER_ARGUMENTS, script], {
    env: { ...SERVER_ENVIRONMENT, ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
    createInterface({ input: child.stdout }).once('line', (line) =>
      resolve({ child, line, startedInMs: performance.now() - start }),
    );
  });
}

/** @param {import('node:child_process').ChildProcess} child */
export function stopProgram(child) {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.removeAllListeners('exit');
  child.once('exit', () => undefined);
  const done = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  return Promise.race([ended, done]);
}

/** Resident memory in megabytes (Linux). @param {number | undefined} pid */
export function residentMegabytes(pid) {
  const match = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(match?.[1]) / 1024;
}

/**
 * Memory of a process in megabytes (Linux): `share` counts what it shares with others by its part of that, `own` is not
 * backed by files. @param {number | undefined} pid
 */
export function memoryMegabytes(pid) {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const megabytes = (/** @type {string} */ key) => Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(text)?.[1]) / 1024;
  return { resident: megabytes('Rss'), share: megabytes('Pss'), own: megabytes('Anonymous') };
}

/** A tick of the process clock (Linux). */
const TICK_MS = 10;

/** Milliseconds that all threads of a process have computed so far (Linux): what a busy machine does not change. @param {number | undefined} pid */
export function computedMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** The same of the ended children of this process. */
export function childrenComputedMs() {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}
