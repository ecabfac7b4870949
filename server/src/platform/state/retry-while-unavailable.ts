import { setTimeout as wait } from 'node:timers/promises';
import { Backoff } from '#libs/async';
import { outageOf } from './state-unavailable.js';

const DELAYS = { firstMs: 250, longestMs: 5_000 };

/** How long work is retried. */
export interface RetryOptions {
  /** Called for each failure; false gives up, and the failure is thrown. */
  readonly goOn: (error: unknown) => boolean;
}

/** Repeats `work` with growing delays while the state is unavailable. Throws what else it throws at once. */
export async function retryWhileUnavailable<T>(work: () => Promise<T>, { goOn }: RetryOptions): Promise<T> {
  const backoff = new Backoff(DELAYS);
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (outageOf(error) === null || !goOn(error)) throw error;
    }
    await wait(backoff.next(), undefined, { ref: false });
  }
}
