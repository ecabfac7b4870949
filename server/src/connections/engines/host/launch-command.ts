import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command, HostPath } from '../../../platform/index.js';

/** The young generation grows with the rows on their way, up to what a scan of a table fills without copying. */
const NODE_FLAGS = ['--max-old-space-size=2048', '--max-semi-space-size=16', '--heap-growing-percent=100'];
/** Two pools of memory instead of one for each thread, and buffers from 1 MB on return to the system when they are freed. */
const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_TRIM_THRESHOLD_: '16777216' };
const TYPESCRIPT_HOOK = new URL('../../../../../tools/typescript.mjs', import.meta.url);
/** Spares a checkout that is not built from stripping types again for each process. */
const TYPESCRIPT_CACHE = new URL('../../../../../node_modules/.cache/engine-host', import.meta.url);

/** What the build keeps compiled of the program, in a folder beside it. Node ignores what does not fit its version. */
const COMPILED = 'compiled';

/** What starts the program of an engine host: JavaScript, or TypeScript in a checkout that is not built. */
export interface HostLaunch {
  readonly command: Command;
  readonly env: Readonly<Record<string, string>>;
  /** What the program itself needs, beside its data. */
  readonly paths: readonly HostPath[];
}

/** How to start a program. */
export function hostLaunch(program: URL): HostLaunch {
  const env = { UV_THREADPOOL_SIZE: '16', ...ALLOCATOR };
  const path = fileURLToPath(program);
  if (!isTypeScript(program)) {
    const compiled = fileURLToPath(new URL(COMPILED, program));
    return {
      command: [process.execPath, ...NODE_FLAGS, path],
      env: { ...env, NODE_COMPILE_CACHE: compiled },
      paths: [],
    };
  }
  const cache = fileURLToPath(TYPESCRIPT_CACHE);
  mkdirSync(cache, { recursive: true });
  const typescript = ['--no-warnings', '--experimental-transform-types', '--import', TYPESCRIPT_HOOK.href];
  return {
    command: [process.execPath, ...NODE_FLAGS, ...typescript, path],
    env: { ...env, NODE_COMPILE_CACHE: cache },
    paths: [{ path: cache, isWritable: true }],
  };
}

function isTypeScript({ pathname }: URL): boolean {
  return pathname.endsWith('.ts');
}
