import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { SYSTEM_ACTOR } from '#libs/access';
import type { EventMap } from '#libs/events';
import { rolledBackMessage, sessionStep } from '#libs/sessions';
import { ConnectionsQueries } from '../../connections/index.js';
import { Clock, OnBusEvent } from '../../platform/index.js';
import { OpenSessions } from './open-sessions.js';
import type { PinnedSession } from './pinned-session.js';

const LOOK_EVERY_MS = 5_000;

/** Ends the sessions whose time has come, or whose database or connection is gone. */
@Injectable()
export class SessionExpiry {
  constructor(
    private readonly open: OpenSessions,
    private readonly connections: ConnectionsQueries,
    private readonly clock: Clock,
  ) {}

  /** Does what is due: reports losses, warns, rolls back, releases. Never rejects. */
  @Interval(LOOK_EVERY_MS)
  async sweep(): Promise<void> {
    await Promise.all(this.open.all().map((pinned) => this.look(pinned)));
  }

  private async look(pinned: PinnedSession): Promise<void> {
    if (pinned.isBusy || this.open.endIfDue(pinned)) return;
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
    if (pinned.isEnded) {
      // One that its person has closed meanwhile has lost nothing.
      if (pinned.endsAs !== null && !this.open.hasLoss(pinned.key)) this.open.noteLoss(pinned.key, message);
      return;
    }
    if (pinned.isLost || pinned.transaction !== 'none') {
      this.open.end(pinned, pinned.loss);
      return;
    }
    this.open.noteLoss(pinned.key, message);
    this.open.announce(pinned, 'rolled_back', message);
  }

  /** Ends sessions whose connection is gone or leads elsewhere. */
  @OnBusEvent('connections.changed')
  async followConnections({ connection_ids: ids }: EventMap['connections.changed']): Promise<void> {
    const changed = new Set(ids);
    for (const pinned of this.open.all().filter(({ key }) => changed.has(key.connectionId))) {
      const connector = await this.connections.connector(SYSTEM_ACTOR, pinned.key.connectionId).catch(() => null);
      if (connector !== pinned.connector && !pinned.isBusy) this.open.end(pinned, 'connection-changed');
    }
  }
}
