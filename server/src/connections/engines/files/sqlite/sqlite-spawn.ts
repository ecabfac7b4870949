import { fileURLToPath } from 'node:url';
import { Child, endsWithParent, inheritedVariables, programBeside } from '../../../../platform/index.js';
import type { ChildUse, Command, HostPath } from '../../../../platform/index.js';

const PROGRAM = fileURLToPath(programBeside(import.meta.url, './sqlite-program'));
const MEBIBYTE = 1024 ** 2;

/** What a SQLite process may take, with all that Node needs. */
const MEMORY_MEBIBYTES = 1024;
/** Node reserves this address space at its start, and uses little of it. */
const RESERVED_MEBIBYTES = 600;
/** An allocation beyond it fails inside SQLite, which says "out of memory" and goes on. */
const LIMIT_MEBIBYTES = MEMORY_MEBIBYTES + RESERVED_MEBIBYTES;
/** SQLite sorts there what does not fit in its cache. */
const TMP_MEBIBYTES = 4096;
/** Processes and threads at once; Node and SQLite have about a dozen. */
const TASKS = 128;
const NODE_OPTIONS = ['--expose-gc', '--single-threaded', '--max-semi-space-size=4', '--max-old-space-size=768'];

/** Starts the SQLite program with a channel for messages in Node's advanced serialization. May reject. */
export type SpawnSqlite = (use: ChildUse, paths: readonly HostPath[]) => Promise<Child>;

/** Starts it with `paths` alone where bubblewrap works. Rejects where it is to be confined and cannot be. */
export const spawnSqlite: SpawnSqlite = (use, paths) => {
  // Where the system has no limits, a thread of the program watches its memory.
  const watch = endsWithParent() ? [] : [String(MEMORY_MEBIBYTES * MEBIBYTE)];
  const command: Command = [process.execPath, ...NODE_OPTIONS, PROGRAM, ...watch];
  const [limits, env] = [
    { memoryMebibytes: LIMIT_MEBIBYTES, tasks: TASKS },
    inheritedVariables(['TEMP', 'TMP', 'TMPDIR']),
  ];
  return Child.start(
    { command, use, limits, paths, folder: null, tmpMebibytes: TMP_MEBIBYTES, env },
    { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], serialization: 'advanced' },
  );
};
