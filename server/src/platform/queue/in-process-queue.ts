import type { State } from '../state/state.js';
import type { JobQueue, QueueLimits, QueueWorker, QueuedWork } from './job-queue.js';

/** The queue of a single process: what waits is written down by those who push, who push it again after a restart. */
export class InProcessQueue implements JobQueue {
  readonly isShared = false;
  private readonly waiting = new Map<string, QueuedWork>();
  private readonly running = new Map<string, Promise<void>>();
  private readonly byLane = new Map<string, number>();
  private worker: QueueWorker | null = null;

  constructor(
    private readonly state: State,
    private readonly limits: QueueLimits,
  ) {}

  start(worker: QueueWorker): Promise<void> {
    this.worker = worker;
    this.handOver();
    return Promise.resolve();
  }

  push(work: readonly QueuedWork[]): Promise<void> {
    this.state.afterCommit(() => {
      for (const one of work) if (!this.running.has(one.id) && !this.waiting.has(one.id)) this.waiting.set(one.id, one);
      this.handOver();
    });
    return Promise.resolve();
  }

  remove(id: string): Promise<boolean> {
    return Promise.resolve(this.waiting.delete(id));
  }

  holds(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return Promise.resolve(new Set(ids.filter((id) => this.waiting.has(id) || this.running.has(id))));
  }

  async stop(): Promise<void> {
    this.worker = null;
    await Promise.all(this.running.values());
  }

  /** What belongs to a busy lane waits without holding up what is behind it. */
  private handOver(): void {
    for (const one of this.waiting.values()) {
      if (this.worker === null || this.running.size >= this.limits.overall) return;
      if (this.busyIn(one) >= this.limits.perLane) continue;
      this.waiting.delete(one.id);
      this.running.set(one.id, this.work(one, this.worker));
    }
  }

  private async work(one: QueuedWork, worker: QueueWorker): Promise<void> {
    this.count(one, 1);
    try {
      // Not before `running` knows of it.
      await Promise.resolve();
      await worker(one.id);
    } catch {
      // A worker reports its own failures; the place is free again.
    } finally {
      this.count(one, -1);
      this.running.delete(one.id);
      this.handOver();
    }
  }

  private busyIn({ lane }: QueuedWork): number {
    return lane === null ? 0 : (this.byLane.get(lane) ?? 0);
  }

  private count({ lane }: QueuedWork, change: number): void {
    if (lane === null) return;
    const count = (this.byLane.get(lane) ?? 0) + change;
    if (count === 0) this.byLane.delete(lane);
    else this.byLane.set(lane, count);
  }
}
