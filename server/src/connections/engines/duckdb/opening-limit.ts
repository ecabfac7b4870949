import { ConnectFailure } from '../connector.js';

/** Waits for something that is being opened until the signal aborts or the time is over; it goes on being opened. */
export async function withinLimit<T>(opening: Promise<T>, signal: AbortSignal, timeoutMs: number): Promise<T> {
  let end: () => void = () => undefined;
  const limit = new Promise<never>((_, reject) => {
    const fail = (message: string): void => reject(new ConnectFailure('connection-timeout', message));
    const onAbort = (): void => fail('Opening the connection was cancelled.');
    const timer = setTimeout(() => fail(`The connection was not open after ${timeoutMs} ms.`), timeoutMs);
    signal.addEventListener('abort', onAbort);
    end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
    if (signal.aborted) onAbort();
  });
  try {
    return await Promise.race([opening, limit]);
  } finally {
    end();
  }
}
