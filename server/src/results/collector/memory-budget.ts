/** How many characters of cells one run may hold in memory. Its statements share it. */
export class MemoryBudget {
  private held = 0;

  constructor(private readonly maxChars: number) {}

  /** Characters that are held, which a single long row may make more than there may be. */
  get heldChars(): number {
    return this.held;
  }

  /** Below 0 when more is held than there may be. */
  get remainingChars(): number {
    return this.maxChars - this.held;
  }

  /** Counts characters that are held from now on, or with a negative number are no longer. */
  add(chars: number): void {
    this.held += chars;
  }
}
