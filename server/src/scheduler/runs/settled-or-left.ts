import { setTimeout as wait } from 'node:timers/promises';
import { ABORTED } from '#libs/async';

/** How long a run that is to stop may take to do so, in milliseconds; then its record ends without it. */
const STOP_GRACE_MS = 4_000;

/** Settles as `work` does; resolves 4 s after `signal` aborts where the work does not notice that it is to stop. */
export async function settledOrLeft(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const givenUp = new AbortController();
  const abandoned = aborted(signal, givenUp.signal).then(() =>
    wait(STOP_GRACE_MS, null, { ref: false, signal: givenUp.signal }),
  );
  abandoned.catch(() => undefined);
  work.catch(() => undefined);
  await Promise.race([work, abandoned]).finally(() => givenUp.abort(ABORTED));
}

/** Resolves when `signal` aborts; forgets it when `over` does. */
function aborted(signal: AbortSignal, over: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true, signal: over });
  });
}
