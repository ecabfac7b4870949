import { readdir, readFile } from 'node:fs/promises';
import { MARK_VARIABLE } from './child-records.js';

/** Processes that start others while they are ended are looked for again, this often at most. */
const MAX_ROUNDS = 20;

/** Ends all processes with a mark in their environment, those that they start meanwhile included. Linux only. Never rejects. */
export async function endMarked(mark: string): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const pids = await pidsMarked(mark);
    if (pids.length === 0) return;
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended meanwhile.
      }
    }
  }
}

/** Threads of all processes with a mark but those in `others`. */
export async function tasksMarked(mark: string, others: ReadonlySet<number>): Promise<number> {
  const pids = (await pidsMarked(mark)).filter((pid) => !others.has(pid));
  const counts = await Promise.all(pids.map((pid) => readdir(`/proc/${pid}/task`).catch(() => [])));
  return counts.reduce((sum, { length }) => sum + length, 0);
}

async function pidsMarked(mark: string): Promise<number[]> {
  const names = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const pids: number[] = [];
  for (const name of names) {
    const environment = await readFile(`/proc/${name}/environ`, 'latin1').catch(() => '');
    if (environment.split('\0').includes(`${MARK_VARIABLE}=${mark}`)) pids.push(Number(name));
  }
  return pids;
}
