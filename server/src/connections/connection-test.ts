import type { ConnectionTestResult } from '#libs/api';
import { Problem } from '../platform/index.js';
import { ConnectFailure } from './engines/connector.js';
import type { Connector } from './engines/connector.js';

/** Longer than any engine's own patience. */
const TEST_TIMEOUT_MS = 30_000;

/** Opens a session once; no answer is a result, not an error. Latency in milliseconds. */
export async function runConnectionTest(
  open: () => Promise<Pick<Connector, 'test'>>,
  isGone: AbortSignal,
): Promise<ConnectionTestResult> {
  const startedAt = performance.now();
  const elapsed = () => Math.round((performance.now() - startedAt) * 10) / 10;
  const timeout = AbortSignal.timeout(TEST_TIMEOUT_MS);
  try {
    const server = await (await open()).test(AbortSignal.any([isGone, timeout]));
    return { ok: true, latency_ms: elapsed(), server, error: null };
  } catch (error) {
    const { code, message } = timeout.aborted ? new Problem('connection-timeout') : expected(error);
    const shown = error instanceof ConnectFailure ? error.hostKey : null;
    const hostKey = shown === null ? {} : { ssh_host_key: shown };
    return { ok: false, latency_ms: elapsed(), server: null, error: { code, message, ...hostKey } };
  }
}

function expected(error: unknown): { code: string; message: string } {
  if (error instanceof ConnectFailure || error instanceof Problem) return error;
  throw error;
}
