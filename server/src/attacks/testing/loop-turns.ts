/** Between two looks at the processor time: much less than any limit on a turn, and the loop can rest meanwhile. */
const LOOK_MS = 2;

/**
 * Watches the event loop of this process. What it answers is processor time of the thread, so that a busy machine
 * changes nothing: everyone else's requests wait at least as long as the longest turn.
 */
export class LoopTurns {
  private longestMs = 0;
  private before = process.threadCpuUsage();
  private readonly timer: NodeJS.Timeout;

  private constructor() {
    this.timer = setInterval(() => this.look(), LOOK_MS);
  }

  /**
   * The longest turn of the loop, in milliseconds of processor time, while `work` goes on. Short turns between two
   * looks count as one, so it is never less than the longest turn, and more by `LOOK_MS` at most.
   */
  static async longestDuring(work: () => Promise<unknown>): Promise<number> {
    const turns = new LoopTurns();
    try {
      await work();
      // The turn in which the answer arrived counts, too.
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
      turns.look();
      return turns.longestMs;
    } finally {
      clearInterval(turns.timer);
    }
  }

  /** Timers run between turns, so each turn is in one measurement as a whole. */
  private look(): void {
    const { user, system } = process.threadCpuUsage(this.before);
    this.longestMs = Math.max(this.longestMs, (user + system) / 1000);
    this.before = process.threadCpuUsage();
  }
}
