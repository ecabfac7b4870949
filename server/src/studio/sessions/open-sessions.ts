import { Inject, Injectable } from '@nestjs/common';
import type { SessionChange } from '#libs/api';
import { sessionLimits } from '#libs/sessions';
import type { SessionEnd, SessionLimits } from '#libs/sessions';
import type { StatementOutcome } from '../../connections/index.js';
import { Clock, EventBus, WORKBENCH_CONFIG } from '../../platform/index.js';
import type { WorkbenchConfig } from '../../platform/index.js';
import type { PinnedSession } from './pinned-session.js';
import { SessionRegistry } from './session-registry.js';

/** The sessions that are open, and what is done with each of them; whatever changes is told. */
@Injectable()
export class OpenSessions extends SessionRegistry {
  /** How long what nobody uses is kept. */
  readonly limits: SessionLimits;

  constructor(
    private readonly bus: EventBus,
    private readonly clock: Clock,
    @Inject(WORKBENCH_CONFIG) config: WorkbenchConfig,
  ) {
    super();
    this.limits = sessionLimits(config.sessionIdleMinutes, config.transactionLimitMinutes);
  }

  /** Ends the transaction of a session, which is busy meanwhile. Never rejects. */
  async finish(pinned: PinnedSession, command: 'COMMIT' | 'ROLLBACK'): Promise<StatementOutcome> {
    pinned.isWorking = true;
    try {
      const outcome = await pinned.finish(command);
      await pinned.refresh();
      return outcome;
    } finally {
      pinned.isWorking = false;
      void this.park(pinned);
    }
  }

  /** Brings what is known of a session up to date after a run in it. Never rejects. */
  async used(pinned: PinnedSession): Promise<void> {
    if (pinned.isEnded) return;
    await pinned.refresh();
    // The answer does not wait for it.
    void this.park(pinned);
    this.touch(pinned);
    if (pinned.endsAs !== null) this.end(pinned, pinned.endsAs);
    else if (!pinned.isLost) this.tell(pinned, 'changed');
    else if (pinned.isLossTold) void this.close(pinned);
    else this.end(pinned, pinned.loss);
  }

  private async park(pinned: PinnedSession): Promise<void> {
    const hadState = pinned.hasState;
    await pinned.park();
    if (pinned.hasState !== hadState && !pinned.isEnded) this.tell(pinned, 'changed');
  }

  /** Counts as use: the time until the session expires begins anew. */
  touch(pinned: PinnedSession): void {
    pinned.lastUsedAtMs = this.clock.now();
    pinned.warnedAtMs = null;
  }

  /** Ends a session for a reason that is to be told where something went with it. */
  end(pinned: PinnedSession, end: SessionEnd): void {
    if (!this.delete(pinned)) return;
    const message = this.noteEnd(pinned, end);
    void pinned.release();
    this.tell(pinned, 'ended', message);
  }

  /** Ends a session for such a reason when what runs in it has ended, which may be now. */
  endWhenIdle(pinned: PinnedSession, end: SessionEnd): void {
    if (pinned.isBusy) pinned.endsAs = end;
    else this.end(pinned, end);
  }

  /** Ends a session of which there is nothing to tell; resolves when it is released. Never rejects. */
  async close(pinned: PinnedSession): Promise<void> {
    if (!this.delete(pinned)) return;
    const released = pinned.release();
    this.tell(pinned, 'ended');
    await released;
  }

  /** Says what has happened to a session. */
  tell(pinned: PinnedSession, change: SessionChange, message: string | null = null): void {
    const session = pinned.isEnded ? null : pinned.view(false);
    const { ownerId, id, connectionId } = pinned.key;
    this.bus.publish('studio.session_changed', {
      owner_id: ownerId,
      session_id: id,
      connection_id: connectionId,
      change,
      session,
      message,
    });
  }
}
