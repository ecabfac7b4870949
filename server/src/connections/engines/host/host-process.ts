import { spawn, type ChildProcess } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { bubblewrapFor } from './bubblewrap.js';
import { createHostFolder, removeHostFolder } from './host-folder.js';
import { hostSettings } from './host-settings.js';
import type { HostPath, LaunchOptions } from './launch-options.js';
import { launchCommand, launchEnvironment } from './launch-command.js';
import { liveHosts, type HostPurpose } from './live-hosts.js';

/** An engine process to be started. */
export interface HostOptions {
  readonly purpose: HostPurpose;
  /** A program that talks over file descriptor 3 and ends when it is closed. */
  readonly program: URL;
  readonly memoryMebibytes: number;
  readonly paths: readonly HostPath[];
}

/** How an engine process ended. */
export interface HostEnd {
  /** True when the workbench ended it. */
  readonly isWanted: boolean;
  /** For people: `SIGSEGV`, `exit code 1`. */
  readonly reason: string;
  readonly isOutOfMemory: boolean;
  /** True when it was ended because it did not stop a statement. */
  readonly isStuck: boolean;
}

/** What a process has sent before its end is read until then. */
const LAST_WORDS_MS = 500;
const COMPLAINT_CHARS = 2000;
const OUT_OF_MEMORY = /out of memory|bad_alloc|cannot allocate memory/i;
const SIGNALS: Readonly<Record<number, string>> = {
  6: 'SIGABRT',
  7: 'SIGBUS',
  9: 'SIGKILL',
  11: 'SIGSEGV',
  4: 'SIGILL',
};
/** A shell and bubblewrap end with this and the signal's number where their program ended by a signal. */
const SIGNAL_EXIT_CODE = 128;

/**
 * A running engine process: its line, its private folder and its end. It has no environment, a limit of memory and,
 * where the machine allows it, no other files and no network. It ends with the workbench, however that ends.
 */
export class HostProcess {
  /** Both directions of the line to it. */
  readonly line: Duplex;
  /** Resolves when it has ended and its folder is removed. */
  readonly ended: Promise<HostEnd>;
  readonly engine = 'duckdb';
  readonly startedAt = new Date();
  /** The connections that use it. */
  readonly connectionIds = new Set<string>();
  private readonly lineClosed: Promise<unknown>;
  private isWanted = false;
  private isStuck = false;
  private complaints = '';

  private constructor(
    private readonly child: ChildProcess,
    readonly purpose: HostPurpose,
    private readonly folder: string,
    readonly isConfined: boolean,
  ) {
    this.line = child.stdio[3] as Duplex;
    this.lineClosed = new Promise((resolve) => this.line.once('close', resolve));
    // A write to a process that has just ended is no news: `ended` says so.
    this.line.on('error', () => undefined);
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.complaints = (this.complaints + text).slice(-COMPLAINT_CHARS);
    });
    this.ended = this.untilEnded();
  }

  /** Starts a program. Throws where it is to be confined and cannot be. */
  static async start(options: HostOptions): Promise<HostProcess> {
    const bubblewrap = await bubblewrapFor(hostSettings().confinement);
    const folder = await createHostFolder();
    const launch = { ...options, folder, bubblewrap };
    const [file, ...parameters] = launchCommand(launch);
    const child = started(file, parameters, launch);
    const host = new HostProcess(child, options.purpose, folder, bubblewrap !== null);
    liveHosts.add(host);
    return host;
  }

  /** The process that was started; under bubblewrap the engine is one of its children. */
  get pid(): number | null {
    return this.child.pid ?? null;
  }

  /** Ends it at once. */
  kill(): void {
    this.isWanted = true;
    this.child.kill('SIGKILL');
  }

  /** Ends it at once because it does not stop what it does. */
  giveUp(): void {
    this.isStuck = true;
    this.child.kill('SIGKILL');
  }

  /** Ends it while the workbench itself ends, when no event comes any more. */
  killAtExit(): void {
    this.kill();
    removeFolder(this.folder);
  }

  /** Its end is asked for: however it ends from now on, nothing has gone wrong. */
  expectEnd(): void {
    this.isWanted = true;
  }

  /** Lets the workbench end while this runs, or not. */
  keepAlive(isNeeded: boolean): void {
    const line = this.line as Duplex & { ref(): void; unref(): void };
    for (const handle of [line, this.child]) {
      if (isNeeded) handle.ref();
      else handle.unref();
    }
  }

  private async untilEnded(): Promise<HostEnd> {
    (this.child.stderr as unknown as { unref?(): void } | null)?.unref?.();
    const reason = await new Promise<string>((resolve) => {
      this.child.once('error', (error) => resolve(error.message));
      this.child.once('exit', (code, signal) => resolve(signal ?? reasonOf(code ?? 0)));
    });
    await Promise.race([this.lineClosed, setTimeout(LAST_WORDS_MS)]);
    liveHosts.delete(this);
    this.line.destroy();
    removeFolder(this.folder);
    const { isWanted, isStuck } = this;
    return { isWanted, isStuck, reason, isOutOfMemory: OUT_OF_MEMORY.test(this.complaints) };
  }
}

/** Throws, with the folder removed, where the system starts no more processes. */
function started(file: string, parameters: readonly string[], launch: LaunchOptions): ChildProcess {
  const child = spawn(file, parameters, {
    detached: true,
    cwd: launch.folder,
    env: launchEnvironment(launch),
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  // Without a listener the event would end the workbench.
  child.on('error', () => undefined);
  if (child.pid !== undefined) return child;
  removeFolder(launch.folder);
  throw new Error('The engine process could not be started. Try again when the machine has free processes and files.');
}

function reasonOf(code: number): string {
  return SIGNALS[code - SIGNAL_EXIT_CODE] ?? `exit code ${code}`;
}

function removeFolder(folder: string): void {
  try {
    removeHostFolder(folder);
  } catch {
    // The next start of the workbench removes it.
  }
}
