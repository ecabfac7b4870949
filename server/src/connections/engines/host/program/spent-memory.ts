import { readFileSync, writeSync } from 'node:fs';

/** The share of its limit that a process may have mapped. */
const SPENT = 0.95;
const KIBIBYTE = 1024;
const STANDARD_ERROR = 2;

/**
 * Whether a process has mapped nearly all the memory that it may. An allocator keeps what it has mapped after the
 * values in it are freed, so each later statement that needs other memory fails.
 * @param status what Linux shows in `/proc/self/status`
 * @param limits what it shows in `/proc/self/limits`
 */
export function isMemorySpent(status: string, limits: string): boolean {
  const mapped = Number(/^VmData:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * KIBIBYTE;
  const limit = Number(/^Max data size\s+(\d+)\s/m.exec(limits)?.[1] ?? Infinity);
  return mapped > limit * SPENT;
}

/** Ends this process where its memory is spent; the workbench starts another. Does nothing where there is no Linux. */
export function endIfMemoryIsSpent(): void {
  const [status, limits] = ['status', 'limits'].map(ofThisProcess);
  if (!isMemorySpent(status ?? '', limits ?? '')) return;
  // The workbench reads it and says why the process has ended.
  writeSync(STANDARD_ERROR, 'The process is out of memory.\n');
  process.kill(process.pid, 'SIGKILL');
}

function ofThisProcess(name: string): string {
  try {
    return readFileSync(`/proc/self/${name}`, 'utf8');
  } catch {
    return '';
  }
}
