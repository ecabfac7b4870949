import { Problem } from '../../platform/index.js';

/** Pages that began to send a file before the one that sends it now; earlier ones are forgotten. */
const MOST_BEFORE = 100;

/** Which of several pages sends a file: the one that began last, or else they would cut off each other's parts. */
export class PartSenders {
  private current: string | null = null;
  private readonly before = new Set<string>();

  /** Notes who sends a part; null for one without a name. Throws `import-not-ready` where another has begun since. */
  claim(sender: string | null): void {
    if (sender === null || sender === this.current) return;
    if (this.before.has(sender)) throw new Problem('import-not-ready', 'Another tab or window sends this file now.');
    if (this.current !== null) this.before.add(this.current);
    this.current = sender;
    for (const oldest of [...this.before].slice(0, -MOST_BEFORE)) this.before.delete(oldest);
  }
}
