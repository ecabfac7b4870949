import type { Duplex } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { AdminEngineProcess } from '#libs/api';
import { Child } from '../../../platform/index.js';
import type { HostPath } from '../../../platform/index.js';
import { createHostFolder, removeHostFolder } from './host-folder.js';
import { hostLaunch } from './launch-command.js';

/** What an engine process is for. */
export type HostPurpose = AdminEngineProcess['purpose'];

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
/** Processes and threads at once; Node and DuckDB have about two dozen. */
const TASKS = 256;
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
  private readonly lineClosed: Promise<unknown>;
  private isWanted = false;
  private isStuck = false;
  private complaints = '';

  private constructor(
    private readonly child: Child,
    /** The connections that use it. */
    readonly connectionIds: Set<string>,
    private readonly folder: string,
  ) {
    this.line = child.process.stdio[3] as Duplex;
    this.lineClosed = new Promise((resolve) => this.line.once('close', resolve));
    // A write to a process that has just ended is no news: `ended` says so.
    this.line.on('error', () => undefined);
    child.process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.complaints = (this.complaints + text).slice(-COMPLAINT_CHARS);
    });
    this.ended = this.untilEnded();
  }

  /** Starts a program. Throws where it is to be confined and cannot be. */
  static async start(options: HostOptions): Promise<HostProcess> {
    const folder = await createHostFolder();
    const connectionIds = new Set<string>();
    try {
      return new HostProcess(await started(options, folder, connectionIds), connectionIds, folder);
    } catch (error) {
      removeFolder(folder);
      throw error;
    }
  }

  get isConfined(): boolean {
    return this.child.isConfined;
  }

  /** The process that was started; under bubblewrap the engine is one of its children. */
  get pid(): number | null {
    return this.child.pid;
  }

  /** Ends it at once. */
  kill(): void {
    this.isWanted = true;
    this.child.kill();
  }

  /** Ends it at once because it does not stop what it does. */
  giveUp(): void {
    this.isStuck = true;
    this.child.kill();
  }

  /** Its end is asked for: however it ends from now on, nothing has gone wrong. */
  expectEnd(): void {
    this.isWanted = true;
  }

  /** Lets the workbench end while this runs, or not. */
  keepAlive(isNeeded: boolean): void {
    const line = this.line as Duplex & { ref(): void; unref(): void };
    for (const handle of [line, this.child.process]) {
      if (isNeeded) handle.ref();
      else handle.unref();
    }
  }

  private async untilEnded(): Promise<HostEnd> {
    const { process: child } = this.child;
    (child.stderr as unknown as { unref?(): void } | null)?.unref?.();
    const reason = await new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (code, signal) => resolve(signal ?? reasonOf(code ?? 0)));
    });
    await Promise.race([this.lineClosed, setTimeout(LAST_WORDS_MS)]);
    this.line.destroy();
    removeFolder(this.folder);
    const { isWanted, isStuck } = this;
    return { isWanted, isStuck, reason, isOutOfMemory: OUT_OF_MEMORY.test(this.complaints) };
  }
}

/** Rejects where the system starts no more processes. */
async function started(options: HostOptions, folder: string, connectionIds: ReadonlySet<string>): Promise<Child> {
  const { command, env, paths } = hostLaunch(options.program);
  const child = await Child.start(
    {
      use: { engine: 'duckdb', purpose: options.purpose, connectionIds, jobName: null },
      limits: { memoryMebibytes: options.memoryMebibytes, tasks: TASKS },
      paths: [...options.paths, ...paths],
      ...{ command, env, folder },
    },
    { stdio: ['ignore', 'ignore', 'pipe', 'pipe'], onExit: () => removeFolder(folder) },
  );
  if (child.pid !== null) return child;
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
