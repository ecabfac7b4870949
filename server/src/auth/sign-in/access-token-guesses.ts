import { Injectable } from '@nestjs/common';
import { OWN_POLICY, beginAttempt } from '#libs/access';
import type { Attempts } from '#libs/access';
import { Clock, EventBus, Problem } from '../../platform/index.js';

/** More addresses than this are not remembered; the oldest are forgotten first. */
const REMEMBERED = 10_000;

/**
 * Slows down guesses of the access token in `Authorization`, by address. It counts in memory, since every request of a
 * program passes here; other processes hear of each failure.
 */
@Injectable()
export class AccessTokenGuesses {
  private readonly known = new Map<string, Attempts>();

  constructor(
    private readonly clock: Clock,
    private readonly events: EventBus,
  ) {
    events.subscribe('auth.access_token_guessed', ({ address }) => this.count(address));
  }

  /** Throws `too-many-requests` while the address has to wait, also for the right token. */
  refuseWhileDelayed(address: string): void {
    const retryAfterMs = (this.known.get(address)?.blockedUntil ?? 0) - this.clock.now();
    if (retryAfterMs <= 0) return;
    throw new Problem('too-many-requests', 'Too many invalid access tokens. Wait before the next one.', {
      retryAfterMs,
    });
  }

  /** Counts a wrong token on every process. */
  countFailure(address: string): void {
    this.events.publish('auth.access_token_guessed', { address });
  }

  private count(address: string): void {
    const verdict = beginAttempt(this.known.get(address), OWN_POLICY, this.clock.now());
    if (verdict.kind === 'refused') return;
    this.known.delete(address);
    this.known.set(address, verdict.attempts);
    for (const oldest of this.known.keys()) {
      if (this.known.size <= REMEMBERED) break;
      this.known.delete(oldest);
    }
  }
}
