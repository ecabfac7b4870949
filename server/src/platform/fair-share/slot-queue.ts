import { FairQueue } from '#libs/fair-share';
import type { FairQueueLimits, QueueRefusal } from '#libs/fair-share';

/** Why no slot was granted: the queue is full, of one key or of all, or the wait took too long. */
export type SlotRefusal = QueueRefusal | 'timeout';

/** Thrown in place of a slot. */
export class SlotRefused extends Error {
  constructor(readonly reason: SlotRefusal) {
    super(`No slot was granted: ${reason}.`);
    this.name = 'SlotRefused';
  }
}

/** A slot that is held. */
export interface Slot {
  /** Gives it back; a second call does nothing. */
  release(): void;
}

/** A wait for a slot, for as long as it lasts. */
export interface SlotWait {
  /** 1 for the one that is next. */
  place(): number;
}

/** What is asked of a queue. */
export interface SlotRequest<T> {
  readonly key: string;
  readonly value: T;
  readonly weight?: number;
  readonly signal: AbortSignal;
  /** Milliseconds; left out, as long as it takes. */
  readonly waitMs?: number | undefined;
  /** Called when the wait begins, and with null when it is over. */
  readonly onWait?: ((wait: SlotWait | null) => void) | undefined;
}

/** What ends a wait before its turn. */
interface WaitBounds {
  readonly signal: AbortSignal;
  readonly waitMs: number | undefined;
  readonly giveUp: (error: Error) => void;
  readonly onOver: () => void;
}

/** One request until it is granted or given up. */
class Waiting<T> {
  isOver = false;
  private timer: NodeJS.Timeout | undefined;
  private bounds: WaitBounds | null = null;

  constructor(
    readonly value: T,
    private readonly resolve: () => void,
  ) {}

  begin(bounds: WaitBounds): void {
    this.bounds = bounds;
    const { waitMs, signal, giveUp } = bounds;
    if (waitMs !== undefined) this.timer = setTimeout(() => giveUp(new SlotRefused('timeout')), waitMs);
    signal.addEventListener('abort', this.onAbort, { once: true });
  }

  grant(): void {
    this.end();
    this.resolve();
  }

  end(): void {
    this.isOver = true;
    clearTimeout(this.timer);
    this.bounds?.signal.removeEventListener('abort', this.onAbort);
    this.bounds?.onOver();
    this.bounds = null;
  }

  private readonly onAbort = (): void => this.bounds?.giveUp(this.bounds.signal.reason as Error);
}

/** A `FairQueue` whose slots are waited for. */
export class SlotQueue<T> {
  private readonly queue: FairQueue<Waiting<T>>;

  /** `isEligible`: whether a waiting request may be granted now; call `pump` when that may have changed. */
  constructor(
    limits: FairQueueLimits,
    private readonly isEligible: (value: T) => boolean = () => true,
    private readonly onGranted: (value: T) => void = () => undefined,
  ) {
    this.queue = new FairQueue(limits);
  }

  get held(): number {
    return this.queue.held;
  }

  get waiting(): number {
    return this.queue.waiting;
  }

  get waitingKeys(): string[] {
    return this.queue.waitingKeys;
  }

  heldBy(key: string): number {
    return this.queue.heldBy(key);
  }

  /** Waits for a slot. Rejects with `SlotRefused`, and with the signal's reason when it is aborted. */
  acquire({ key, value, weight, signal, waitMs, onWait }: SlotRequest<T>): Promise<Slot> {
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    const { promise, resolve, reject } = Promise.withResolvers<Slot>();
    const wait = new Waiting(value, () => resolve(this.slotOf(key)));
    const ticket = this.queue.enqueue(key, wait, weight);
    if (typeof ticket === 'string') return Promise.reject(new SlotRefused(ticket));
    this.pump();
    if (wait.isOver) return promise;
    const giveUp = (error: Error): void => {
      wait.end();
      this.queue.cancel(ticket);
      this.pump();
      reject(error);
    };
    wait.begin({ signal, waitMs, giveUp, onOver: () => onWait?.(null) });
    onWait?.({ place: () => this.queue.place(ticket) });
    return promise;
  }

  /** Grants what may be granted. */
  pump(): void {
    for (;;) {
      const ticket = this.queue.next(({ value }) => this.isEligible(value.value));
      if (ticket === null) return;
      this.onGranted(ticket.value.value);
      ticket.value.grant();
    }
  }

  private slotOf(key: string): Slot {
    let isHeld = true;
    return {
      release: () => {
        if (!isHeld) return;
        isHeld = false;
        this.queue.release(key);
        this.pump();
      },
    };
  }
}
