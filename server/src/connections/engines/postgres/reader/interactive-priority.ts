/** A longer statement is no longer counted as one that a person waits for. */
const LOOKED_AT_MS = 5_000;
/** A person often runs the next statement soon after the last one. */
const AFTERWARDS_MS = 250;
/** Most statements of people are over by then, and reads for machines can wait for as long. */
const HELD_MS = 100;

/** Gives statements of people priority over reads for machines: tiles and catalogs. */
export class InteractivePriority {
  #running = 0;
  #until = 0;
  #heldUntil = 0;

  /** `now`: milliseconds of a clock. */
  constructor(readonly now: () => number) {}

  /** A statement of a person begins. */
  begun(): void {
    this.#running += 1;
    this.#until = this.now() + LOOKED_AT_MS;
    this.#heldUntil = this.now() + HELD_MS;
  }

  /** One has ended. */
  ended(): void {
    this.#running -= 1;
    if (this.#running > 0) return;
    this.#until = Math.min(this.#until, this.now() + AFTERWARDS_MS);
    this.#heldUntil = 0;
  }

  /**
   * How many of a machine's `max` lines may be at work when the one who is next has waited since `since`: all of them,
   * one while a person waits or may soon run the next statement, and none at first, so that a short statement runs alone.
   * No reader waits for long, however often people run statements.
   */
  lines(max: number, since: number): number {
    const now = this.now();
    if (now >= this.#until) return max;
    return now < this.#heldUntil && now - since < HELD_MS ? 0 : 1;
  }
}
