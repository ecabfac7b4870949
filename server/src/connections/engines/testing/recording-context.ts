import type { ConnectionHealth } from '#libs/api';
import type { ConnectorContext } from '../connector.js';

/** Surroundings for a connector under test, which keep every health that it reports. */
export class RecordingContext implements ConnectorContext {
  readonly reported: ConnectionHealth[] = [];
  readonly now = Date.now;
  readonly home: string | null = null;

  /** Long: twenty programs that start at once on a busy machine take their time. */
  constructor(readonly connectTimeoutMs = 60_000) {}

  readonly onHealthChanged = (health: ConnectionHealth): void => {
    this.reported.push(health);
  };
}

/** A signal that is never aborted. */
export function neverAborted(): AbortSignal {
  return new AbortController().signal;
}
