import { setTimeout as wait } from 'node:timers/promises';

const EVERY_MS = 100;

/** Reads until the value is so, at most for `withinMs`; answers what it read last. */
export async function poll<T>(read: () => Promise<T>, isSo: (value: T) => boolean, withinMs: number): Promise<T> {
  const end = performance.now() + withinMs;
  let value = await read();
  while (!isSo(value) && performance.now() < end) {
    await wait(EVERY_MS);
    value = await read();
  }
  return value;
}
