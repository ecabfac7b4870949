import { onAbort } from '#libs/async';

/** Resolves and rejects like the promise, but rejects with the signal's reason as soon as that is aborted. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const off = onAbort(signal, () => reject(signal.reason));
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    off();
  }
}
