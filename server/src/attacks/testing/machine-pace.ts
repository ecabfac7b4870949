import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Reading this costs `QUIET_READ_MS` of processor time where nothing else runs. */
const SOME_JSON = JSON.stringify(Array.from({ length: 400_000 }, (_, index) => `${index} text`));
const QUIET_READ_MS = 10;
const READS = 3;

/**
 * A limit on processor time, in milliseconds, at the machine's present pace: neighbours that share a core's caches make
 * the same work cost several times as much. Never less than `quietMs`, the limit on a quiet machine.
 */
export function atPresentPace(quietMs: number): number {
  const reads = Array.from({ length: READS }, () => {
    const before = process.threadCpuUsage();
    JSON.parse(SOME_JSON);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  });
  return quietMs * Math.max(1, Math.min(...reads) / QUIET_READ_MS);
}

/** Whether some processor time is within a limit; the pace is measured only where it is not at once. */
export function isWithin(cpuMs: number, quietMs: number): boolean {
  return cpuMs <= quietMs || cpuMs <= atPresentPace(quietMs);
}

/**
 * The quickest of some measurements: what is slow by nature is slow each time, while the compiler and the collector take
 * their time once. Measures again, `times` in all, only while the cost in milliseconds is more than `enoughMs`.
 */
export async function quickestOf<T>(
  { times, enoughMs }: { readonly times: number; readonly enoughMs: number },
  measure: () => Promise<T>,
  costMs: (measured: T) => number,
): Promise<T> {
  let quickest = await measure();
  for (let more = times - 1; more > 0 && costMs(quickest) > enoughMs; more -= 1) {
    collectGarbage();
    const next = await measure();
    if (costMs(next) < costMs(quickest)) quickest = next;
  }
  return quickest;
}

/**
 * Frees what earlier work has left. A process of tests holds far more than a workbench: a collection that comes due
 * during a measurement stops it for longer than what is measured.
 */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
