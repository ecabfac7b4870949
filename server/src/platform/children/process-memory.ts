import { readdir, readFile } from 'node:fs/promises';

const KIBIBYTE = 1024;
const RESIDENT = /^VmRSS:\s+(\d+) kB$/m;

/** Bytes of memory that a process and its children hold; null where the system does not say. */
export async function processMemory(pid: number): Promise<number | null> {
  const pids = await processTree(pid);
  const sizes = await Promise.all(pids.map(residentBytes));
  const known = sizes.filter((size) => size !== null);
  return known.length === 0 ? null : known.reduce((sum, size) => sum + size, 0);
}

/** A process and all below it: bubblewrap stands between the workbench and the engine. */
export async function processTree(pid: number): Promise<number[]> {
  return (await tasksOf(pid)).pids;
}

/** The processes of a tree, each before its children, and how many threads they have in all. */
export interface ProcessTasks {
  readonly pids: number[];
  readonly tasks: number;
}

/** Counts the processes and threads of a tree; stops soon after more than `most` are found. */
export async function tasksOf(pid: number, most = Infinity): Promise<ProcessTasks> {
  const pids: number[] = [];
  const waiting = [pid];
  let tasks = 0;
  for (let next = waiting.pop(); next !== undefined && tasks <= most; next = waiting.pop()) {
    const threads = await readdir(`/proc/${next}/task`).catch(() => []);
    pids.push(next);
    tasks += Math.max(1, threads.length);
    waiting.push(...(await childrenOf(next, threads)).toReversed());
  }
  return { pids, tasks };
}

/** Children belong to the thread that started them. */
async function childrenOf(pid: number, threads: readonly string[]): Promise<number[]> {
  const paths = threads.map((thread) => `/proc/${pid}/task/${thread}/children`);
  const lists = await Promise.all(paths.map((path) => readFile(path, 'utf8').catch(() => '')));
  return lists.flatMap((list) => list.split(' ').filter((text) => text !== '')).map(Number);
}

async function residentBytes(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kibibytes] = RESIDENT.exec(status) ?? [];
  return kibibytes === undefined ? null : Number(kibibytes) * KIBIBYTE;
}
