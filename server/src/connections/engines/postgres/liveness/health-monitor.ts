import type { ConnectionHealth, HealthState } from '#libs/api';

/** Milliseconds between attempts to reach a failed server again; the last one repeats. */
export const PROBE_PAUSES_MS: readonly number[] = [1_000, 2_000, 4_000, 8_000, 15_000];

/** How often a round trip of a run becomes the latency that is shown. */
const MEASURE_EVERY_MS = 10_000;

/** What the monitor needs from its connector. */
export interface HealthMonitorDeps {
  readonly now: () => number;
  readonly onHealthChanged: (health: ConnectionHealth) => void;
  /** Reaches the server once and reports how long it took; reports its failure itself and resolves to null then. */
  readonly probe: () => Promise<unknown>;
  readonly probePausesMs: readonly number[];
}

/**
 * Knows how a connection is doing from what happens to its clients, and looks for a failed server until it is back.
 * `healthy` and `idle` say whether sessions are open; `connecting` is the first attempt only, so that opening one more
 * session does not make a healthy connection flicker.
 */
export class HealthMonitor {
  #liveClients = 0;
  #attempts = 0;
  #hasBeenReached = false;
  #lastError: string | null = null;
  #latencyMs: number | null = null;
  #measuredAtMs = 0;
  #checkedAt: string | null = null;
  #timer: NodeJS.Timeout | null = null;
  #probesDone = 0;
  #isStopped = false;
  #reported: ConnectionHealth;

  constructor(private readonly deps: HealthMonitorDeps) {
    this.#reported = this.health();
  }

  health(): ConnectionHealth {
    return {
      state: this.#state(),
      last_error: this.#lastError,
      latency_ms: this.#latencyMs,
      checked_at: this.#checkedAt,
    };
  }

  /** A client of the pool is there. */
  clientOpened(): void {
    this.#liveClients++;
    this.reached();
  }

  /** A client of the pool is gone, for whatever reason. */
  clientClosed(): void {
    this.#liveClients--;
    this.#report();
  }

  /** Runs an attempt to connect, during which a connection that was never reached is `connecting`. */
  async attempt<T>(connect: () => Promise<T>): Promise<T> {
    this.#attempts++;
    this.#report();
    try {
      return await connect();
    } finally {
      this.#attempts--;
      this.#report();
    }
  }

  /** The server answered; `latencyMs` is the time of one round trip where one was taken. */
  reached(latencyMs: number | null = null): void {
    const wasKnown = this.#hasBeenReached && this.#lastError === null;
    this.#hasBeenReached = true;
    this.#lastError = null;
    this.#probesDone = 0;
    this.#stopTimer();
    if (latencyMs !== null) {
      this.#latencyMs = Math.round(latencyMs * 10) / 10;
      this.#measuredAtMs = this.deps.now();
    }
    if (!wasKnown || latencyMs !== null) this.#stamp();
    this.#report();
  }

  /** A round trip took this long; reported once in a while, since every run takes one. */
  measured(latencyMs: number): void {
    const now = this.deps.now();
    if (this.#latencyMs === null || now - this.#measuredAtMs > MEASURE_EVERY_MS) this.reached(latencyMs);
  }

  /** The server could not be reached, refused, or dropped a client; `isProbed` has it looked for until it is back. */
  failed(message: string, isProbed = true): void {
    if (this.#isStopped) return;
    this.#lastError = message;
    this.#stamp();
    this.#report();
    if (isProbed) this.#scheduleProbe();
    else this.#stopTimer();
  }

  /** No more probes; called once at the end. */
  stop(): void {
    this.#isStopped = true;
    this.#stopTimer();
  }

  #state(): HealthState {
    if (this.#lastError !== null) return 'failed';
    if (this.#attempts > 0 && !this.#hasBeenReached) return 'connecting';
    return this.#liveClients > 0 ? 'healthy' : 'idle';
  }

  #stamp(): void {
    this.#checkedAt = new Date(this.deps.now()).toISOString();
  }

  #report(): void {
    const health = this.health();
    if (this.#isStopped || isSame(health, this.#reported)) return;
    this.#reported = health;
    this.deps.onHealthChanged(health);
  }

  #scheduleProbe(): void {
    if (this.#timer || this.#isStopped) return;
    const { probePausesMs, probe } = this.deps;
    const pauseMs = probePausesMs[Math.min(this.#probesDone, probePausesMs.length - 1)] ?? 0;
    this.#probesDone++;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void probe();
    }, pauseMs);
    this.#timer.unref();
  }

  #stopTimer(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

/** Asked several times for each run. */
function isSame(one: ConnectionHealth, other: ConnectionHealth): boolean {
  return (
    one.state === other.state &&
    one.last_error === other.last_error &&
    one.latency_ms === other.latency_ms &&
    one.checked_at === other.checked_at
  );
}
