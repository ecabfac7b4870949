/** A pause in typing of this length sends a tab. */
export const PAUSE_MS = 1_000;
/** A text that is typed without a pause is sent this often. */
export const LONGEST_WAIT_MS = 5_000;

interface Waiting {
  readonly timer: ReturnType<typeof setTimeout>;
  readonly sinceMs: number;
}

/** Waits for the pause in each tab's typing, but never longer than a person would want to lose. */
export class DraftTimers {
  private readonly waiting = new Map<string, Waiting>();

  constructor(private readonly due: (id: string) => void) {}

  /** Begins to wait, or waits on from now. */
  start(id: string, pauseMs = PAUSE_MS): void {
    const before = this.waiting.get(id);
    clearTimeout(before?.timer);
    const sinceMs = before?.sinceMs ?? Date.now();
    const leftMs = pauseMs > PAUSE_MS ? pauseMs : Math.max(0, sinceMs + LONGEST_WAIT_MS - Date.now());
    const timer = setTimeout(
      () => {
        this.waiting.delete(id);
        this.due(id);
      },
      Math.min(pauseMs, leftMs),
    );
    this.waiting.set(id, { timer, sinceMs });
  }

  /** Stops waiting for one tab. */
  stop(id: string): void {
    clearTimeout(this.waiting.get(id)?.timer);
    this.waiting.delete(id);
  }

  /** Stops waiting for all tabs and names those that were waited for. */
  takeAll(): string[] {
    const ids = [...this.waiting.keys()];
    for (const id of ids) this.stop(id);
    return ids;
  }
}
