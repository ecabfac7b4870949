import { Inject, Injectable } from '@nestjs/common';
import type { SessionChange } from '#libs/api';
import { sessionLimits } from '#libs/sessions';
import type { SessionEnd, SessionLimits } from '#libs/sessions';
import type { StatementOutcome } from '../../connections/index.js';
import { Clock, EventBus, WORKBENCH_CONFIG } from '../../platform/index.js';
import type { WorkbenchConfig } from '../../platform/index.js';
import type { PinnedSession } from './pinned-session.js';
import type { TabSession } from './session-owner-rows.js';
import { SessionHandover } from './session-handover.js';
import { SessionOwnership } from './session-ownership.js';
import { SessionRegistry } from './session-registry.js';

/** The sessions that are open, and what is done with each of them; whatever changes is reported. */
@Injectable()
export class OpenSessions extends SessionRegistry {
  /** How long an unused session is kept. */
  readonly limits: SessionLimits;

  constructor(
    private readonly bus: EventBus,
    private readonly clock: Clock,
    private readonly ownership: SessionOwnership,
    handover: SessionHandover,
    @Inject(WORKBENCH_CONFIG) config: WorkbenchConfig,
  ) {
    super();
    this.limits = sessionLimits(config.sessionIdleMinutes, config.transactionLimitMinutes);
    ownership.serve({
      isHeld: (session) => this.isKnown(session),
      hasState: (session) => this.hasLoss(session) || this.ofTab(session).some(({ isSpare }) => !isSpare),
      lose: (session) => this.ofTab(session).forEach((pinned) => this.end(pinned, 'lost')),
    });
    handover.serve((session) => this.releaseSpare(session));
  }

  /** Ends the transaction of a session, which is busy meanwhile. Never rejects. */
  async finish(pinned: PinnedSession, command: 'COMMIT' | 'ROLLBACK'): Promise<StatementOutcome> {
    pinned.isWorking = true;
    try {
      const outcome = await pinned.finish(command);
      await pinned.refresh();
      await this.ownership.note(pinned.key);
      return outcome;
    } finally {
      pinned.isWorking = false;
      if (!this.endIfDue(pinned)) void this.park(pinned);
    }
  }

  /** Brings what is known of a session up to date after a run in it. Never rejects. */
  async used(pinned: PinnedSession): Promise<void> {
    if (pinned.isEnded) return;
    await pinned.refresh();
    await this.ownership.note(pinned.key);
    // The answer does not wait for it.
    void this.park(pinned);
    this.becameIdle(pinned);
  }

  /** Reports what has become of a session in which something was done, and counts as use. */
  becameIdle(pinned: PinnedSession): void {
    this.touch(pinned);
    if (pinned.isEnded || this.endIfDue(pinned)) return;
    if (!pinned.isLost) this.announce(pinned, 'changed');
    else if (pinned.isLossReported) void this.close(pinned);
    else this.end(pinned, pinned.loss);
  }

  private async park(pinned: PinnedSession): Promise<void> {
    const hadState = pinned.hasState;
    await pinned.park();
    if (pinned.hasState === hadState || pinned.isEnded) return;
    await this.ownership.note(pinned.key);
    this.announce(pinned, 'changed');
  }

  /** Counts as use: the time until the session expires begins anew. */
  touch(pinned: PinnedSession): void {
    pinned.lastUsedAtMs = this.clock.now();
    pinned.warnedAtMs = null;
  }

  /** Ends a session for a reason that is to be reported where something went with it. */
  end(pinned: PinnedSession, end: SessionEnd): void {
    if (!this.delete(pinned)) return;
    const message = this.noteEnd(pinned, end);
    void this.released(pinned);
    this.announce(pinned, 'ended', message);
  }

  /** Ends a session for such a reason when what runs in it has ended, which may be now. */
  endWhenIdle(pinned: PinnedSession, end: SessionEnd): void {
    if (pinned.isBusy) pinned.endsAs = end;
    else this.end(pinned, end);
  }

  /** Ends a session in which nothing runs any more where that was asked for meanwhile; says whether it did. */
  endIfDue(pinned: PinnedSession): boolean {
    if (pinned.endsAs === null) return false;
    this.end(pinned, pinned.endsAs);
    return true;
  }

  /** Takes note of a run that could not have its session, which may still be open for the next one. */
  openFailed(pinned: PinnedSession): void {
    if (!pinned.isOpen) void this.close(pinned);
    else this.endIfDue(pinned);
  }

  /** Ends a session of which there is nothing to report; resolves when it is released. Never rejects. */
  async close(pinned: PinnedSession): Promise<void> {
    if (!this.delete(pinned)) return;
    const released = this.released(pinned);
    this.announce(pinned, 'ended');
    await released;
  }

  /** Resolves when the database and the other processes may have it. Never rejects. */
  private async released(pinned: PinnedSession): Promise<void> {
    await pinned.release();
    this.ownership.releaseUnused(pinned.key);
  }

  /** Releases a tab's session for another process where nothing would be lost with it; false otherwise. */
  private async releaseSpare(session: TabSession): Promise<boolean> {
    const isSpare = () =>
      !this.hasLoss(session) && this.ofTab(session).every((pinned) => pinned.isSpare && !pinned.isBusy);
    if (!isSpare()) return false;
    await Promise.all(this.ofTab(session).map((pinned) => pinned.whenParked()));
    if (!isSpare()) return false;
    await Promise.all(this.ofTab(session).map((pinned) => this.close(pinned)));
    this.ownership.releaseUnused(session);
    return this.ownership.isReleased(session);
  }

  /** Says what has happened to a session. */
  announce(pinned: PinnedSession, change: SessionChange, message: string | null = null): void {
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
