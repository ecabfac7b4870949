/** How long a reading may be pending before the next call overtakes it, in milliseconds. */
export const FIRST_LIMIT_MS = 30_000;

/**
 * How long calls wait for a pending reading, such as one on a connection that is half open. Doubles with each reading that
 * is overtaken, until an answer arrives, so that a slow server can still answer.
 */
export class ReadingLimit {
  private limitMs = FIRST_LIMIT_MS;
  private startedAtMs = 0;

  /** A reading begins. */
  start(): void {
    this.startedAtMs = performance.now();
  }

  /** Whether the reading that began last is overtaken by this call. */
  overtakes(): boolean {
    if (performance.now() - this.startedAtMs < this.limitMs) return false;
    this.limitMs *= 2;
    return true;
  }

  /** An answer arrived. */
  reset(): void {
    this.limitMs = FIRST_LIMIT_MS;
  }
}
