import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { MARK_VARIABLE } from './child-records.js';

/** Processes that start others while they are ended are looked for again, this often at most. */
const MAX_ROUNDS = 100;
/** The environment of a process that is being replaced by `exec` cannot be read: one empty look proves nothing. */
const EMPTY_ROUNDS = 3;
const BETWEEN_ROUNDS_MS = 20;

/** Ends all processes with a mark in their environment, those that they start meanwhile included. Linux only. Never rejects. */
export async function endMarked(mark: string): Promise<void> {
  for (let [round, empty] = [0, 0]; round < MAX_ROUNDS && empty < EMPTY_ROUNDS; round += 1) {
    if (round > 0) await wait(BETWEEN_ROUNDS_MS, undefined, { ref: false });
    const pids = await pidsMarked(mark);
    empty = pids.length === 0 ? empty + 1 : 0;
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
