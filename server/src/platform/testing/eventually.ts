import { setTimeout as wait } from 'node:timers/promises';

/** For what comes about by itself, on a machine that is busy with other tests as well; less than a test may take. */
const PATIENCE_MS = 120_000;
const EVERY_MS = 15;

/**
 * Reads again and again until the value is so, and answers it; fails with the last value where it is not. `withinMs` is
 * given where it would come about later in any case.
 */
export async function eventually<T>(
  read: () => T | Promise<T>,
  isSo: (value: T) => boolean,
  withinMs = PATIENCE_MS,
): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;) {
    const value = await read();
    if (isSo(value)) return value;
    if (performance.now() > end) throw new Error(`It never came to be so: ${JSON.stringify(value)}`);
    await wait(EVERY_MS);
  }
}
