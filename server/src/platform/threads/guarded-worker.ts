import { Worker } from 'node:worker_threads';
import type { WorkerOptions } from 'node:worker_threads';
import { TaskQueue } from '#libs/async';
import { Problem } from '../problems/problem.js';

/** A request whose thread has more than this on its heap is given up, as soon as that is seen. */
const MOST_HEAP_BYTES = 512 * 1024 ** 2;
const LOOK_EVERY_MS = 50;
/** V8 ends the whole process where a thread meets its limit inside of one long call, so it must not get there. */
const HEAP_LIMIT_MEBIBYTES = 4096;

export interface GuardedWorkerOptions {
  /** Answers each message with one. */
  readonly program: URL;
  /** A request that takes longer is given up, and its thread with it. */
  readonly patienceMs: number;
  /** The same for the first request of a thread: starting takes a part of a second, more on a busy machine. */
  readonly startPatienceMs: number;
  /** Requests that wait; with more of them no answer comes in time. */
  readonly maxWaiting?: number;
  readonly worker?: WorkerOptions;
}

/**
 * One thread that answers requests, one at a time. It starts with the first one; a request that keeps it busy or breaks
 * it ends the thread and nothing else.
 */
export class GuardedWorker<Request, Answer> {
  private worker: Worker | null = null;
  private readonly requests = new TaskQueue();
  private isClosed = false;

  constructor(private readonly options: GuardedWorkerOptions) {}

  /** Requests that are not answered yet. */
  get load(): number {
    return this.requests.size;
  }

  /**
   * Answers a request in its turn. Throws `text-too-hard` where it takes too long or breaks the thread, and
   * `too-many-requests` where too many wait already.
   */
  ask(request: Request): Promise<Answer> {
    if (this.requests.size >= (this.options.maxWaiting ?? Infinity)) {
      throw new Problem('too-many-requests', 'Too many long texts are being read. Try again in a moment.');
    }
    return this.requests.run(() => this.askNow(request));
  }

  /** Ends the thread for good. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.end();
  }

  private async askNow(request: Request): Promise<Answer> {
    if (this.isClosed) throw new Problem('shutting-down');
    const { patienceMs, startPatienceMs } = this.options;
    const isNew = this.worker === null;
    const worker = (this.worker ??= this.start());
    const { promise, resolve } = Promise.withResolvers<Answer | null>();
    const timer = setTimeout(() => resolve(null), isNew ? startPatienceMs : patienceMs);
    const giveUp = (): void => resolve(null);
    worker.once('message', resolve).once('error', giveUp).once('exit', giveUp).once('messageerror', giveUp);
    const stopWatching = watchHeap(worker, giveUp);
    worker.postMessage(request);
    const answer = await promise;
    clearTimeout(timer);
    stopWatching();
    worker.off('message', resolve).off('error', giveUp).off('exit', giveUp).off('messageerror', giveUp);
    if (answer !== null) return answer;
    await this.end();
    throw new Problem('text-too-hard');
  }

  private start(): Worker {
    const { program, worker: options } = this.options;
    const resourceLimits = { maxOldGenerationSizeMb: HEAP_LIMIT_MEBIBYTES };
    const worker = new Worker(program, { resourceLimits, execArgv: [], ...options });
    worker.unref();
    // Without a listener an error of the thread would be the server's.
    worker.on('error', () => undefined);
    return worker;
  }

  private async end(): Promise<void> {
    const { worker } = this;
    this.worker = null;
    await worker?.terminate();
  }
}

/** Calls `onLarge` once the heap of a thread is too large; returns how to stop looking. */
function watchHeap(worker: Worker, onLarge: () => void): () => void {
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    // A thread that has ended has no heap.
    const used = await worker.getHeapStatistics().then(
      ({ used_heap_size }) => used_heap_size,
      () => 0,
    );
    isLooking = false;
    if (used > MOST_HEAP_BYTES) onLarge();
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  return () => clearInterval(timer);
}
