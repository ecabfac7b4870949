import { Injectable } from '@nestjs/common';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { SYSTEM_ACTOR } from '#libs/access';
import { rolledBackMessage, sessionStep } from '#libs/sessions';
import { ConnectionsQueries } from '../../connections/index.js';
import { Clock, EventBus } from '../../platform/index.js';
import { OpenSessions } from './open-sessions.js';
import type { PinnedSession } from './pinned-session.js';

const LOOK_EVERY_MS = 5_000;

/** Ends the sessions whose time has come, or whose database or connection is gone. */
@Injectable()
export class SessionExpiry implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private stopListening: () => void = () => undefined;

  constructor(
    private readonly open: OpenSessions,
    private readonly connections: ConnectionsQueries,
    private readonly bus: EventBus,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.sweep(), LOOK_EVERY_MS).unref();
    this.stopListening = this.bus.subscribe('connections.changed', ({ connection_ids }) => {
      void this.followConnections(new Set(connection_ids));
    });
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
    this.stopListening();
  }

  /** Does what is due: reports losses, warns, rolls back, releases. Never rejects. */
  async sweep(): Promise<void> {
    await Promise.all(this.open.all().map((pinned) => this.look(pinned)));
  }

  private async look(pinned: PinnedSession): Promise<void> {
    if (pinned.isBusy) return;
    if (pinned.isLost) {
      this.open.end(pinned, pinned.loss);
      return;
    }
    const step = sessionStep(pinned.use, this.clock.now(), this.open.limits);
    if (step === 'release') {
      this.open.end(pinned, 'released');
      return;
    }
    if (step === 'warn') {
      pinned.warnedAtMs = this.clock.now();
      this.open.announce(pinned, 'expiring', 'The transaction is rolled back soon because nobody uses it.');
    }
    if (step === 'roll-back') await this.rollBackUnused(pinned);
  }

  private async rollBackUnused(pinned: PinnedSession): Promise<void> {
    const message = rolledBackMessage(this.open.limits.rollBackAfterMs);
    await this.open.finish(pinned, 'ROLLBACK');
    if (pinned.isLost || pinned.transaction !== 'none') {
      this.open.end(pinned, pinned.loss);
      return;
    }
    this.open.noteLoss(pinned.key, message);
    this.open.announce(pinned, 'rolled_back', message);
  }

  private async followConnections(ids: ReadonlySet<string>): Promise<void> {
    for (const pinned of this.open.all().filter(({ key }) => ids.has(key.connectionId))) {
      const connector = await this.connections.connector(SYSTEM_ACTOR, pinned.key.connectionId).catch(() => null);
      if (connector !== pinned.connector && !pinned.isBusy) this.open.end(pinned, 'connection-changed');
    }
  }
}
