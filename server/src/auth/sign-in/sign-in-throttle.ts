import { Injectable } from '@nestjs/common';
import { ACCOUNT_LIMIT, ADDRESS_LIMIT, addressKey, beginAttempt, takeBackAttempt } from '#libs/access';
import type { Attempts, ThrottleLimit } from '#libs/access';
import { Clock, EventBus, Problem, State } from '../../platform/index.js';
import { performed } from '../performed.js';

/** More accounts and addresses than this are not remembered; the oldest are forgotten first. */
const REMEMBERED = 50_000;

/** An attempt to sign in that is under way. */
export interface SignInAttempt {
  /** It was no failure: the account begins anew, and the address has one less. */
  succeed(): void;
}

/** Slows down whoever guesses: by account, and by address. */
@Injectable()
export class SignInThrottle {
  private readonly known = new Map<string, Attempts>();

  constructor(
    private readonly clock: Clock,
    private readonly events: EventBus,
    private readonly state: State,
  ) {}

  /**
   * Counts an attempt on an account (null: on none in particular) from an address. Throws `too-many-requests` with the
   * time to wait.
   */
  async begin(account: string | null, address: string): Promise<SignInAttempt> {
    const addressId = `address ${addressKey(address)}`;
    const accountId = account === null ? null : `account ${account}`;
    await this.count(addressId, ADDRESS_LIMIT);
    if (accountId !== null) await this.count(accountId, ACCOUNT_LIMIT);
    return { succeed: () => this.takeBack(addressId, accountId) };
  }

  private async count(id: string, limit: ThrottleLimit): Promise<void> {
    const verdict = beginAttempt(this.known.get(id), limit, this.clock.now());
    this.known.set(id, verdict.attempts);
    for (const oldest of this.known.keys()) {
      if (this.known.size <= REMEMBERED) break;
      this.known.delete(oldest);
    }
    if (verdict.kind === 'allowed') return;
    if (verdict.isFirst) await this.tell(id);
    const { retryAfterMs } = verdict;
    throw new Problem('too-many-requests', 'Too many sign-ins failed. Wait before the next one.', { retryAfterMs });
  }

  private takeBack(addressId: string, accountId: string | null): void {
    if (accountId !== null) this.known.delete(accountId);
    const less = takeBackAttempt(this.known.get(addressId));
    if (less === undefined) this.known.delete(addressId);
    else this.known.set(addressId, less);
  }

  private async tell(id: string): Promise<void> {
    const [kind = '', ...name] = id.split(' ');
    const object = { kind, id: name.join(' '), name: null };
    await this.state.transaction(() => {
      this.events.publish('action.performed', performed(null, 'auth.throttled', object, { outcome: 'denied' }));
      return Promise.resolve();
    });
  }
}
