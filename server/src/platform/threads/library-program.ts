import type { GuardedWorkerOptions } from './guarded-worker.js';

/** Starts a thread's program that imports `#libs`, which a checkout has only as TypeScript. */
export function libraryProgram(program: URL): Pick<GuardedWorkerOptions, 'program' | 'worker'> {
  const execArgv = ['--no-warnings'];
  if (!program.pathname.endsWith('.ts')) return { program, worker: { execArgv } };
  const start = new URL('./thread-start.ts', import.meta.url);
  return { program: start, worker: { workerData: { program: program.href }, execArgv } };
}
