import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Stops a server with all its processes, which keep their sockets open; returns how to let it go on. */
export function freezeServer(dataFolder: string): () => void {
  const postmaster = Number.parseInt(readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8'), 10);
  process.kill(postmaster, 'SIGSTOP');
  return freezeProcesses([...childrenOf(postmaster), postmaster]);
}

/** Stops single backends; returns how to let them go on. */
export function freezeProcesses(pids: readonly number[]): () => void {
  const stopped = pids.filter((pid) => signal(pid, 'SIGSTOP'));
  return () => {
    for (const pid of stopped) signal(pid, 'SIGCONT');
  };
}

function childrenOf(parent: number): number[] {
  const lines = execFileSync('ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([pid, ppid]) => (ppid === parent && pid !== undefined ? [pid] : []));
}

/** A backend may have ended meanwhile. */
function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
