import { Injectable } from '@nestjs/common';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Backoff, TaskQueue } from '#libs/async';
import { FORGOTTEN_SESSION } from '#libs/sessions';
import { Clock, Problem, Processes, misdirected } from '../../platform/index.js';
import { SessionHandover } from './session-handover.js';
import { SessionOwnerRows } from './session-owner-rows.js';
import type { TabSession } from './session-owner-rows.js';

/** A session is claimed anew when its owner changes meanwhile, at most so often. */
const ATTEMPTS = 5;
/** A row that could not be changed is changed again after these pauses, until the state is back. */
const RETRIES = { firstMs: 250, longestMs: 5_000 };
/** A loss that no run asked about for this long is no longer reported. */
const REPORT_LOSS_MS = 7 * 24 * 3_600_000;

/** A session that this process owns. */
interface OwnedSession {
  readonly session: TabSession;
  /** What the row says. */
  hasState: boolean;
  /** Changes of the row, one after another. */
  readonly changes: TaskQueue;
  /** Requests that are about to use the session. */
  holders: number;
  /** When the row is changed again after a change failed; null while none has. */
  retry: NodeJS.Timeout | null;
  readonly backoff: Backoff;
}

/** What this process holds of a session. */
export interface HeldSessions {
  /** Whether the session is open, or its loss was not reported yet. */
  readonly isHeld: (session: TabSession) => boolean;
  /** Whether something would be lost with it. */
  readonly hasState: (session: TabSession) => boolean;
  /** Another process took the session while this one was cut off from the state. */
  readonly lose: (session: TabSession) => void;
}

/**
 * Makes one process the owner of each tab's session, so that a text that counts on a session never runs in a new one.
 * With a state in SQLite there is one process, and nothing is written.
 */
@Injectable()
export class SessionOwnership implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly owned = new Map<string, OwnedSession>();
  private held: HeldSessions = { isHeld: () => false, hasState: () => false, lose: () => undefined };
  private isStopping = false;

  constructor(
    private readonly processes: Processes,
    private readonly rows: SessionOwnerRows,
    private readonly handover: SessionHandover,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(SessionOwnership.name);
  }

  /** Says what this process holds; called once, before the first request. */
  serve(held: HeldSessions): void {
    this.held = held;
  }

  onApplicationBootstrap(): void {
    if (this.processes.own === null) return;
    this.processes.onReturn(() => void this.verify());
    void this.logged(() => this.removeLeft(), 'could not remove the sessions of ended processes');
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([...this.owned.values()].map(({ changes }) => changes.settled()));
  }

  /** From here on sessions with state keep their rows, so that the next process reports their loss. */
  stop(): void {
    this.isStopping = true;
  }

  /**
   * Calls `work` once this process owns the session; `loss` says what was lost with the process that owned it before, or
   * is null. Throws `misdirected-request` where another running process holds it.
   */
  async whileOwned<T>(session: TabSession, work: (loss: string | null) => T): Promise<T> {
    if (this.processes.own === null) return work(null);
    const key = textOf(session);
    const owned = this.owned.get(key) ?? this.track(session, key);
    owned.holders += 1;
    try {
      return work(await this.claim(session, owned, this.processes.own));
    } finally {
      owned.holders -= 1;
      this.releaseUnused(session);
    }
  }

  /** Throws `misdirected-request` where another running process holds the session. */
  async requireOwn(session: Omit<TabSession, 'connectionId'> & { connectionId?: string | undefined }): Promise<void> {
    if (this.processes.own === null) return;
    const { connectionId } = session;
    const one = connectionId === undefined ? null : await this.rows.find({ ...session, connectionId });
    const owners = connectionId === undefined ? await this.rows.findAll(session) : one === null ? [] : [one];
    for (const { process } of owners) if (await this.processes.isAnother(process)) throw misdirected('session');
  }

  /** Writes down whether something would be lost with a session, where that has changed. Never rejects. */
  async note(session: TabSession): Promise<void> {
    const owned = this.owned.get(textOf(session));
    const { own } = this.processes;
    if (owned === undefined || own === null) return;
    await this.change(owned, async () => {
      const hasState = this.held.hasState(session);
      if (owned.hasState === hasState) return;
      await this.rows.setState(session, own, hasState);
      owned.hasState = hasState;
    });
  }

  /** Lets other processes have a session that this one no longer holds. Never rejects. */
  releaseUnused(session: TabSession): void {
    const owned = this.owned.get(textOf(session));
    const { own } = this.processes;
    if (owned === undefined || own === null) return;
    void this.change(owned, async () => {
      if (owned.holders > 0 || this.held.isHeld(session) || (this.isStopping && owned.hasState)) return;
      await this.rows.remove(session, own);
      // A request that came meanwhile has to claim the session anew.
      if (this.owned.get(textOf(session)) === owned) this.owned.delete(textOf(session));
    });
  }

  /** Resolves with whether other processes may have the session now. */
  async isReleased(session: TabSession): Promise<boolean> {
    const owned = this.owned.get(textOf(session));
    await owned?.changes.settled();
    return !this.owned.has(textOf(session));
  }

  private track(session: TabSession, key: string): OwnedSession {
    const owned: OwnedSession = {
      session,
      hasState: false,
      changes: new TaskQueue(),
      holders: 0,
      retry: null,
      backoff: new Backoff(RETRIES),
    };
    this.owned.set(key, owned);
    return owned;
  }

  private async claim(session: TabSession, owned: OwnedSession, own: string): Promise<string | null> {
    await owned.changes.settled();
    if (this.held.isHeld(session) && this.owned.get(textOf(session)) === owned) return null;
    this.owned.set(textOf(session), owned);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      if (await this.rows.claim(session, own)) return null;
      const owner = await this.rows.find(session);
      if (owner === null) continue;
      if (await this.processes.isAnother(owner.process)) {
        if (!(await this.handover.request(session, owner.process))) break;
      } else if (await this.rows.takeOver(session, owner.process, own)) {
        return owner.hasState ? FORGOTTEN_SESSION : null;
      }
    }
    throw misdirected('session');
  }

  /** While this process was cut off from the state, the others took it for ended. */
  private async verify(): Promise<void> {
    const { own } = this.processes;
    if (own === null) return;
    for (const { session } of [...this.owned.values()]) {
      const isOurs = await this.rows.claim(session, own).catch(() => true);
      if (!isOurs) this.held.lose(session);
    }
  }

  private async removeLeft(): Promise<void> {
    await this.rows.removeLeft(await this.processes.names(), this.clock.now() - REPORT_LOSS_MS);
  }

  /** Changes a row behind the changes before it; where that fails, it is brought up to date once the state is back. */
  private change(owned: OwnedSession, work: () => Promise<void>): Promise<void> {
    return owned.changes.run(async () => {
      try {
        await work();
        owned.backoff.reset();
      } catch (error) {
        this.logger.warn({ err: error }, 'could not record the owner of a session');
        if (error instanceof Problem && error.code === 'state-unavailable') this.retryLater(owned);
      }
    });
  }

  private retryLater(owned: OwnedSession): void {
    owned.retry ??= setTimeout(() => {
      owned.retry = null;
      if (this.isStopping) return;
      void this.note(owned.session);
      this.releaseUnused(owned.session);
    }, owned.backoff.next()).unref();
  }

  private async logged(work: () => Promise<void>, message: string): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.logger.warn({ err: error }, message);
    }
  }
}

function textOf({ ownerId, id, connectionId }: TabSession): string {
  return `${ownerId} ${id} ${connectionId}`;
}
