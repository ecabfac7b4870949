import { ABORTED } from '#libs/async';
/**
 * Something that is found out about every row of a spool, in the order of the rows, while requests wait for parts of it.
 * It goes on behind an answer; when the last request that waits for it ends unanswered, it stops until it is needed again.
 */
export abstract class SpoolScan {
  protected decided = 0;
  private waiting = 0;
  private work: Promise<void> | null = null;
  private abort = new AbortController();
  private readonly checks = new Set<() => void>();

  /** `readableRows` are the rows that can be decided now. */
  protected constructor(private readonly readableRows: () => number) {}

  /** Rows that are decided so far, from the first one on. */
  get decidedRows(): number {
    return this.decided;
  }

  /** True when nothing is left of the rows that are there. */
  get isDecided(): boolean {
    return this.decided >= this.readableRows();
  }

  /** True while no request waits for it. */
  get isIdle(): boolean {
    return this.waiting === 0;
  }

  /** Resolves when `isEnough`, or all rows are decided. Throws when `signal` is aborted, and what kept rows from being read. */
  async until(isEnough: () => boolean, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.isDecided) return;
    const work = this.start();
    if (isEnough()) return;
    this.waiting += 1;
    const ended = Promise.withResolvers<undefined>();
    const check = (): void => (isEnough() ? ended.resolve(undefined) : undefined);
    const stop = (): void => ended.resolve(undefined);
    this.checks.add(check);
    signal.addEventListener('abort', stop, { once: true });
    try {
      await Promise.race([work, ended.promise]);
    } finally {
      this.checks.delete(check);
      signal.removeEventListener('abort', stop);
      this.waiting -= 1;
      if (signal.aborted && this.waiting === 0) this.stop();
    }
    signal.throwIfAborted();
  }

  /** Stops what is being decided. What waits for it rejects. */
  stop(): void {
    this.abort.abort(ABORTED);
  }

  /** Decides the rows from `decided` on, as far as they can be read now. Throws when `signal` is aborted. */
  protected abstract decide(signal: AbortSignal): Promise<void>;

  /** Lets requests go for which it is enough. */
  protected progressed(): void {
    for (const check of this.checks) check();
  }

  private start(): Promise<void> {
    if (this.work !== null && !this.abort.signal.aborted) return this.work;
    const { signal } = (this.abort = new AbortController());
    const stopped = this.work?.catch(() => undefined) ?? Promise.resolve();
    const work: Promise<void> = stopped
      .then(() => this.decide(signal))
      .finally(() => {
        if (this.work === work) this.work = null;
      });
    // It may go on when no request waits any more.
    work.catch(() => undefined);
    this.work = work;
    return work;
  }
}
