import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { isSignInOver } from '#libs/access';
import { Clock, EventBus, State, WORKBENCH_CONFIG } from '../../platform/index.js';
import type { WorkbenchConfig } from '../../platform/index.js';
import { digestOf, newSecret } from '../secrets.js';
import { LastUseWriter } from '../write-last-used.js';
import type { LastUse } from '../write-last-used.js';
import type { ClientFacts } from './client-facts.js';
import { SessionRecord } from './session.entity.js';

/** More sign-ins of one person end the one that was used longest ago. */
const SESSIONS_PER_USER = 100;

/** A sign-in that lasts. Times are milliseconds since the epoch. */
export interface LiveSession extends LastUse, ClientFacts {
  readonly userId: string;
  readonly createdAt: number;
  /** The end at the latest. */
  readonly expiresAt: number;
  lastUsedAt: number;
}

/** Every sign-in that lasts, held in memory so that finding one costs no reading, and written down to outlive the process. */
@Injectable()
export class SignInSessions {
  private byId = new Map<string, LiveSession>();
  private readonly realm: string;

  constructor(
    private readonly state: State,
    private readonly events: EventBus,
    private readonly clock: Clock,
    private readonly uses: LastUseWriter,
    @Inject(WORKBENCH_CONFIG) private readonly config: WorkbenchConfig,
  ) {
    const { accessToken } = config.signIn;
    this.realm = accessToken === null ? config.mode : hash('sha256', `sign-ins by ${accessToken}`, 'base64url');
  }

  /** Reads what lasts; what another mode or another access token opened is forgotten. */
  async load(): Promise<void> {
    const records = await this.state.manager.find(SessionRecord);
    const own = records.filter(({ realm }) => realm === this.realm);
    const foreign = records.filter(({ realm }) => realm !== this.realm);
    this.byId = new Map(own.map((record) => [record.id, liveOf(record)]));
    await this.state.transaction((manager) => manager.remove(foreign, { chunk: 500 }));
    await this.endExpired();
  }

  /** Begins a sign-in inside the running transaction; answers what the browser's cookie is to say. */
  async begin(userId: string, client: ClientFacts): Promise<{ secret: string; session: LiveSession }> {
    const secret = newSecret();
    const now = this.clock.now();
    const times = { createdAt: now, lastUsedAt: now, writtenAt: now, expiresAt: now + this.config.signIn.maxMs };
    const session: LiveSession = { id: digestOf(secret), userId, ...times, ...client };
    await this.end(this.surplusOf(userId));
    await this.state.manager.insert(SessionRecord, {
      ...client,
      id: session.id,
      userId,
      realm: this.realm,
      ...isoOf(session),
    });
    this.state.afterCommit(() => this.byId.set(session.id, session));
    return { secret, session };
  }

  /** The sign-in that a cookie means, now in use; null when it is over or never was. */
  use(secret: string): LiveSession | null {
    const session = this.find(secret);
    if (session !== null) this.uses.note(session, SessionRecord, this.clock.now());
    return session;
  }

  /** The sign-in that a cookie means, or null. */
  find(secret: string): LiveSession | null {
    const session = this.byId.get(digestOf(secret));
    return session === undefined || this.isOver(session) ? null : session;
  }

  /** The sign-in of that id, which lasts; or null. */
  findById(id: string | null): LiveSession | null {
    return id === null ? null : (this.byId.get(id) ?? null);
  }

  /** The sign-ins of a person that last, the one used last first. */
  listOf(userId: string): LiveSession[] {
    const own = [...this.byId.values()].filter((session) => session.userId === userId && !this.isOver(session));
    return own.sort((one, other) => other.lastUsedAt - one.lastUsedAt);
  }

  /** Ends sign-ins, for requests and open streams alike, as soon as the transaction is committed. */
  async end(sessions: readonly LiveSession[]): Promise<void> {
    if (sessions.length === 0) return;
    await this.state.transaction(async (manager) => {
      const ids = sessions.map(({ id }) => id);
      for (let at = 0; at < ids.length; at += 500) await manager.delete(SessionRecord, ids.slice(at, at + 500));
      for (const { id, userId } of sessions) {
        this.state.afterCommit(() => this.byId.delete(id));
        this.events.publish('access.revoked', { user_id: userId, token_id: null, session_id: id });
      }
    });
  }

  /** Ends every sign-in that is too old or was not used for too long. */
  async endExpired(): Promise<void> {
    await this.end([...this.byId.values()].filter((session) => this.isOver(session)));
  }

  private isOver(session: LiveSession): boolean {
    return isSignInOver(session, this.config.signIn.idleMs, this.clock.now());
  }

  private surplusOf(userId: string): LiveSession[] {
    return this.listOf(userId).slice(SESSIONS_PER_USER - 1);
  }
}

function liveOf(record: SessionRecord): LiveSession {
  const { id, userId, address, userAgent } = record;
  const [createdAt, lastUsedAt, expiresAt] = [record.createdAt, record.lastUsedAt, record.expiresAt].map(Date.parse);
  const times = { createdAt: createdAt ?? 0, lastUsedAt: lastUsedAt ?? 0, expiresAt: expiresAt ?? 0 };
  return { id, userId, address: address ?? '', userAgent, ...times, writtenAt: times.lastUsedAt };
}

function isoOf(session: LiveSession): Pick<SessionRecord, 'createdAt' | 'lastUsedAt' | 'expiresAt'> {
  const iso = (ms: number) => new Date(ms).toISOString();
  return { createdAt: iso(session.createdAt), lastUsedAt: iso(session.lastUsedAt), expiresAt: iso(session.expiresAt) };
}
