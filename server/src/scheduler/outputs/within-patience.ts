import { setTimeout as wait } from 'node:timers/promises';

/** A disk that does not answer for longer holds up nothing else. */
const PATIENCE_MS = 5_000;

/** What a disk answers; null where that takes too long, and the work goes on. */
export async function withinPatience<T>(work: Promise<T>): Promise<T | null> {
  const isOver = new AbortController();
  const patience = wait(PATIENCE_MS, null, { ref: false, signal: isOver.signal }).catch(() => null);
  try {
    return await Promise.race([work, patience]);
  } finally {
    isOver.abort();
  }
}
