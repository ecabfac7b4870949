import { pinnedSessionLimit } from '#libs/sessions';
import { SlotQueue } from '../../platform/index.js';
import type { Slot, SlotRequest } from '../../platform/index.js';

/** Sessions that tabs may hold where a connection has no pool: each costs memory, with SQLite a process. */
const TABS_WITHOUT_POOL = 16;
/** Statements that may wait for one connection. */
const MAX_WAITING = 10_000;

/** A session that is open and idle and holds nothing: a run that needs its place may have it. */
export interface ParkedSession {
  /** Gives the session back. Never rejects. */
  readonly close: () => void;
}

/** What a session is for. */
export interface SessionUse {
  /** A tab keeps its session while it holds a transaction or settings. */
  readonly isTab: boolean;
  /** The tab's own parked session, which is then used again. */
  readonly parked: ParkedSession | null;
}

/** How a connection's sessions are shared. */
export interface SessionQueueLimits {
  /** Clients of the connection's pool; undefined where it has none. */
  readonly poolMax: number | undefined;
  readonly perPerson: (capacity: number) => number;
  readonly maxWaitingPerPerson: number;
}

/**
 * The sessions of one connection, granted in turns over people. Parked sessions count as free; the one parked longest is
 * closed where its place is needed.
 */
export class SessionQueue {
  readonly capacity: number;
  private readonly tabLimit: number;
  private readonly queue: SlotQueue<SessionUse>;
  /** The one parked longest is the first. */
  private readonly parked = new Set<ParkedSession>();
  private tabs = 0;

  constructor({ poolMax, perPerson, maxWaitingPerPerson }: SessionQueueLimits) {
    this.capacity = poolMax ?? TABS_WITHOUT_POOL + 1;
    this.tabLimit = pinnedSessionLimit(this.capacity);
    this.queue = new SlotQueue<SessionUse>(
      {
        capacity: this.capacity,
        perKey: perPerson(this.capacity),
        maxWaitingPerKey: maxWaitingPerPerson,
        maxWaiting: MAX_WAITING,
      },
      ({ isTab }) => !isTab || this.tabs < this.tabLimit,
      (use) => this.granted(use),
    );
  }

  get waiting(): number {
    return this.queue.waiting;
  }

  /** People who wait. */
  get waitingPeople(): number {
    return this.queue.waitingKeys.length;
  }

  heldBy(key: string): number {
    return this.queue.heldBy(key);
  }

  /** Waits for a session's place; throws as `SlotQueue.acquire` does. */
  async acquire(request: SlotRequest<SessionUse>): Promise<Slot> {
    const slot = await this.queue.acquire(request);
    if (!request.value.isTab) return slot;
    let isHeld = true;
    return {
      release: () => {
        if (isHeld) this.tabs -= 1;
        isHeld = false;
        slot.release();
      },
    };
  }

  /** Keeps an idle session ready as long as its place is not needed; its slot is to be released after this. */
  park(session: ParkedSession): void {
    this.parked.add(session);
  }

  /** Forgets a parked session that is used again, or over. */
  unpark(session: ParkedSession): void {
    this.parked.delete(session);
  }

  private granted({ isTab, parked }: SessionUse): void {
    if (isTab) this.tabs += 1;
    if (parked !== null && this.parked.delete(parked)) return;
    if (this.queue.held + this.parked.size <= this.capacity) return;
    const [oldest] = this.parked;
    if (oldest === undefined) return;
    this.parked.delete(oldest);
    // Behind the one that was granted: its session then waits at the pool, and its first statement takes the reset along.
    setImmediate(() => oldest.close());
  }
}
