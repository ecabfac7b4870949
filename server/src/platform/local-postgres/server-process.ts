import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresInstallation } from './installation.js';
import { program } from './installation.js';
import { LocalPostgresError } from './local-postgres-error.js';
import { readPostmaster, signalProcess } from './postmaster.js';
import { identity, neutralFolder, postgresEnvironment } from './run-tool.js';
import type { SystemUser } from './run-tool.js';

/** A server started by this process. */
export interface ServerProcess {
  readonly pid: number | null;
  /** Resolved when the server accepts connections, rejected when it ended before that. */
  readonly ready: Promise<void>;
}

export interface ServerProcessOptions {
  readonly installation: PostgresInstallation;
  readonly dataFolder: string;
  readonly port: number;
  readonly user: SystemUser | null;
  readonly settings?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

const POLL_MS = 15;
const START_TIMEOUT_MS = 60_000;
const END_TIMEOUT_MS = 3_000;
const LOG_LIMIT_BYTES = 1_000_000;

/**
 * Starts `postgres` in a session of its own: a Ctrl-C in the terminal reaches the workbench first, which then stops the
 * server in good order. Should the workbench end without doing so, the server is asked to stop on the way out.
 */
export function startServerProcess(options: ServerProcessOptions): ServerProcess {
  const logFile = join(options.dataFolder, 'server.log');
  const log = openSync(logFile, isLong(logFile) ? 'w' : 'a', 0o600);
  const child = spawn(join(options.installation.binFolder, program('postgres')), serverParameters(options), {
    cwd: neutralFolder(),
    env: postgresEnvironment(process.env),
    detached: true,
    stdio: ['ignore', log, log],
    windowsHide: true,
    ...identity(options.user),
  });
  closeSync(log);
  child.unref();
  stopAtExit(child);
  const ready = waitUntilReady(child, options, logFile);
  return {
    get pid() {
      return hasEnded(child) ? null : (child.pid ?? null);
    },
    ready,
  };
}

function serverParameters(options: ServerProcessOptions): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(options.port),
    unix_socket_directories: '',
    logging_collector: 'off',
    log_destination: 'stderr',
    ...options.settings,
  };
  return ['-D', options.dataFolder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

function stopAtExit(child: ChildProcess): void {
  const stop = (): void => {
    if (child.pid !== undefined) signalProcess(child.pid, 'SIGINT');
  };
  process.once('exit', stop);
  child.once('exit', () => process.removeListener('exit', stop));
}

async function waitUntilReady(child: ChildProcess, options: ServerProcessOptions, logFile: string): Promise<void> {
  const end: { reason: string | null } = { reason: null };
  child.once('error', (error) => (end.reason = error.message));
  child.once('exit', () => (end.reason ??= lastComplaint(logFile)));
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const postmaster = await readPostmaster(options.dataFolder).catch(async (error: unknown) => {
      await endChild(child);
      throw error;
    });
    if (postmaster?.pid === child.pid && postmaster?.isReady) return;
    if (end.reason !== null) throw new LocalPostgresError('start-failed', `Postgres did not start: ${end.reason}`);
    if (options.signal?.aborted || Date.now() > deadline) {
      await endChild(child);
      throw new LocalPostgresError('stopped', 'Postgres was stopped before it was ready.');
    }
    await sleep(POLL_MS);
  }
}

/** Ends a server that has not come up, at first gently, and waits for it: nothing of it is left running unseen. */
async function endChild(child: ChildProcess): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (child.pid === undefined || hasEnded(child)) return;
    signalProcess(child.pid, signal);
    const deadline = Date.now() + END_TIMEOUT_MS;
    while (!hasEnded(child) && Date.now() < deadline) await sleep(POLL_MS);
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function lastComplaint(logFile: string): string {
  const lines = existsSync(logFile) ? readFileSync(logFile, 'utf8').trim().split('\n') : [];
  const complaint = lines.findLast((line) => /FATAL|PANIC|ERROR|error/.test(line)) ?? lines.at(-1) ?? '';
  return complaint.replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '');
}

function isLong(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES;
}
