import { extname } from 'node:path';
import type { GuardedWorkerOptions } from './guarded-worker.js';

/** Beside this file: TypeScript in a checkout, JavaScript in a build. */
const START = new URL(`./thread-start${extname(import.meta.url)}`, import.meta.url);

/** Starts a thread's program that imports `#libs`, which a checkout has only as TypeScript. */
export function libraryProgram(program: URL): Pick<GuardedWorkerOptions, 'program' | 'worker'> {
  return { program: START, worker: { workerData: { program: program.href }, execArgv: ['--no-warnings'] } };
}
