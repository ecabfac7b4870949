import type { RunSession } from '#libs/api';
import { ConnectFailure } from '../../connections/index.js';
import type { Session } from '../../connections/index.js';
import type { SlotWait } from '../../platform/index.js';
import type { LeaseHolder, PinnedSession } from './pinned-session.js';

/** Thrown where a text counts on a session that is gone; nothing of it was run. */
export class SessionLost extends Error {
  readonly hint = 'Nothing was run. Run it again to go on in a new session.';
}

/** What a lease reports to the sessions it comes from. */
export interface LeaseEvents {
  /** The run could not have the session. */
  readonly openFailed: (pinned: PinnedSession) => void;
  /** The run has ended in it. Never rejects. */
  readonly used: (pinned: PinnedSession) => Promise<void>;
}

/** A tab's session in the hands of one run. */
export class SessionLease {
  private settled: RunSession | null = null;

  constructor(
    private readonly pinned: PinnedSession | null,
    /** What was lost since the run before, to be reported in place of running anything. */
    private readonly lossMessage: string | null,
    private readonly events: LeaseEvents,
  ) {
    // No other run may acquire the session before its own run exists.
    this.assignTo({ isOver: false });
  }

  /** From here on the session is busy until the run is over. */
  assignTo(run: LeaseHolder): void {
    if (this.pinned !== null) this.pinned.holder = run;
  }

  /** Throws `SessionLost`, `ConnectFailure`, `person-limit` and `session-limit`. */
  async openSession(signal: AbortSignal, onWait?: (wait: SlotWait | null) => void): Promise<Session> {
    const { pinned, lossMessage } = this;
    if (lossMessage !== null || pinned === null) throw new SessionLost(lossMessage ?? 'The session was lost.');
    try {
      await pinned.open(signal, onWait);
    } catch (error) {
      this.events.openFailed(pinned);
      throw error;
    }
    if (pinned.isEnded) throw new ConnectFailure('connection-unusable', 'The session was closed meanwhile.');
    return {
      run: (sql, sink, statementSignal, values) => pinned.run(sql, sink, statementSignal, values),
      transaction: () => Promise.resolve(pinned.transaction),
      isLost: () => pinned.isLost,
      release: () => Promise.resolve(),
    };
  }

  /** Brings what is known of the session up to date after the run. Never rejects. */
  async settle(): Promise<void> {
    if (this.pinned === null) return;
    await this.events.used(this.pinned);
    if (!this.pinned.isEnded) this.settled = factsOf(this.pinned, false);
  }

  /** The session as the run shows it; null when it is gone. */
  facts(): RunSession | null {
    const { pinned } = this;
    if (pinned === null || pinned.isEnded) return null;
    return this.settled ?? (pinned.isOpen ? factsOf(pinned, pinned.isBusy) : null);
  }
}

/** While the run is being settled it still counts as busy, but what it shows is the state afterwards. */
function factsOf(pinned: PinnedSession, isBusy: boolean): RunSession {
  const { id, transaction, has_state, opened_at, expires_at } = pinned.view(isBusy);
  return { id, transaction, has_state, opened_at, expires_at };
}
