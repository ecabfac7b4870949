/**
 * Watches the event loop of this process. What it answers is processor time of the thread, so that a busy machine
 * changes nothing: everyone else's requests wait at least as long as the longest turn.
 */
export class LoopTurns {
  private longestMs = 0;
  private isOver = false;

  private constructor() {
    this.watch(process.threadCpuUsage());
  }

  /** The longest turn of the loop, in milliseconds of processor time, while `work` goes on. */
  static async longestDuring(work: () => Promise<unknown>): Promise<number> {
    const turns = new LoopTurns();
    try {
      await work();
      // The turn in which the answer arrived counts, too.
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
      return turns.longestMs;
    } finally {
      turns.isOver = true;
    }
  }

  private watch(before: NodeJS.CpuUsage): void {
    setImmediate(() => {
      const now = process.threadCpuUsage();
      this.longestMs = Math.max(this.longestMs, (now.user + now.system - before.user - before.system) / 1000);
      if (!this.isOver) this.watch(process.threadCpuUsage());
    });
  }
}
