import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bubblewrapCommand, bubblewrapFor } from '../../host/bubblewrap.js';
import { hostSettings } from '../../host/host-settings.js';
import { limitedCommand } from '../../host/launch-command.js';
import type { Command, HostPath } from '../../host/launch-options.js';

/** The program beside this file: TypeScript in a checkout, JavaScript where it is built. */
const PROGRAM = fileURLToPath(new URL(`./sqlite-program${extname(import.meta.url)}`, import.meta.url));
const PASSED_ON = ['SystemRoot', 'TEMP', 'TMP', 'TMPDIR', 'TZ'];
const MEBIBYTE = 1024 ** 2;

/** What a SQLite process may take, with all that Node needs. */
const MEMORY_MEBIBYTES = 1024;
/** Node reserves this address space at its start, and uses little of it. */
const RESERVED_MEBIBYTES = 600;
/** An allocation beyond it fails inside SQLite, which says "out of memory" and goes on. */
const LIMIT_MEBIBYTES = MEMORY_MEBIBYTES + RESERVED_MEBIBYTES;
const NODE_OPTIONS = ['--expose-gc', '--single-threaded', '--max-semi-space-size=4', '--max-old-space-size=768'];

/** Has the kernel end the process together with the workbench; bubblewrap does that by itself. */
const ENDED_WITH_PARENT = ['setpriv', '--pdeathsig', 'KILL', '--'] as const;

/** A SQLite program that was started. */
export interface SpawnedSqlite {
  readonly child: ChildProcess;
  readonly isConfined: boolean;
}

/** Starts the SQLite program with a channel for messages in Node's advanced serialization. May reject. */
export type SpawnSqlite = (paths: readonly HostPath[]) => Promise<SpawnedSqlite>;

let isLimited: boolean | null = null;

/** Starts it with `paths` alone where bubblewrap works. Rejects where it is to be confined and cannot be. */
export const spawnSqlite: SpawnSqlite = async (paths) => {
  const bubblewrap = await bubblewrapFor(hostSettings().confinement);
  const node: Command = [process.execPath, ...NODE_OPTIONS, PROGRAM];
  const [file, ...parameters] =
    bubblewrap === null
      ? unconfinedCommand(node)
      : limitedCommand(LIMIT_MEBIBYTES, bubblewrapCommand(bubblewrap, { paths, folder: null }, node));
  const child = spawn(file, parameters, {
    detached: true,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: environment(bubblewrap === null ? PASSED_ON : ['TZ']),
  });
  return { child, isConfined: bubblewrap !== null };
};

/** With the limits of the operating system, or where those are missing with a thread that watches the process. */
function unconfinedCommand(node: Command): Command {
  isLimited ??= canLimit();
  return isLimited
    ? limitedCommand(LIMIT_MEBIBYTES, [...ENDED_WITH_PARENT, ...node])
    : [...node, String(MEMORY_MEBIBYTES * MEBIBYTE)];
}

/** Tries the limits out once; macOS, Windows and BusyBox lack some of them. */
function canLimit(): boolean {
  if (process.platform !== 'linux') return false;
  const trial = 'ulimit -c 0 && ulimit -d "$1" && shift && exec nice -n 0 "$@"';
  const parameters = [String(LIMIT_MEBIBYTES * 1024), ...ENDED_WITH_PARENT, 'true'];
  const options = { stdio: 'ignore', env: environment(PASSED_ON) } as const;
  return spawnSync('/bin/sh', ['-c', trial, 'sh', ...parameters], options).status === 0;
}

/** No variable of the workbench but the named ones, and where `sh` finds its tools. */
function environment(names: readonly string[]): NodeJS.ProcessEnv {
  const passedOn = names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  return { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', ...(Object.fromEntries(passedOn) as NodeJS.ProcessEnv) };
}
