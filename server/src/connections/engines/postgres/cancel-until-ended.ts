import { type BackendKey, requestCancel, type ServerAddress } from './cancel-request.js';
import { endsWithin } from './liveness/ends-within.js';
import { ANSWER_LIMIT_MS } from './liveness/server-silent.js';

/** Pauses between requests: one may come before the statement has reached the server. The last one repeats. */
const PAUSES_MS = [50, 100, 250, 500, 1_000] as const;
const LAST_PAUSE_MS = 1_000;

/**
 * Has the server cancel a statement until it has ended. False where that took longer than `ANSWER_LIMIT_MS`, or where
 * a request is still on its way and could hit the next statement: then the connection is of no use.
 */
export async function cancelUntilEnded(
  address: ServerAddress,
  key: BackendKey | null,
  ended: Promise<unknown>,
): Promise<boolean> {
  const deadline = performance.now() + ANSWER_LIMIT_MS;
  if (key === null) return false;
  for (let round = 0; performance.now() < deadline; round += 1) {
    if (!(await requestCancel(address, key, deadline - performance.now()))) return false;
    const pauseMs = Math.min(PAUSES_MS[round] ?? LAST_PAUSE_MS, deadline - performance.now());
    if (await endsWithin(ended, pauseMs)) return true;
  }
  return false;
}
