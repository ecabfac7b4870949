/** Runs tasks in the order in which they come: one at a time, as a mutex does, or `atOnce` of them. */
export class TaskQueue {
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  constructor(private readonly atOnce = 1) {}

  /** Tasks that are not over yet; a caller that bounds its queue refuses by it. */
  get size(): number {
    return this.running + this.waiting.length;
  }

  /** Runs `task` in its turn, never before this call returns, and however the tasks before it end. Rejects where it does. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    await this.enter();
    try {
      return await task();
    } finally {
      this.leave();
    }
  }

  /** Resolves when the tasks added so far are over, however they end. For a queue of one task at a time. */
  async settled(): Promise<void> {
    if (this.size > 0) await this.run(() => Promise.resolve());
  }

  private enter(): Promise<void> {
    if (this.running >= this.atOnce) return new Promise((resolve) => this.waiting.push(resolve));
    this.running += 1;
    return Promise.resolve();
  }

  /** The place goes straight to the next task, so that no later one overtakes it. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.running -= 1;
    else next();
  }
}
