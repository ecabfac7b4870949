/** Counts how often what is known under a key was forgotten, so that what was read before is not kept after it. */
export class Epochs {
  private readonly counts = new Map<string, number>();

  /** A number that changes with each `end` of the key. */
  of(key: string): number {
    return this.counts.get(key) ?? 0;
  }

  /** Ends the present epoch of a key. */
  end(key: string): void {
    this.counts.set(key, this.of(key) + 1);
  }
}
