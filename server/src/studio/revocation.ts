import { Injectable } from '@nestjs/common';
import { isRevoked } from '#libs/access';
import type { Actor } from '#libs/access';
import type { EventMap } from '#libs/events';
import { ConnectionAccess, SessionSlots } from '../connections/index.js';
import { OnBusEvent } from '../platform/index.js';
import { ExportRegistry, ResultRetention } from '../results/index.js';
import type { ActiveRun } from './runs/active-run.js';
import { OpenSessions } from './sessions/open-sessions.js';

/** Stops what a person or a token runs, and ends what they hold open, as soon as they may no longer. */
@Injectable()
export class Revocation {
  constructor(
    private readonly access: ConnectionAccess,
    private readonly slots: SessionSlots,
    private readonly runs: ResultRetention<ActiveRun>,
    private readonly sessions: OpenSessions,
    private readonly exports: ExportRegistry,
  ) {}

  /** Ends all of a person, or what a token began. */
  @OnBusEvent('access.revoked')
  endRevoked(revoked: EventMap['access.revoked']): void {
    for (const run of this.runs.all()) if (isRevoked(run.context.actor, revoked)) run.cancel();
    for (const one of this.exports.all()) if (isRevoked(one.actor, revoked)) one.cancel();
    for (const pinned of this.sessions.all()) {
      if (isRevoked(pinned.actor, revoked)) this.sessions.endWhenIdle(pinned, 'access-changed');
    }
  }

  /** Ends all of a person on a connection. */
  @OnBusEvent('connection.sessions_reset')
  reset({ owner_id: userId, connection_id: connectionId }: EventMap['connection.sessions_reset']): void {
    for (const run of this.runs.all()) {
      if (run.context.actor.userId === userId && run.context.connectionId === connectionId) run.cancel();
    }
    for (const one of this.exports.all()) {
      if (one.actor.userId === userId && one.source.connectionId === connectionId) one.cancel();
    }
    for (const pinned of this.sessions.of(connectionId)) {
      if (pinned.key.ownerId === userId) this.sessions.endWhenIdle(pinned, 'reset');
    }
  }

  /** Ends what could not be begun as it was by now. */
  @OnBusEvent('connection.access_changed')
  endOn({ connection_id: connectionId }: EventMap['connection.access_changed']): void {
    for (const run of this.runs.all()) {
      const { actor, connectionId: usedId, isReadOnly } = run.context;
      if (usedId === connectionId && !this.isAllowed(actor, connectionId, isReadOnly)) run.cancel();
    }
    for (const one of this.exports.all()) {
      if (one.source.connectionId === connectionId && !this.access.maySee(one.actor, connectionId)) one.cancel();
    }
    for (const pinned of this.sessions.of(connectionId)) {
      const { actor, key } = pinned;
      if (!this.isAllowed(actor, connectionId, key.isReadOnly)) this.sessions.endWhenIdle(pinned, 'access-changed');
    }
  }

  private isAllowed(actor: Actor, connectionId: string, isReadOnly: boolean): boolean {
    return this.slots.isAllowed({ actor, connectionId, purpose: 'once' }, isReadOnly);
  }
}
