/** Something that waits for its turn. */
export interface QueuedWork {
  /** Unique within the queue. */
  readonly id: string;
  /** Work of one lane shares its places; null has no such limit. */
  readonly lane: string | null;
}

/** Does what is queued under an id; resolves when that has ended, whatever the end. */
export type QueueWorker = (id: string) => Promise<void>;

/** How much may go on at once. */
export interface QueueLimits {
  /** In this process. */
  readonly overall: number;
  /** In all processes that share the queue. */
  readonly perLane: number;
}

/**
 * Hands each piece of work to a worker, in order, no more at a time than there are places. Work is handed over once; again
 * only where the process that had it is gone, so a worker finds out for itself what has become of its work.
 */
export interface JobQueue {
  /** Whether other processes take from it, too: then it remembers what waits, and what was left is handed over again. */
  readonly isShared: boolean;
  /** From now on work is handed to `worker`. */
  start(worker: QueueWorker): Promise<void>;
  /** Queues work, what is there already aside; inside a state transaction it is handed over after its commit, or never. */
  push(work: readonly QueuedWork[]): Promise<void>;
  /** Takes work back that has not been handed over; false where it has been, or was never there. */
  remove(id: string): Promise<boolean>;
  /** Of some ids those whose work waits or goes on, in any process; inside a state transaction that stays true until it ends. */
  holds(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Hands over nothing more and resolves when what was handed over here has ended. */
  stop(): Promise<void>;
}
