import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { Clock, EventBus } from '../../platform/index.js';
import { KnownTokens } from './known-tokens.js';
import type { KnownToken } from './known-tokens.js';

/** What goes on with a token ends so long after the token at the latest. */
const SWEEP_EVERY_MS = 500;

/** Ends what goes on with a token when the token expires, as its revocation would. */
@Injectable()
export class TokenExpiry implements OnApplicationBootstrap, OnModuleDestroy {
  private sweep: NodeJS.Timeout | null = null;
  /** The end of each token whose expiry was announced, in milliseconds since the epoch; a later end is announced again. */
  private announced = new Map<string, number | null>();

  constructor(
    private readonly tokens: KnownTokens,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    // Nothing goes on with what expired before the start.
    this.takeExpired();
    this.sweep = setInterval(() => this.endExpired(), SWEEP_EVERY_MS).unref();
  }

  onModuleDestroy(): void {
    if (this.sweep !== null) clearInterval(this.sweep);
  }

  private endExpired(): void {
    for (const { id, userId } of this.takeExpired()) {
      this.events.publish('access.revoked', { user_id: userId, token_id: id, session_id: null });
    }
  }

  /** Expired tokens that are not announced yet. */
  private takeExpired(): KnownToken[] {
    const before = this.announced;
    const expired = this.tokens.expiredAt(this.clock.now());
    this.announced = new Map(expired.map(({ id, expiresAt }) => [id, expiresAt]));
    return expired.filter(({ id, expiresAt }) => before.get(id) !== expiresAt);
  }
}
