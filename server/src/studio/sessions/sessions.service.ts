import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { RunRequest, StudioSession, StudioSessionList } from '#libs/api';
import { FORGOTTEN_SESSION } from '#libs/sessions';
import { personLimitText } from '#libs/fair-share';
import { ConnectionAccess, SessionSlots } from '../../connections/index.js';
import type { Connector, StatementOutcome } from '../../connections/index.js';
import { Clock, Problem, WORKBENCH_CONFIG } from '../../platform/index.js';
import type { WorkbenchConfig } from '../../platform/index.js';
import { OpenSessions } from './open-sessions.js';
import { PinnedSession } from './pinned-session.js';
import type { SessionKey, SessionSelector } from './session-key.js';
import { SessionLease } from './session-lease.js';
import { SessionOwnership } from './session-ownership.js';

/** Sessions of tabs that are remembered for one person; idle ones without state, the oldest first, make room. */
const KEPT_SESSIONS = 200;

/** What a connection's settings say of its sessions. */
export interface SessionTerms {
  /** A statement opens a transaction that a person commits. */
  readonly isManual: boolean;
}

/** What a request says of the session it wants. */
export type SessionRequest = Pick<RunRequest, 'connection_id' | 'session_id' | 'session_opened_at'>;

/** The sessions that runs of one tab share: leases them to runs, and does what a person asks of them. */
@Injectable()
export class SessionsService {
  private isStopping = false;

  constructor(
    private readonly open: OpenSessions,
    private readonly access: ConnectionAccess,
    private readonly slots: SessionSlots,
    private readonly clock: Clock,
    private readonly ownership: SessionOwnership,
    @Inject(WORKBENCH_CONFIG) private readonly config: WorkbenchConfig,
  ) {}

  /** Ends the sessions in which nothing runs, rolled back, and lends no other. Never rejects. */
  async closeIdle(): Promise<void> {
    this.isStopping = true;
    const idle = this.open.all().filter(({ isBusy }) => !isBusy);
    await Promise.all(idle.map((pinned) => this.open.close(pinned)));
  }

  /** Ends every session, rolled back, and lends no other. Resolves when the databases have done so. Never rejects. */
  async closeAll(): Promise<void> {
    this.isStopping = true;
    this.ownership.stop();
    await Promise.all(this.open.all().map((pinned) => this.open.close(pinned)));
  }

  /**
   * The session that a run asks for, opened when it is first used; null when it asks for none. Throws
   * `session-busy`, `person-limit`, `misdirected-request`, `shutting-down`.
   */
  async acquire(
    actor: Actor,
    request: SessionRequest,
    connector: Connector,
    terms: SessionTerms,
  ): Promise<SessionLease | null> {
    if (request.session_id === undefined) return null;
    const key = this.keyOf(actor, request.session_id, request.connection_id);
    return this.ownership.whileOwned(key, (loss) => this.lend(actor, request, { key, connector, terms }, loss));
  }

  private lend(
    actor: Actor,
    request: SessionRequest,
    { key, connector, terms }: { key: SessionKey; connector: Connector; terms: SessionTerms },
    lossElsewhere: string | null,
  ): SessionLease {
    if (this.isStopping) throw new Problem('shutting-down');
    const known = this.open.find(key);
    if (known?.isBusy === true) throw new Problem('session-busy', 'Wait until its run has ended, or cancel it.');
    if (known !== null) this.endIfGone(known, connector);
    const kept = this.open.find(key);
    const loss = this.open.takeLoss(key) ?? lossElsewhere ?? forgotten(request, kept);
    const events = {
      openFailed: (one: PinnedSession) => this.open.openFailed(one),
      used: (one: PinnedSession) => this.open.used(one),
    };
    if (loss !== null) return new SessionLease(kept, loss, events);
    if (kept !== null) kept.rules.isManual = isManual(terms, key);
    return new SessionLease(kept ?? this.pin(key, actor, connector, terms), null, events);
  }

  /** The sessions of `actor` that are open, the one used last first. */
  list(actor: Actor): StudioSessionList {
    const own = this.open.all().filter(({ key }) => this.isFor(actor, key));
    const views = own.map((pinned) => pinned.view());
    return { items: views.sort((a, b) => b.last_used_at.localeCompare(a.last_used_at)), next_cursor: null };
  }

  /** Rolls back and releases a session on one connection, or on all; a run in it is cancelled. Throws `session-not-found`, `misdirected-request`. */
  async remove(actor: Actor, id: string, connectionId?: string): Promise<void> {
    const isMeant = (key: SessionKey) => key.id === id && (connectionId ?? key.connectionId) === key.connectionId;
    const meant = this.open.all().filter(({ key }) => isMeant(key) && this.isFor(actor, key));
    this.forgetLosses({ ownerId: actor.userId, id, connectionId });
    if (meant.length === 0) {
      await this.ownership.requireOwn({ ownerId: actor.userId, id, connectionId });
      throw new Problem('session-not-found');
    }
    await Promise.all(meant.map((pinned) => this.open.close(pinned)));
  }

  /**
   * Commits; throws `session-not-found`, `session-busy`, `transaction-failed`, `misdirected-request`, `no-transaction`, which
   * says where the transaction was rolled back meanwhile, and `database-error` with its words.
   */
  async commit(actor: Actor, id: string, connectionId: string): Promise<StudioSession> {
    const pinned = await this.idle(actor, id, connectionId);
    this.reportLoss(pinned);
    if (pinned.transaction === 'none') throw new Problem('no-transaction', 'There is nothing to commit.');
    if (pinned.transaction === 'failed') throw new Problem('transaction-failed', 'Roll the transaction back.');
    return this.finish(pinned, 'COMMIT');
  }

  /** Rolls back; throws `session-not-found`, `session-busy`, `misdirected-request`, and `database-error` with its words. */
  async rollBack(actor: Actor, id: string, connectionId: string): Promise<StudioSession> {
    const pinned = await this.idle(actor, id, connectionId);
    // One that was rolled back meanwhile is as it is wanted: there is no loss to report.
    this.open.takeLoss(pinned.key);
    return pinned.transaction === 'none' ? pinned.view() : this.finish(pinned, 'ROLLBACK');
  }

  /**
   * Counts as use: the time until the session expires begins anew. Throws `session-not-found`, `misdirected-request`, and
   * `no-transaction` where it was rolled back meanwhile.
   */
  async keep(actor: Actor, id: string, connectionId: string): Promise<StudioSession> {
    const pinned = await this.found(actor, id, connectionId);
    this.reportLoss(pinned);
    this.open.touch(pinned);
    this.open.announce(pinned, 'changed');
    return pinned.view();
  }

  private async finish(pinned: PinnedSession, sql: 'COMMIT' | 'ROLLBACK'): Promise<StudioSession> {
    const outcome = await this.open.finish(pinned, sql);
    const { loss } = pinned;
    this.open.becameIdle(pinned);
    if (outcome.status === 'failed') throw new Problem('database-error', endText(outcome, sql, loss));
    return pinned.view();
  }

  /** Throws what the next run would report of a session that is still open: its transaction is gone. */
  private reportLoss({ key }: PinnedSession): void {
    const loss = this.open.takeLoss(key);
    if (loss !== null) throw new Problem('no-transaction', loss);
  }

  private pin(key: SessionKey, actor: Actor, connector: Connector, terms: SessionTerms): PinnedSession {
    this.makeRoom(key.ownerId);
    const rules = {
      limits: this.open.limits,
      isManual: isManual(terms, key),
      requireRoom: (one: PinnedSession) => this.requireRoom(one),
    };
    const pinned = new PinnedSession(key, actor, connector, this.clock.now(), rules, this.slots);
    this.open.add(pinned);
    return pinned;
  }

  private requireRoom(one: PinnedSession): void {
    const others = this.open.all().filter((pinned) => pinned.key.ownerId === one.key.ownerId && pinned !== one);
    const placed = others.filter(({ isPlaced }) => isPlaced).length;
    if (placed >= this.config.personLimits.sessions) {
      throw new Problem('person-limit', personLimitText('sessions', placed));
    }
  }

  /** Ends the session of the same person that was used longest ago among those that hold nothing. */
  private makeRoom(ownerId: string): void {
    const own = this.open.all().filter(({ key }) => key.ownerId === ownerId);
    if (own.length < KEPT_SESSIONS) return;
    const spare = own.filter((pinned) => !pinned.isBusy && pinned.isSpare);
    const [oldest] = spare.sort((a, b) => a.lastUsedAtMs - b.lastUsedAtMs);
    if (oldest === undefined) throw new Problem('person-limit', personLimitText('sessions', own.length));
    this.open.end(oldest, 'released');
  }

  private endIfGone(pinned: PinnedSession, connector: Connector): void {
    if (this.open.endIfDue(pinned)) return;
    if (pinned.connector !== connector) this.open.end(pinned, 'connection-changed');
    else if (pinned.isLost) this.open.end(pinned, pinned.loss);
  }

  private keyOf(actor: Actor, id: string, connectionId: string): SessionKey {
    return { ownerId: actor.userId, id, connectionId, isReadOnly: !this.access.mayWrite(actor, connectionId) };
  }

  /** A token that is for other connections has no part in its owner's sessions. */
  private isFor(actor: Actor, { ownerId, connectionId }: SessionKey): boolean {
    return ownerId === actor.userId && this.access.maySee(actor, connectionId);
  }

  private forgetLosses(meant: SessionSelector): void {
    for (const session of this.open.forgetLosses(meant)) this.ownership.releaseUnused(session);
  }

  private async found(actor: Actor, id: string, connectionId: string): Promise<PinnedSession> {
    const key = this.keyOf(actor, id, connectionId);
    const pinned = this.open.find(key);
    if (pinned !== null && this.isFor(actor, key)) return pinned;
    if (this.isFor(actor, key)) await this.ownership.requireOwn(key);
    throw new Problem('session-not-found');
  }

  private async idle(actor: Actor, id: string, connectionId: string): Promise<PinnedSession> {
    const pinned = await this.found(actor, id, connectionId);
    if (pinned.isBusy) throw new Problem('session-busy', 'Wait until its run has ended, or cancel it.');
    return pinned;
  }
}

/** Said where a text counts on a session that this process does not know, or that is another one by now. */
function forgotten(request: SessionRequest, kept: PinnedSession | null): string | null {
  const expected = request.session_opened_at;
  if (expected === undefined || (kept !== null && kept.openedAtMs === Date.parse(expected))) return null;
  return FORGOTTEN_SESSION;
}

/** Why a transaction was not ended; a commit whose answer is lost may have taken effect. */
function endText(
  { error, isSessionLost }: Extract<StatementOutcome, { status: 'failed' }>,
  sql: 'COMMIT' | 'ROLLBACK',
  loss: PinnedSession['loss'],
): string {
  // That of a session that was given up says so itself.
  if (sql === 'ROLLBACK' || !isSessionLost || loss === 'given-up') return error.message;
  return `${error.message} Whether the transaction was committed is not known: check the data before you run it again.`;
}

/** Who may only read has nothing to commit. */
function isManual(terms: SessionTerms, key: SessionKey): boolean {
  return terms.isManual && !key.isReadOnly;
}
