import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bubblewrapCommand } from './bubblewrap.js';
import type { Command, LaunchOptions } from './launch-options.js';

const KIBIBYTES = 1024;
const SHELL = '/bin/sh';
/** How much lower than the server's the CPU priority of an engine process is: a third of its share of a busy core. */
export const ENGINE_NICENESS = 5;
/**
 * Sets the limits of a process and becomes it: private memory, no core file with people's data in it, and a machine
 * without memory ends it before the workbench. Linux may schedule a session as one group, in which the priority of a
 * process counts only beside its own children: the group gets the same one.
 */
const WITH_LIMITS =
  'ulimit -d "$1" && ulimit -c 0; shift;' +
  ' { echo 500 > /proc/self/oom_score_adj; echo "$1" > /proc/self/autogroup; } 2>/dev/null; exec nice -n "$@"';
/** The young generation grows with the rows on their way, up to what a scan of a table fills without copying. */
const NODE_FLAGS = ['--max-old-space-size=2048', '--max-semi-space-size=16', '--heap-growing-percent=30'];
/** Two pools of memory instead of one for each thread, and buffers from 128 KB on return to the system when they are freed. */
const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };
const TYPESCRIPT_HOOK = new URL('../../../../../tools/typescript.mjs', import.meta.url);
/** Spares a checkout that is not built from stripping types again for each process. */
const TYPESCRIPT_CACHE = new URL('../../../../../node_modules/.cache/engine-host', import.meta.url);

/** The command that starts an engine process. */
export function launchCommand(options: LaunchOptions): Command {
  const node: Command = [process.execPath, ...nodeArguments(options.program)];
  const confined = options.bubblewrap === null ? node : bubblewrapCommand(options.bubblewrap, withCache(options), node);
  if (process.platform === 'win32' || !existsSync(SHELL)) return confined;
  return limitedCommand(options.memoryMebibytes, confined);
}

/** The same command with a limit of private memory and a lower CPU priority. Needs a shell, and a session of its own. */
export function limitedCommand(memoryMebibytes: number, command: Command): Command {
  const limits = [memoryMebibytes * KIBIBYTES, ENGINE_NICENESS].map(String);
  return [SHELL, '-c', WITH_LIMITS, 'sh', ...limits, ...command];
}

/** The environment of an engine process: nothing of the workbench's own but the time zone. */
export function launchEnvironment({ program, folder }: LaunchOptions): Record<string, string> {
  const passedOn = ['TZ', 'SystemRoot'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(passedOn),
    ...(isTypeScript(program) ? { NODE_COMPILE_CACHE: fileURLToPath(TYPESCRIPT_CACHE) } : {}),
    ...{ TMPDIR: folder, TEMP: folder, TMP: folder },
    UV_THREADPOOL_SIZE: '16',
    ...ALLOCATOR,
  };
}

function nodeArguments(program: URL): string[] {
  const path = fileURLToPath(program);
  if (!isTypeScript(program)) return [...NODE_FLAGS, path];
  return [...NODE_FLAGS, '--no-warnings', '--experimental-transform-types', '--import', TYPESCRIPT_HOOK.href, path];
}

function withCache(options: LaunchOptions): LaunchOptions {
  if (!isTypeScript(options.program)) return options;
  mkdirSync(TYPESCRIPT_CACHE, { recursive: true });
  return { ...options, paths: [...options.paths, { path: fileURLToPath(TYPESCRIPT_CACHE), isWritable: true }] };
}

function isTypeScript({ pathname }: URL): boolean {
  return pathname.endsWith('.ts');
}
