import { Injectable } from '@nestjs/common';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { Actor } from '#libs/access';
import { ConnectionAccess } from '../connections/index.js';
import { EventBus } from '../platform/index.js';
import { ExportRegistry, ResultRetention } from '../results/index.js';
import type { ActiveRun } from './runs/active-run.js';
import { OpenSessions } from './sessions/open-sessions.js';

/** Stops what a person or a token runs, and ends what they hold open, as soon as they may no longer. */
@Injectable()
export class Revocation implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private stops: (() => void)[] = [];

  constructor(
    private readonly bus: EventBus,
    private readonly access: ConnectionAccess,
    private readonly runs: ResultRetention<ActiveRun>,
    private readonly sessions: OpenSessions,
    private readonly exports: ExportRegistry,
  ) {}

  onApplicationBootstrap(): void {
    this.stops = [
      this.bus.subscribe('access.revoked', ({ user_id, token_id, session_id }) => {
        const isAll = token_id === null && session_id === null;
        if (isAll) this.endAll(({ userId }) => userId === user_id);
        else if (token_id !== null) this.endAll(({ tokenId }) => tokenId === token_id);
      }),
      this.bus.subscribe('connection.access_changed', ({ connection_id }) => this.endOn(connection_id)),
      this.bus.subscribe('connection.sessions_reset', (reset) => this.reset(reset.owner_id, reset.connection_id)),
    ];
  }

  beforeApplicationShutdown(): void {
    for (const stop of this.stops) stop();
  }

  private endAll(isLost: (actor: Actor) => boolean): void {
    for (const run of this.runs.all()) if (isLost(run.context.actor)) run.cancel();
    for (const one of this.exports.all()) if (isLost(one.actor)) one.cancel();
    for (const pinned of this.sessions.all()) {
      if (isLost(pinned.actor)) this.sessions.endWhenIdle(pinned, 'access-changed');
    }
  }

  private reset(userId: string, connectionId: string): void {
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
  private endOn(connectionId: string): void {
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
    return this.access.maySee(actor, connectionId) && (isReadOnly || this.access.mayWrite(actor, connectionId));
  }
}
