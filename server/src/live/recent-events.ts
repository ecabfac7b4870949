import { briefEvent } from '#libs/events';
import type { BriefEventMap, BrowserEvent, EventMap } from '#libs/events';

/** An event with its place in the order of this process. */
export interface RecentEvent {
  readonly id: string;
  readonly name: BrowserEvent;
  readonly payload: BriefEventMap[BrowserEvent];
  /** The payload as JSON, for all who get it as it is. */
  readonly data: string;
}

/** Events kept for streams that come back; a browser that was away for longer loads its lists again. */
export const KEPT_EVENTS = 1_000;

/**
 * The newest events of this process, oldest first. An id is `<epoch>.<number>`; the epoch names the process, so that an
 * id of another process, or of this one before a restart, is never taken for one of its own.
 */
export class RecentEvents {
  private readonly kept: RecentEvent[] = [];
  private count = 0;

  constructor(
    private readonly epoch: string,
    private readonly capacity = KEPT_EVENTS,
  ) {}

  /** The id of the newest event; number 0 before the first. */
  get lastId(): string {
    return `${this.epoch}.${this.count}`;
  }

  add<N extends BrowserEvent>(name: N, full: EventMap[N]): RecentEvent {
    this.count++;
    const payload = briefEvent(name, full);
    const event = { id: this.lastId, name, payload, data: JSON.stringify(payload) };
    this.kept.push(event);
    if (this.kept.length > this.capacity) this.kept.shift();
    return event;
  }

  /** The events after the one with that id; null when some of them are no longer known, or the id is not from here. */
  since(id: string): readonly RecentEvent[] | null {
    const [epoch, digits = ''] = id.split('.');
    if (epoch !== this.epoch || !/^\d{1,15}$/.test(digits)) return null;
    const missed = this.count - Number(digits);
    if (missed < 0 || missed > this.kept.length) return null;
    return missed === 0 ? [] : this.kept.slice(-missed);
  }
}
