import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { RunRequest, StudioSession, StudioSessionList } from '#libs/api';
import { FORGOTTEN_SESSION, pinnedSessionLimit } from '#libs/sessions';
import { ConnectionAccess } from '../../connections/index.js';
import type { Connector } from '../../connections/index.js';
import { Clock, Problem } from '../../platform/index.js';
import { OpenSessions } from './open-sessions.js';
import { PinnedSession } from './pinned-session.js';
import type { SessionKey } from './pinned-session.js';
import { SessionLease } from './session-lease.js';

/** Sessions that tabs may hold where a connection has no pool: each costs memory, with SQLite a process. */
const LIMIT_WITHOUT_POOL = 16;

/** What a connection's settings say of its sessions. */
export interface SessionTerms {
  /** Clients of the connection's pool, where it has one. */
  readonly poolMax: number | undefined;
  /** A statement opens a transaction that a person commits. */
  readonly isManual: boolean;
}

/** What a request says of the session it wants. */
export type SessionWish = Pick<RunRequest, 'connection_id' | 'session_id' | 'session_opened_at'>;

/** The sessions that runs of one tab share: lends them to runs, and does what a person asks of them. */
@Injectable()
export class SessionsService {
  private isStopping = false;

  constructor(
    private readonly open: OpenSessions,
    private readonly access: ConnectionAccess,
    private readonly clock: Clock,
  ) {}

  /** Ends every session, rolled back, and lends no other. Resolves when the databases have said so. Never rejects. */
  async closeAll(): Promise<void> {
    this.isStopping = true;
    await Promise.all(this.open.all().map((pinned) => this.open.close(pinned)));
  }

  /**
   * The session that a run asks for, opened when it is first used; null when it asks for none. Throws
   * `session-busy`, `session-limit`, `shutting-down`.
   */
  borrow(actor: Actor, request: SessionWish, connector: Connector, terms: SessionTerms): SessionLease | null {
    if (request.session_id === undefined) return null;
    if (this.isStopping) throw new Problem('shutting-down');
    const key = this.keyOf(actor, request.session_id, request.connection_id);
    const known = this.open.find(key);
    if (known?.isBusy === true) throw new Problem('session-busy', 'Wait until its run has ended, or cancel it.');
    if (known !== null) this.endIfGone(known, connector);
    const kept = this.open.find(key);
    const loss = this.open.takeLoss(key) ?? forgotten(request, kept);
    const events = {
      openFailed: (one: PinnedSession) => void this.open.close(one),
      used: (one: PinnedSession) => this.open.used(one),
    };
    if (loss !== null) return new SessionLease(kept, loss, events);
    return new SessionLease(kept ?? this.pin(key, actor, connector, terms), null, events);
  }

  /** The sessions of `actor` that are open, the one used last first. */
  list(actor: Actor): StudioSessionList {
    const own = this.open.all().filter(({ key }) => this.isFor(actor, key));
    const views = own.map((pinned) => pinned.view());
    return { items: views.sort((a, b) => b.last_used_at.localeCompare(a.last_used_at)), next_cursor: null };
  }

  /** Rolls back and releases a session on one connection, or on all; a run in it is cancelled. Throws `session-not-found`. */
  async remove(actor: Actor, id: string, connectionId?: string): Promise<void> {
    const isMeant = (key: SessionKey) => key.id === id && (connectionId ?? key.connectionId) === key.connectionId;
    const meant = this.open.all().filter(({ key }) => isMeant(key) && this.isFor(actor, key));
    this.open.forgetLosses({ ownerId: actor.userId, id, connectionId });
    if (meant.length === 0) throw new Problem('session-not-found');
    await Promise.all(meant.map((pinned) => this.open.close(pinned)));
  }

  /** Commits; throws `session-not-found`, `session-busy`, `transaction-failed`, and `database-error` with its words. */
  async commit(actor: Actor, id: string, connectionId: string): Promise<StudioSession> {
    const pinned = this.idle(actor, id, connectionId);
    if (pinned.transaction === 'failed') throw new Problem('transaction-failed', 'Only a rollback can end it.');
    return this.finish(pinned, 'COMMIT');
  }

  /** Rolls back; throws `session-not-found`, `session-busy`, and `database-error` with its words. */
  async rollBack(actor: Actor, id: string, connectionId: string): Promise<StudioSession> {
    return this.finish(this.idle(actor, id, connectionId), 'ROLLBACK');
  }

  /** Counts as use: the time until the session expires begins anew. Throws `session-not-found`. */
  keep(actor: Actor, id: string, connectionId: string): StudioSession {
    const pinned = this.found(actor, id, connectionId);
    this.open.touch(pinned);
    this.open.tell(pinned, 'changed');
    return pinned.view();
  }

  private async finish(pinned: PinnedSession, sql: 'COMMIT' | 'ROLLBACK'): Promise<StudioSession> {
    if (pinned.transaction === 'none') return pinned.view();
    const outcome = await this.open.work(pinned, sql);
    this.open.touch(pinned);
    if (pinned.isLost) this.open.end(pinned, 'lost');
    else this.open.tell(pinned, 'changed');
    if (outcome.status === 'failed') throw new Problem('database-error', outcome.error.message);
    return pinned.view();
  }

  private pin(key: SessionKey, actor: Actor, connector: Connector, { poolMax, isManual }: SessionTerms): PinnedSession {
    const limit = poolMax === undefined ? LIMIT_WITHOUT_POOL : pinnedSessionLimit(poolMax);
    if (this.open.of(key.connectionId).length >= limit) this.makeRoom(key.connectionId, limit);
    // Who may only read has nothing to commit.
    const rules = { limits: this.open.limits, isManual: isManual && !key.isReadOnly };
    const pinned = new PinnedSession(key, actor, connector, this.clock.now(), rules);
    this.open.add(pinned);
    return pinned;
  }

  /** Ends the session that was used longest ago among those that nobody would miss. */
  private makeRoom(connectionId: string, limit: number): void {
    const spare = this.open
      .of(connectionId)
      .filter((pinned) => !pinned.isBusy && pinned.transaction === 'none' && !pinned.hasState)
      .sort((a, b) => a.lastUsedAtMs - b.lastUsedAtMs)[0];
    if (spare !== undefined) {
      this.open.end(spare, 'released');
      return;
    }
    const sessions = limit === 1 ? 'The one session' : `All ${limit} sessions`;
    const detail = `${sessions} that tabs may hold on this connection are in use. Close a tab, or end its transaction.`;
    throw new Problem('session-limit', detail);
  }

  private endIfGone(pinned: PinnedSession, connector: Connector): void {
    if (pinned.connector !== connector) this.open.end(pinned, 'connection-changed');
    else if (pinned.isLost) this.open.end(pinned, 'lost');
  }

  private keyOf(actor: Actor, id: string, connectionId: string): SessionKey {
    return { ownerId: actor.userId, id, connectionId, isReadOnly: !this.access.mayWrite(actor, connectionId) };
  }

  /** A token that is for other connections has no part in its owner's sessions. */
  private isFor(actor: Actor, { ownerId, connectionId }: SessionKey): boolean {
    return ownerId === actor.userId && this.access.maySee(actor, connectionId);
  }

  private found(actor: Actor, id: string, connectionId: string): PinnedSession {
    const pinned = this.open.find(this.keyOf(actor, id, connectionId));
    if (pinned === null || !this.isFor(actor, pinned.key)) throw new Problem('session-not-found');
    return pinned;
  }

  private idle(actor: Actor, id: string, connectionId: string): PinnedSession {
    const pinned = this.found(actor, id, connectionId);
    if (pinned.isBusy) throw new Problem('session-busy', 'Wait until its run has ended, or cancel it.');
    return pinned;
  }
}

/** Said where a text counts on a session that this process does not know, or that is another one by now. */
function forgotten(request: SessionWish, kept: PinnedSession | null): string | null {
  const expected = request.session_opened_at;
  if (expected === undefined || (kept !== null && kept.openedAtMs === Date.parse(expected))) return null;
  return FORGOTTEN_SESSION;
}
