/**
 * Acts when the signal is aborted, at once where it is so already: a listener would never be called then. The answer takes
 * the listener off.
 */
export function onAbort(signal: AbortSignal | undefined, act: () => void): () => void {
  if (signal?.aborted === true) act();
  else signal?.addEventListener('abort', act, { once: true });
  return () => signal?.removeEventListener('abort', act);
}
