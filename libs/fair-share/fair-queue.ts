/** The tickets of one key. An idle lane is remembered until virtual time has reached it, so that leaving erases no turn. */
interface Lane<T> {
  readonly weight: number;
  /** Virtual time at which the lane is due: the smallest goes first. */
  pass: number;
  held: number;
  readonly waiting: Ticket<T>[];
}

/** One place in the queue. */
export interface Ticket<T> {
  readonly key: string;
  readonly value: T;
}

/** What bounds a queue. */
export interface FairQueueLimits {
  /** Slots that may be held at once. */
  readonly capacity: number;
  /** Slots that one key may hold at once, even while no other key waits. */
  readonly perKey: number;
  /** Tickets that may wait, of one key and of all. */
  readonly maxWaitingPerKey: number;
  readonly maxWaiting: number;
}

/** Why a ticket was not taken. */
export type QueueRefusal = 'key-full' | 'full';

/**
 * Grants slots in weighted turns over keys, first come first served within a key. It only keeps the order: time,
 * promises and what a slot stands for are the caller's.
 *
 * While other keys wait, a key gets no slot beyond its weighted share of the capacity, rounded up; a slot that only
 * such keys want is granted nevertheless, so that none stays free while a key may have it.
 */
export class FairQueue<T> {
  private readonly lanes = new Map<string, Lane<T>>();
  private virtualTime = 0;
  private heldCount = 0;
  private waitingCount = 0;

  constructor(readonly limits: FairQueueLimits) {}

  /** Slots that are held. */
  get held(): number {
    return this.heldCount;
  }

  /** Tickets that wait. */
  get waiting(): number {
    return this.waitingCount;
  }

  /** Slots that are free. */
  get free(): number {
    return this.limits.capacity - this.heldCount;
  }

  /** Keys with a waiting ticket. */
  get waitingKeys(): string[] {
    return [...this.lanes].filter(([, lane]) => lane.waiting.length > 0).map(([key]) => key);
  }

  heldBy(key: string): number {
    return this.lanes.get(key)?.held ?? 0;
  }

  waitingOf(key: string): number {
    return this.lanes.get(key)?.waiting.length ?? 0;
  }

  /** Adds a ticket behind the others of its key; says why where there is no room. `weight` counts for a new key. */
  enqueue(key: string, value: T, weight = 1): Ticket<T> | QueueRefusal {
    if (this.waitingOf(key) >= this.limits.maxWaitingPerKey) return 'key-full';
    if (this.waitingCount >= this.limits.maxWaiting) return 'full';
    const lane = this.laneOf(key, weight);
    const ticket = { key, value };
    // A key that was away comes in at the present, so that it can neither save turns up nor owe any.
    if (lane.waiting.length === 0) lane.pass = Math.max(lane.pass, this.virtualTime);
    lane.waiting.push(ticket);
    this.waitingCount += 1;
    return ticket;
  }

  /** Takes the ticket whose turn it is out of the queue and counts its slot as held; null where none may have one. */
  next(isEligible: (ticket: Ticket<T>) => boolean = () => true): Ticket<T> | null {
    if (this.free <= 0) return null;
    const choice = this.choice(isEligible);
    if (choice === null) return null;
    const { lane, ticket } = choice;
    lane.waiting.splice(lane.waiting.indexOf(ticket), 1);
    this.waitingCount -= 1;
    this.virtualTime = Math.max(this.virtualTime, lane.pass);
    lane.pass += 1 / lane.weight;
    lane.held += 1;
    this.heldCount += 1;
    this.forgetIdle();
    return ticket;
  }

  /** Removes a ticket whose caller has given up; false when it does not wait. */
  cancel(ticket: Ticket<T>): boolean {
    const lane = this.lanes.get(ticket.key);
    const at = lane?.waiting.indexOf(ticket) ?? -1;
    if (lane === undefined || at === -1) return false;
    lane.waiting.splice(at, 1);
    this.waitingCount -= 1;
    this.forgetIdle();
    return true;
  }

  /** Gives a slot of `key` back. Throws where it holds none. */
  release(key: string): void {
    const lane = this.lanes.get(key);
    if (lane === undefined || lane.held === 0) throw new Error(`${key} holds no slot.`);
    lane.held -= 1;
    this.heldCount -= 1;
    if (this.heldCount + this.waitingCount === 0) this.lanes.clear();
    else this.forgetIdle();
  }

  /** How many tickets are granted up to this one if slots come free one after another, from 1; 0 when it does not wait. */
  place(ticket: Ticket<T>): number {
    const own = this.lanes.get(ticket.key);
    const at = own?.waiting.indexOf(ticket) ?? -1;
    if (own === undefined || at === -1) return 0;
    const due = own.pass + at / own.weight;
    let place = at + 1;
    for (const [key, lane] of this.lanes) {
      if (key !== ticket.key)
        place += Math.min(lane.waiting.length, turnsBefore(lane, due, isBefore(this.lanes, key, ticket.key)));
    }
    return place;
  }

  private choice(isEligible: (ticket: Ticket<T>) => boolean): { lane: Lane<T>; ticket: Ticket<T> } | null {
    let withinShare: { lane: Lane<T>; ticket: Ticket<T> } | null = null;
    let beyondShare: { lane: Lane<T>; ticket: Ticket<T> } | null = null;
    const slotsPerWeight = this.limits.capacity / this.weightOfActive();
    for (const lane of this.lanes.values()) {
      if (lane.waiting.length === 0 || lane.held >= this.limits.perKey) continue;
      const ticket = lane.waiting.find(isEligible);
      if (ticket === undefined) continue;
      if (lane.held < Math.ceil(slotsPerWeight * lane.weight)) withinShare = earlier(withinShare, { lane, ticket });
      else beyondShare = earlier(beyondShare, { lane, ticket });
    }
    return withinShare ?? beyondShare;
  }

  private weightOfActive(): number {
    let weights = 0;
    for (const lane of this.lanes.values()) if (!isIdle(lane)) weights += lane.weight;
    return weights;
  }

  private laneOf(key: string, weight: number): Lane<T> {
    const known = this.lanes.get(key);
    if (known !== undefined) return known;
    const lane: Lane<T> = { weight, pass: this.virtualTime, held: 0, waiting: [] };
    this.lanes.set(key, lane);
    return lane;
  }

  private forgetIdle(): void {
    for (const [key, lane] of this.lanes) if (isIdle(lane) && lane.pass <= this.virtualTime) this.lanes.delete(key);
  }
}

function isIdle({ held, waiting }: { readonly held: number; readonly waiting: readonly unknown[] }): boolean {
  return held === 0 && waiting.length === 0;
}

/** The lane that came first stays where both are due at the same time. */
function earlier<T>(
  known: { lane: Lane<T>; ticket: Ticket<T> } | null,
  other: { lane: Lane<T>; ticket: Ticket<T> },
): { lane: Lane<T>; ticket: Ticket<T> } {
  return known === null || other.lane.pass < known.lane.pass ? other : known;
}

/** How many turns of a lane come before virtual time `due`; those at `due` itself where the lane goes first. */
function turnsBefore<T>(lane: Lane<T>, due: number, goesFirst: boolean): number {
  const turns = (due - lane.pass) * lane.weight;
  if (turns < 0) return 0;
  return goesFirst ? Math.floor(turns) + 1 : Math.ceil(turns);
}

function isBefore(lanes: ReadonlyMap<string, unknown>, key: string, other: string): boolean {
  for (const one of lanes.keys()) if (one === key || one === other) return one === key;
  return false;
}
