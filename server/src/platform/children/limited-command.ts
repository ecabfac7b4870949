import { existsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import type { ChildLimits, Command } from './child-options.js';

const KIBIBYTES = 1024;
/** The unit of `ulimit -f` in each shell that is called `sh`, of which 2,048 are a mebibyte. */
const BLOCKS = 2048;
const SHELL = '/bin/sh';
/** The system's programs, wherever the workbench's own PATH leads. */
export const SYSTEM_PATH = '/usr/bin:/bin:/usr/sbin:/sbin';
/** How much lower than the server's the CPU priority of a child is: a third of its share of a busy core. */
export const CHILD_NICENESS = 5;
/** A process that has used its processor time gets SIGXCPU, and SIGKILL these seconds later. */
const CPU_GRACE_S = 5;
/**
 * Sets the limits of a process and becomes it: private memory, processor time, open files, size of a file; no core file
 * with people's data in it, and a machine without memory ends it before the workbench. Linux may schedule a session as
 * one group, in which the priority of a process counts only beside its own children: the group gets the same one.
 */
const WITH_LIMITS =
  'ulimit -d "$1" && ulimit -c 0;' +
  ' [ -z "$2" ] || { ulimit -S -t "$2"; ulimit -H -t "$3"; };' +
  ' [ -z "$4" ] || ulimit -n "$4"; [ -z "$5" ] || ulimit -f "$5"; shift 5;' +
  ' { echo 500 > /proc/self/oom_score_adj; echo "$1" > /proc/self/autogroup; } 2>/dev/null; exec nice -n "$@"';

/** Has the kernel end the process together with the workbench; bubblewrap does that by itself. */
const ENDED_WITH_PARENT = ['setpriv', '--pdeathsig', 'KILL', '--'] as const;

let canEnd: boolean | null = null;

/** The same command with its limits and a lower CPU priority, where a shell is to be had. Needs a session of its own. */
export function limitedCommand(limits: ChildLimits, command: Command): Command {
  if (process.platform === 'win32' || !existsSync(SHELL)) return command;
  const { memoryMebibytes, cpuSeconds, openFiles, fileMebibytes } = limits;
  const values = [
    memoryMebibytes * KIBIBYTES,
    ...(cpuSeconds === undefined ? ['', ''] : [cpuSeconds, cpuSeconds + CPU_GRACE_S]),
    openFiles ?? '',
    fileMebibytes === undefined ? '' : fileMebibytes * BLOCKS,
    CHILD_NICENESS,
  ];
  return [SHELL, '-c', WITH_LIMITS, 'sh', ...values.map(String), ...command];
}

/** The same command, which the kernel ends when the workbench ends, where it can. */
export function endedWithParent(command: Command): Command {
  return endsWithParent() ? [...ENDED_WITH_PARENT, ...command] : command;
}

/** Whether limits of memory and the end with the workbench both work here; macOS, Windows and BusyBox lack some of it. */
export function endsWithParent(): boolean {
  canEnd ??= tryOut();
  return canEnd;
}

function tryOut(): boolean {
  if (process.platform !== 'linux') return false;
  const trial = 'ulimit -c 0 && ulimit -d "$1" && shift && exec nice -n 0 "$@"';
  const parameters = [String(2048 * KIBIBYTES), ...ENDED_WITH_PARENT, 'true'];
  const options = { stdio: 'ignore', env: { PATH: SYSTEM_PATH } } as const;
  return spawnSync(SHELL, ['-c', trial, 'sh', ...parameters], options).status === 0;
}
