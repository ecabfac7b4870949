import type { ReaderLoad } from '../../data-reader.js';
import type { InteractivePriority } from './interactive-priority.js';
import type { ReaderClient } from './reader-client.js';

/** What lines are made of. */
export interface LinesContext {
  /** Lines at most. */
  readonly max: number;
  /** Who comes first. */
  readonly priority?: InteractivePriority;
  /** Milliseconds after which an unused line is closed. */
  readonly idleMs: number;
  /** Opens one; rejects with why that is not possible. */
  readonly open: () => Promise<ReaderClient>;
  /** Whether a line may hold what its last use left behind, although it was reset. */
  readonly mayHoldState: (client: ReaderClient) => Promise<boolean>;
}

const LOOK_AGAIN_MS = 25;

interface Waiter {
  readonly since: number;
  readonly resolve: () => void;
}

/**
 * A few lines that are opened on demand, lent one at a time, first come first served. A caller that gives up waiting leaves the
 * queue at once, so that what a browser no longer wants costs nothing.
 */
export class ReaderLines {
  readonly #idle: ReaderClient[] = [];
  readonly #all = new Set<ReaderClient>();
  readonly #waiters = new Set<Waiter>();
  readonly #lastOwners = new WeakMap<ReaderClient, string>();
  #busy = 0;
  #timer: NodeJS.Timeout | null = null;
  #looking: NodeJS.Timeout | null = null;

  constructor(private readonly context: LinesContext) {}

  /**
   * Works with a line, one that keeps statements for `owner` where there is a choice; `isFresh` where it was opened for
   * this. Throws the signal's reason while it waits.
   */
  async use<T>(
    owner: string | null,
    signal: AbortSignal,
    work: (client: ReaderClient, isFresh: boolean) => Promise<T>,
  ): Promise<T> {
    await this.#turn(signal);
    try {
      const idle = await this.#cleanFor(owner, this.#takeIdle(owner));
      const client = idle ?? (await this.#open());
      if (owner === null) this.#lastOwners.delete(client);
      else this.#lastOwners.set(client, owner);
      try {
        return await work(client, idle === undefined);
      } finally {
        this.#putBack(client);
      }
    } finally {
      this.#busy -= 1;
      this.#next();
    }
  }

  load(): ReaderLoad {
    return { max: this.context.max, open: this.#all.size, busy: this.#busy, waiting: this.#waiters.size };
  }

  /** Closes idle lines, without a goodbye. */
  dropIdle(): void {
    for (const client of this.#idle.splice(0)) client.destroy();
  }

  /** Cuts every line; the next use opens new ones. */
  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#idle.length = 0;
    for (const client of this.#all) client.destroy();
    this.#all.clear();
  }

  async #turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const since = this.context.priority?.now() ?? 0;
    if (this.#busy < this.#allowed(since)) {
      this.#busy += 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<null>();
    const waiter = { since, resolve: () => resolve(null) };
    const giveUp = (): void => {
      this.#waiters.delete(waiter);
      reject(signal.reason);
    };
    this.#waiters.add(waiter);
    if (this.#busy < this.context.max) this.#lookAgain();
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      await promise;
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }

  /** Hands places to those who wait longest. */
  #next(): void {
    for (const waiter of this.#waiters) {
      if (this.#busy >= this.#allowed(waiter.since)) break;
      this.#waiters.delete(waiter);
      this.#busy += 1;
      waiter.resolve();
    }
    if (this.#waiters.size > 0 && this.#busy < this.context.max) this.#lookAgain();
  }

  #allowed(since: number): number {
    const { max, priority } = this.context;
    return priority?.lines(max, since) ?? max;
  }

  /** No one reports when there is no need to make room any more. */
  #lookAgain(): void {
    if (this.#looking) return;
    this.#looking = setTimeout(() => {
      this.#looking = null;
      this.#next();
    }, LOOK_AGAIN_MS);
  }

  /** An idle line: one of the owner's, or else one that keeps nothing, or else the one that was used last. */
  #takeIdle(owner: string | null): ReaderClient | undefined {
    const alive = this.#idle.filter((client) => !client.hasEnded);
    const isOf = (whose: string | null) => (client: ReaderClient) => client.kept.isOf(whose);
    const taken = alive.findLast(isOf(owner)) ?? alive.findLast(isOf(null)) ?? alive.at(-1);
    this.#idle.splice(0, Infinity, ...alive.filter((client) => client !== taken));
    return taken;
  }

  /** A line that holds nothing of another owner; one that may is closed. */
  async #cleanFor(owner: string | null, client: ReaderClient | undefined): Promise<ReaderClient | undefined> {
    if (client === undefined || (owner !== null && this.#lastOwners.get(client) === owner)) return client;
    if (!(await this.context.mayHoldState(client).catch(() => true))) return client;
    this.#all.delete(client);
    client.destroy();
    return undefined;
  }

  async #open(): Promise<ReaderClient> {
    const client = await this.context.open();
    this.#all.add(client);
    void client.ended.then(() => this.#all.delete(client));
    return client;
  }

  #putBack(client: ReaderClient): void {
    if (client.hasEnded || !this.#all.has(client)) this.#all.delete(client);
    else this.#idle.push(client);
    this.#timer ??= setTimeout(() => this.#closeIdle(), this.context.idleMs).unref();
  }

  #closeIdle(): void {
    this.#timer = null;
    if (this.#busy > 0) {
      this.#timer = setTimeout(() => this.#closeIdle(), this.context.idleMs).unref();
      return;
    }
    for (const client of this.#idle.splice(0)) {
      this.#all.delete(client);
      void client.end().catch(() => undefined);
    }
  }
}
