import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { Clock, EventBus } from '../../platform/index.js';
import { KnownTokens } from './known-tokens.js';

/** What goes on with a token ends so long after the token at the latest. */
const SWEEP_EVERY_MS = 500;

/** Ends what goes on with a token when the token expires, as its revocation would. */
@Injectable()
export class TokenExpiry implements OnApplicationBootstrap, OnModuleDestroy {
  private sweep: NodeJS.Timeout | null = null;
  private sweptUntil: number;

  constructor(
    private readonly tokens: KnownTokens,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {
    this.sweptUntil = clock.now();
  }

  onApplicationBootstrap(): void {
    this.sweep = setInterval(() => this.endExpired(), SWEEP_EVERY_MS).unref();
  }

  onModuleDestroy(): void {
    if (this.sweep !== null) clearInterval(this.sweep);
  }

  private endExpired(): void {
    const now = this.clock.now();
    const expired = this.tokens.expiredBetween(this.sweptUntil, now);
    this.sweptUntil = now;
    for (const { id, userId } of expired) {
      this.events.publish('access.revoked', { user_id: userId, token_id: id, session_id: null });
    }
  }
}
