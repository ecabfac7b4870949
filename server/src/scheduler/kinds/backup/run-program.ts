import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A program that has not ended this long after SIGTERM is killed: `pg_dump` waits for a frozen server then. */
const KILL_AFTER_MS = 2_500;

/** How a program is run. */
export interface ProgramRun {
  readonly file: string;
  readonly parameters: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  /** Each line that it writes to its standard error. */
  readonly onLine: (line: string) => void;
}

/**
 * Runs a program to its end and resolves with its exit code, or the name of the signal that ended it. It gets no standard
 * input, and its standard output goes nowhere. Rejects where it cannot be started.
 */
export function runProgram({ file, parameters, env, signal, onLine }: ProgramRun): Promise<number | string> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      resolve('SIGTERM');
      return;
    }
    const child = spawn(file, parameters, { env, stdio: ['ignore', 'ignore', 'pipe'], windowsHide: true });
    let kill: NodeJS.Timeout | undefined;
    const stop = () => {
      child.kill('SIGTERM');
      kill = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
    };
    signal.addEventListener('abort', stop, { once: true });
    createInterface({ input: child.stderr }).on('line', onLine);
    const end = () => {
      clearTimeout(kill);
      signal.removeEventListener('abort', stop);
    };
    child.once('error', (error) => {
      end();
      reject(error);
    });
    child.once('close', (code, name) => {
      end();
      resolve(code ?? name ?? 'unknown');
    });
  });
}
