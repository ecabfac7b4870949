import { PROBE_PAUSES_MS } from './liveness/health-monitor.js';

/** Times that tests shorten. */
export interface PostgresTimings {
  /** A client that is unused for this long is closed. */
  readonly idleTimeoutMs: number;
  readonly probePausesMs: readonly number[];
}

/** Times of a usual connection. */
export const TIMINGS: PostgresTimings = { idleTimeoutMs: 30_000, probePausesMs: PROBE_PAUSES_MS };
