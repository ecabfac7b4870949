import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The program beside this file: TypeScript in a checkout, JavaScript where it is built. */
const PROGRAM = fileURLToPath(new URL(`./sqlite-program${extname(import.meta.url)}`, import.meta.url));
const PASSED_ON = ['SystemRoot', 'TEMP', 'TMP', 'TMPDIR'];

/** What a SQLite process may take, with all that Node needs. */
const MEMORY_BYTES = 1024 ** 3;
/** Node reserves this address space at its start, and uses little of it. */
const RESERVED_BYTES = 600 * 1024 ** 2;
const NODE_OPTIONS = ['--expose-gc', '--single-threaded', '--max-semi-space-size=4', '--max-old-space-size=768'];

/**
 * Makes an allocation beyond the limit fail inside SQLite, which says "out of memory" and goes on. No core dump: it
 * would write rows to a disk. `setpriv` has the kernel end the process together with the workbench.
 */
const LIMITED = `ulimit -c 0; ulimit -d ${(MEMORY_BYTES + RESERVED_BYTES) / 1024} && exec setpriv --pdeathsig KILL -- "$@"`;

/** Starts the SQLite program with a channel for messages in Node's advanced serialization. */
export type SpawnSqlite = () => ChildProcess;

let isLimited: boolean | null = null;

/** Starts it with the limits of the operating system, or where those are missing with a thread that watches it. */
export function spawnSqlite(): ChildProcess {
  isLimited ??= canLimit();
  const command = [...NODE_OPTIONS, PROGRAM];
  const [file, args] = isLimited
    ? ['/bin/sh', ['-c', LIMITED, 'sh', process.execPath, ...command]]
    : [process.execPath, [...command, String(MEMORY_BYTES)]];
  return spawn(file, args, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: environment(),
  });
}

/** Tries the limits out once; macOS, Windows and BusyBox lack some of them. */
function canLimit(): boolean {
  if (process.platform !== 'linux') return false;
  return spawnSync('/bin/sh', ['-c', LIMITED, 'sh', 'true'], { stdio: 'ignore', env: environment() }).status === 0;
}

/** No variable of the workbench but those that name temporary folders, and where `sh` finds its tools. */
function environment(): NodeJS.ProcessEnv {
  const passedOn = PASSED_ON.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  return { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', ...(Object.fromEntries(passedOn) as NodeJS.ProcessEnv) };
}
