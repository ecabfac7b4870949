/** What a campaign was answered and what it found afterwards. */
export class Ledger {
  private readonly acknowledged = new Set<string>();
  private foundCount = 0;
  private refusedCount = 0;
  private worstMs = 0;
  private rounds = 0;

  constructor(private readonly campaign: string) {}

  /** Notes a write that was answered with success. */
  acknowledge(id: string): void {
    this.acknowledged.add(id);
  }

  /** Notes a request that was answered with an error, or not at all. */
  refuse(): void {
    this.refusedCount += 1;
  }

  /** How many requests were not answered with success. */
  get refused(): number {
    return this.refusedCount;
  }

  /** Notes how long something took that a person waits for, in milliseconds. */
  waited(ms: number): void {
    this.worstMs = Math.max(this.worstMs, ms);
  }

  /** Ends a round: the acknowledged writes that are not in `found`. */
  missing(found: Iterable<string>): string[] {
    const all = new Set(found);
    const missing = [...this.acknowledged].filter((id) => !all.has(id));
    this.foundCount = this.acknowledged.size - missing.length;
    this.rounds += 1;
    return missing;
  }

  /** Prints the figures in one line. */
  print(): void {
    const wait = `worst wait ${(this.worstMs / 1000).toFixed(1)} s`;
    process.stdout.write(
      `campaign ${this.campaign}: ${this.rounds} rounds, ${this.acknowledged.size} acknowledged, ${this.foundCount} found, ${this.refusedCount} refused, ${wait}\n`,
    );
  }
}
