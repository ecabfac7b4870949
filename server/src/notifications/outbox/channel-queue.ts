import { FAILURES_BEFORE_REST, fullAllowance, refilled, waitForOne } from '#libs/notifications';
import type { Allowance } from '#libs/notifications';
import type { ChannelFields } from '../channels/channel.entity.js';
import type { DeliveryFields } from './outbox.entity.js';

/** As many connections as one receiver is asked to serve; each message has its own, so that none waits for another. */
const AT_ONCE = 8;
const AT_ONCE_IN_CHAT = 2;

/** The messages on their way to one channel. */
export class ChannelQueue {
  /** Fetched and not sent yet, oldest first. */
  queue: DeliveryFields[] = [];
  /** Everything that was fetched and whose result is not written down yet. */
  readonly held = new Set<string>();
  sending = 0;
  /** Whether there may be more to fetch. */
  mayHaveDue = true;
  private allowance: Allowance | null = null;

  constructor(readonly channelId: string) {}

  /** Whether nothing is fetched, under way, or still to be written down. */
  get isEmpty(): boolean {
    return this.queue.length === 0 && this.held.size === 0 && this.sending === 0;
  }

  /** Leaves what is fetched and not sent to the state, from which it is fetched again. */
  drop(): void {
    for (const { id } of this.queue) this.held.delete(id);
    this.queue = [];
    this.mayHaveDue = true;
  }

  /** How many may be sent now, beside those under way: one at a time where the last ones failed. */
  room({ failures }: Pick<ChannelFields, 'failures'>, perMinute: number | null): number {
    if (failures >= FAILURES_BEFORE_REST) return 1 - this.sending;
    return (perMinute === null ? AT_ONCE : AT_ONCE_IN_CHAT) - this.sending;
  }

  /** Milliseconds until the service takes one more; 0 for now. */
  wait(perMinute: number | null, now: number): number {
    if (perMinute === null) return 0;
    const { allowance } = this;
    this.allowance = allowance === null ? fullAllowance(perMinute, now) : refilled(allowance, perMinute, now);
    return waitForOne(this.allowance, perMinute);
  }

  /** How many messages may go out at once before the service refuses more; null for any number. */
  get tokens(): number | null {
    return this.allowance === null ? null : Math.floor(this.allowance.tokens);
  }

  /** Counts one message. */
  take(): void {
    if (this.allowance !== null) this.allowance = { ...this.allowance, tokens: this.allowance.tokens - 1 };
  }
}
