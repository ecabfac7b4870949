import { setTimeout as wait } from 'node:timers/promises';
import { outageOf } from './state-unavailable.js';

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 5_000;

/** How long work is retried. */
export interface RetryOptions {
  /** Called for each failure; false gives up, and the failure is thrown. */
  readonly goOn: (error: unknown) => boolean;
}

/** Repeats `work` with growing delays while the state is unavailable. Throws what else it throws at once. */
export async function retryWhileUnavailable<T>(work: () => Promise<T>, { goOn }: RetryOptions): Promise<T> {
  for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(2 * delayMs, LONGEST_DELAY_MS)) {
    try {
      return await work();
    } catch (error) {
      if (outageOf(error) === null || !goOn(error)) throw error;
    }
    await wait(delayMs, undefined, { ref: false });
  }
}
