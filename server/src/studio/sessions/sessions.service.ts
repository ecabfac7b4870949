import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import type { RunRequest, SessionChange, StudioSession, StudioSessionList } from '#libs/api';
import { FORGOTTEN_SESSION, pinnedSessionLimit, rolledBackMessage, SESSION_LIMITS, sessionStep } from '#libs/sessions';
import type { SessionEnd } from '#libs/sessions';
import { ConnectionsQueries } from '../../connections/index.js';
import type { Connector, StatementOutcome } from '../../connections/index.js';
import { Clock, EventBus, Problem } from '../../platform/index.js';
import { PinnedSession } from './pinned-session.js';
import type { SessionKey } from './pinned-session.js';
import { SessionLease } from './session-lease.js';
import { SessionRegistry } from './session-registry.js';
import { deafSink } from './deaf-sink.js';

const LOOK_EVERY_MS = 5_000;
/** Sessions that tabs may hold where a connection has no pool: each costs memory, with SQLite a process. */
const LIMIT_WITHOUT_POOL = 16;

/** The sessions that runs of one tab share: lends them, watches them, ends them. */
@Injectable()
export class SessionsService implements OnApplicationBootstrap {
  private readonly registry = new SessionRegistry();
  private timer: NodeJS.Timeout | undefined;
  private stopListening: () => void = () => undefined;
  private isStopping = false;

  constructor(
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

  /** Ends every session, rolled back, and lends no other. Resolves when the databases have said so. Never rejects. */
  async closeAll(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.timer);
    this.stopListening();
    await Promise.all(this.registry.all().map((pinned) => pinned.release()));
  }

  /**
   * The session that a run asks for, opened when it is first used; null when it asks for none. `poolMax` is the number
   * of clients that the connection's pool has, if it has one. Throws `session-busy`, `session-limit`, `shutting-down`.
   */
  borrow(request: RunRequest, connector: Connector, poolMax?: number): SessionLease | null {
    if (request.session_id === undefined) return null;
    if (this.isStopping) throw new Problem('shutting-down');
    const key = { id: request.session_id, connectionId: request.connection_id };
    const known = this.registry.find(key);
    if (known?.isBusy === true) throw new Problem('session-busy', 'Wait until its run has ended, or cancel it.');
    if (known !== null) this.endIfGone(known, connector);
    const kept = this.registry.find(key);
    const loss = this.registry.takeLoss(key) ?? forgotten(request, kept);
    const events = {
      openFailed: (one: PinnedSession) => this.forget(one),
      used: (one: PinnedSession) => this.used(one),
    };
    if (loss !== null) return new SessionLease(kept, loss, events);
    return new SessionLease(kept ?? this.pin(key, connector, poolMax), null, events);
  }

  /** The sessions that are open, the one used last first. */
  list(): StudioSessionList {
    const views = this.registry.all().map((pinned) => pinned.view());
    return { items: views.sort((a, b) => b.last_used_at.localeCompare(a.last_used_at)), next_cursor: null };
  }

  /** Rolls back and releases a session on one connection, or on all; a run in it is cancelled. Throws `session-not-found`. */
  async remove(id: string, connectionId?: string): Promise<void> {
    const meant = this.registry
      .all()
      .filter(({ key }) => key.id === id && (connectionId === undefined || key.connectionId === connectionId));
    this.registry.forgetLosses(id, connectionId);
    if (meant.length === 0) throw new Problem('session-not-found');
    await Promise.all(meant.map((pinned) => this.close(pinned)));
  }

  /** Commits; throws `session-not-found`, `session-busy`, `transaction-failed`, and `database-error` with its words. */
  async commit(key: SessionKey): Promise<StudioSession> {
    const pinned = this.idle(key);
    if (pinned.transaction === 'failed') throw new Problem('transaction-failed', 'Only a rollback can end it.');
    return this.finish(pinned, 'COMMIT');
  }

  /** Rolls back; throws `session-not-found`, `session-busy`, and `database-error` with its words. */
  async rollBack(key: SessionKey): Promise<StudioSession> {
    return this.finish(this.idle(key), 'ROLLBACK');
  }

  /** Counts as use: the time until the session expires begins anew. Throws `session-not-found`. */
  keep(key: SessionKey): StudioSession {
    const pinned = this.found(key);
    this.touch(pinned);
    this.tell(pinned, 'changed');
    return pinned.view();
  }

  /** Does what is due: tells losses, warns, rolls back, releases. Never rejects. */
  async sweep(): Promise<void> {
    await Promise.all(this.registry.all().map((pinned) => this.look(pinned)));
  }

  private async look(pinned: PinnedSession): Promise<void> {
    if (pinned.isBusy || !pinned.isOpen) return;
    if (pinned.isLost) {
      this.end(pinned, 'lost');
      return;
    }
    const step = sessionStep(pinned.use, this.clock.now());
    if (step === 'release') {
      this.end(pinned, 'released');
      return;
    }
    if (step === 'warn') {
      pinned.warnedAtMs = this.clock.now();
      this.tell(pinned, 'expiring', 'The transaction is rolled back soon because nobody uses it.');
    }
    if (step === 'roll-back') await this.rollBackUnused(pinned);
  }

  private async rollBackUnused(pinned: PinnedSession): Promise<void> {
    const message = rolledBackMessage(SESSION_LIMITS.rollBackAfterMs);
    await this.work(pinned, 'ROLLBACK');
    if (pinned.isLost || pinned.transaction !== 'none') {
      this.end(pinned, 'lost');
      return;
    }
    this.registry.noteLoss(pinned.key, message);
    this.tell(pinned, 'rolled_back', message);
  }

  private async finish(pinned: PinnedSession, sql: 'COMMIT' | 'ROLLBACK'): Promise<StudioSession> {
    if (pinned.transaction === 'none') return pinned.view();
    const outcome = await this.work(pinned, sql);
    this.touch(pinned);
    if (pinned.isLost) this.end(pinned, 'lost');
    else this.tell(pinned, 'changed');
    if (outcome.status === 'failed') throw new Problem('database-error', outcome.error.message);
    return pinned.view();
  }

  /** Runs one statement for the workbench itself. */
  private async work(pinned: PinnedSession, sql: string): Promise<StatementOutcome> {
    pinned.isWorking = true;
    try {
      const outcome = await pinned.run(sql, deafSink, new AbortController().signal);
      await pinned.refresh();
      return outcome;
    } finally {
      pinned.isWorking = false;
    }
  }

  private async used(pinned: PinnedSession): Promise<void> {
    if (pinned.isEnded) return;
    await pinned.refresh();
    this.touch(pinned);
    if (!pinned.isLost) this.tell(pinned, 'changed');
    else if (pinned.isLossTold) this.forget(pinned);
    else this.end(pinned, 'lost');
  }

  private touch(pinned: PinnedSession): void {
    pinned.lastUsedAtMs = this.clock.now();
    pinned.warnedAtMs = null;
  }

  private pin(key: SessionKey, connector: Connector, poolMax?: number): PinnedSession {
    const limit = poolMax === undefined ? LIMIT_WITHOUT_POOL : pinnedSessionLimit(poolMax);
    if (this.registry.of(key.connectionId).length >= limit) this.makeRoom(key.connectionId, limit);
    const pinned = new PinnedSession(key, connector, this.clock.now());
    this.registry.add(pinned);
    return pinned;
  }

  /** Ends the session that was used longest ago among those that nobody would miss. */
  private makeRoom(connectionId: string, limit: number): void {
    const spare = this.registry
      .of(connectionId)
      .filter((pinned) => !pinned.isBusy && pinned.transaction === 'none' && !pinned.hasState)
      .sort((a, b) => a.lastUsedAtMs - b.lastUsedAtMs)[0];
    if (spare !== undefined) {
      this.end(spare, 'released');
      return;
    }
    const sessions = limit === 1 ? 'The one session' : `All ${limit} sessions`;
    const detail = `${sessions} that tabs may hold on this connection are in use. Close a tab, or end its transaction.`;
    throw new Problem('session-limit', detail);
  }

  private endIfGone(pinned: PinnedSession, connector: Connector): void {
    if (pinned.connector !== connector) this.end(pinned, 'connection-changed');
    else if (pinned.isLost) this.end(pinned, 'lost');
  }

  private async followConnections(ids: ReadonlySet<string>): Promise<void> {
    for (const pinned of this.registry.all().filter(({ key }) => ids.has(key.connectionId))) {
      const connector = await this.connections.connector(pinned.key.connectionId).catch(() => null);
      if (connector !== pinned.connector && !pinned.isBusy) this.end(pinned, 'connection-changed');
    }
  }

  private end(pinned: PinnedSession, end: SessionEnd): void {
    if (!this.registry.delete(pinned)) return;
    const message = this.registry.noteEnd(pinned, end);
    void pinned.release();
    this.tell(pinned, 'ended', message);
  }

  /** Ends a session of which there is nothing more to tell. */
  private forget(pinned: PinnedSession): void {
    void this.close(pinned);
  }

  private async close(pinned: PinnedSession): Promise<void> {
    if (!this.registry.delete(pinned)) return;
    const released = pinned.release();
    this.tell(pinned, 'ended');
    await released;
  }

  private found(key: SessionKey): PinnedSession {
    const pinned = this.registry.find(key);
    if (pinned === null) throw new Problem('session-not-found');
    return pinned;
  }

  private idle(key: SessionKey): PinnedSession {
    const pinned = this.found(key);
    if (pinned.isBusy) throw new Problem('session-busy', 'Wait until its run has ended, or cancel it.');
    return pinned;
  }

  private tell(pinned: PinnedSession, change: SessionChange, message: string | null = null): void {
    const session = pinned.isEnded ? null : pinned.view(false);
    const { id, connectionId } = pinned.key;
    this.bus.publish('studio.session_changed', {
      session_id: id,
      connection_id: connectionId,
      change,
      session,
      message,
    });
  }
}

/** Said where a text counts on a session that this process does not know, or that is another one by now. */
function forgotten(request: RunRequest, kept: PinnedSession | null): string | null {
  const expected = request.session_opened_at;
  if (expected === undefined || (kept !== null && kept.openedAtMs === Date.parse(expected))) return null;
  return FORGOTTEN_SESSION;
}
