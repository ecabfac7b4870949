import { readFile } from 'node:fs/promises';

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
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const pids = children.split(' ').filter((text) => text !== '');
  const trees = await Promise.all(pids.map((child) => processTree(Number(child))));
  return [pid, ...trees.flat()];
}

async function residentBytes(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kibibytes] = RESIDENT.exec(status) ?? [];
  return kibibytes === undefined ? null : Number(kibibytes) * KIBIBYTE;
}
