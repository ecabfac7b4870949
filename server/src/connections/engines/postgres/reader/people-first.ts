/** A statement that takes longer is nothing that somebody looks at the clock for. */
const LOOKED_AT_MS = 5_000;
/** Who has just had an answer often asks again. */
const AFTERWARDS_MS = 250;

/** Knows whether a person waits for the database now, so that machines can make room. */
export class PeopleFirst {
  #running = 0;
  #until = 0;

  /** `now`: milliseconds of a clock. */
  constructor(private readonly now: () => number) {}

  /** A statement of a person begins. */
  begun(): void {
    this.#running += 1;
    this.#until = this.now() + LOOKED_AT_MS;
  }

  /** One has ended. */
  ended(): void {
    this.#running -= 1;
    if (this.#running === 0) this.#until = Math.min(this.#until, this.now() + AFTERWARDS_MS);
  }

  /** Whether machines should make room now. */
  get isWaited(): boolean {
    return this.now() < this.#until;
  }
}
