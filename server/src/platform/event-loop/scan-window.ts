/** Rows of the first part, and of the smallest and the largest one. */
const FIRST = 2_000;
const SMALLEST = 1_000;
const LARGEST = 64_000;
/** What a part may take, in milliseconds: others wait for the state meanwhile. */
const SHORT_MS = 2;
const LONG_MS = 10;

/**
 * How much of a table is looked through at a time where no index leads to what is searched: parts of numbered rows that
 * grow while they take less than a moment, and shrink when they take longer.
 */
export class ScanWindow {
  #rows = FIRST;

  /** Rows of the next part. */
  get rows(): number {
    return this.#rows;
  }

  /** Runs the search of one part, and learns from how long that takes. */
  async measure<T>(search: () => Promise<T>): Promise<T> {
    const startedAtMs = performance.now();
    const found = await search();
    this.noteMs(performance.now() - startedAtMs);
    return found;
  }

  /** Takes note of how long a part took. */
  noteMs(ms: number): void {
    if (ms < SHORT_MS) this.#rows = Math.min(LARGEST, this.#rows * 2);
    else if (ms > LONG_MS) this.#rows = Math.max(SMALLEST, this.#rows / 2);
  }
}
