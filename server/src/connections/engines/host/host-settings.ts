export interface HostSettings {
  /** Milliseconds without a session and without a call after which a host ends. */
  readonly idleMs: number;
  /** Milliseconds that a host has to stop a statement or to close a session; then its process is ended. */
  readonly stopLimitMs: number;
  /** Milliseconds that DuckDB's parser has for a request; then its process is ended. */
  readonly parseLimitMs: number;
}

const FIVE_MINUTES_MS = 300_000;
const FOUR_SECONDS_MS = 4_000;
const THREE_SECONDS_MS = 3_000;

let current: HostSettings = { idleMs: FIVE_MINUTES_MS, stopLimitMs: FOUR_SECONDS_MS, parseLimitMs: THREE_SECONDS_MS };

export function hostSettings(): HostSettings {
  return current;
}

/** Applies to all hosts. */
export function configureHosts(changes: Partial<HostSettings>): void {
  current = { ...current, ...changes };
}
