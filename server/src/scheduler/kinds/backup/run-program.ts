import { basename, dirname, join } from 'node:path';
import type { Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Child, inheritedVariables } from '../../../platform/index.js';
import type { HostPath } from '../../../platform/index.js';
import { JobFailure } from '../../job-kind.js';
import type { JobContext } from '../../job-kind.js';
import { LineReader } from './line-reader.js';

/** A program that has not ended this long after SIGTERM is killed: `pg_dump` waits for a frozen server then. */
const KILL_AFTER_MS = 2_500;
/** `pg_dump` keeps the longest row and the whole catalog in memory. */
const MEMORY_MEBIBYTES = 4096;
const OPEN_FILES = 256;
/** Processes and threads at once; a wrapper of `pg_dump` may start a few. */
const TASKS = 64;
/** What a program may complain of in all; a verbose `pg_dump` of 100,000 tables writes about 20 MB. */
const MAX_OUTPUT_BYTES = 256 * 1024 ** 2;

/** The run that a program works for. */
export type ProgramContext = Pick<JobContext, 'signal' | 'timeoutS' | 'connectionId' | 'jobName' | 'workFolder'>;

/** How a program of Postgres is run. */
export interface ProgramRun {
  readonly file: string;
  readonly parameters: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly context: ProgramContext;
  /** The other files and folders that it needs. */
  readonly paths: readonly HostPath[];
  /** The server that it reaches; null for none. */
  readonly server: { readonly host: string; readonly port: number } | null;
  /** Opens what it reads as its standard input once it has started, and what changes that on the way; nothing by default. */
  readonly input?: () => readonly [Readable, Transform];
  /** What takes its standard output, which goes nowhere by default. */
  readonly output?: Writable;
  /** Each line that it writes to its standard error; long ones are cut. */
  readonly onLine: (line: string) => void;
}

/**
 * Runs a program to its end and resolves with its exit code, or the name of the signal that ended it. Rejects
 * where it cannot be started, where it writes too much, and where its input cannot be read.
 */
export async function runProgram(run: ProgramRun): Promise<number | string> {
  const { signal, timeoutS, connectionId, jobName } = run.context;
  if (signal.aborted) return 'SIGTERM';
  const connectionIds = new Set(connectionId === null ? [] : [connectionId]);
  const child = await Child.start(
    {
      command: [run.file, ...run.parameters],
      use: { engine: engineOf(run.file), purpose: 'backup', connectionIds, jobName },
      limits: { memoryMebibytes: MEMORY_MEBIBYTES, cpuSeconds: timeoutS, openFiles: OPEN_FILES, tasks: TASKS },
      paths: [...run.paths, ...libraryPaths(run.file), ...socketPath(run.server)],
      folder: await run.context.workFolder(),
      hasNetwork: run.server !== null,
      env: { ...inheritedVariables(['LANG', 'LC_ALL', 'LD_LIBRARY_PATH']), ...run.env },
    },
    {
      stdio: [run.input === undefined ? 'ignore' : 'pipe', run.output === undefined ? 'ignore' : 'pipe', 'pipe'],
    },
  );
  return untilEnd(child, run);
}

function untilEnd(
  child: Child,
  { file, context: { signal }, onLine, input, output }: ProgramRun,
): Promise<number | string> {
  return new Promise((resolve, reject) => {
    let kill: NodeJS.Timeout | undefined;
    let [bytes, isTooMuch] = [0, false];
    const stop = () => {
      void child.terminate();
      kill = setTimeout(() => child.kill(), KILL_AFTER_MS);
    };
    const lines = new LineReader(onLine);
    const { stdin, stdout } = child.process;
    // A program whose output is no longer taken ends with a reason of its own.
    if (output !== undefined && stdout !== null) pipeline(stdout, output).catch(() => undefined);
    if (input !== undefined && stdin !== null) {
      const parts = input();
      for (const part of parts) {
        part.once('error', (error) => {
          // A program that ends early has a reason of its own; half an input must not pass for all of it.
          if (stdin.destroyed) return;
          child.kill();
          reject(error);
        });
      }
      pipeline(...parts, stdin).catch(() => undefined);
    }
    child.process.stderr?.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (!isTooMuch && bytes > MAX_OUTPUT_BYTES) child.kill();
      isTooMuch = bytes > MAX_OUTPUT_BYTES;
      if (!isTooMuch) lines.push(chunk);
    });
    const end = () => {
      clearTimeout(kill);
      signal.removeEventListener('abort', stop);
      lines.end();
    };
    child.process.once('error', (error) => {
      end();
      reject(error);
    });
    child.process.once('close', (code, name) => {
      end();
      if (isTooMuch)
        reject(new JobFailure(`${basename(file)} wrote more messages than a run can keep. It was stopped.`));
      else resolve(code ?? name ?? 'unknown');
    });
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

function engineOf(file: string): 'pg_dump' | 'pg_restore' | 'psql' {
  const name = basename(file, '.exe');
  return name === 'pg_restore' || name === 'psql' ? name : 'pg_dump';
}

/** Where an installation outside of the system's folders has its programs and libraries. */
function libraryPaths(file: string): HostPath[] {
  const folder = dirname(file);
  const named = (process.env.LD_LIBRARY_PATH ?? '').split(':').filter((path) => path.startsWith('/'));
  const parts = basename(folder) === 'bin' ? ['lib', 'lib64', 'share'].map((name) => join(dirname(folder), name)) : [];
  return [folder, ...parts, ...named].map((path) => ({ path, isWritable: false }));
}

/** A server that is reached over a socket of this machine. */
function socketPath(server: ProgramRun['server']): HostPath[] {
  if (server?.host.startsWith('/') !== true) return [];
  return [{ path: join(server.host, `.s.PGSQL.${server.port}`), isWritable: false }];
}
