import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { isSignInOver } from '#libs/access';
import { Clock, EventBus, State, WORKBENCH_CONFIG } from '../../platform/index.js';
import type { WorkbenchConfig } from '../../platform/index.js';
import { BatchedLookup } from '../batched-lookup.js';
import { RecordCache } from '../record-cache.js';
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

/**
 * The sign-ins that last, held in memory so that finding one costs no reading. What another process has begun is read
 * when it is first used.
 */
@Injectable()
export class SignInSessions {
  private readonly known = new RecordCache<LiveSession>(usedLast);
  private readonly lookup: BatchedLookup<LiveSession>;
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
    this.lookup = new BatchedLookup((ids) => this.read(ids));
  }

  /** Reads what lasts; what another mode or another access token opened is forgotten. */
  async load(): Promise<void> {
    let foreign: SessionRecord[] = [];
    await this.known.load(async () => {
      const records = await this.state.manager.find(SessionRecord);
      foreign = records.filter(({ realm }) => realm !== this.realm);
      return records.filter(({ realm }) => realm === this.realm).map(liveOf);
    });
    if (foreign.length === 0) return this.endExpired();
    await this.state.transaction((manager) => manager.remove(foreign, { chunk: 500 }));
    await this.endExpired();
  }

  /** The sign-ins that this process knows. */
  all(): LiveSession[] {
    return this.known.all();
  }

  /** Begins a sign-in inside the running transaction; answers what the browser's cookie is to say. */
  async begin(userId: string, client: ClientFacts): Promise<{ secret: string; session: LiveSession }> {
    const secret = newSecret();
    const now = this.clock.now();
    const times = { createdAt: now, lastUsedAt: now, writtenAt: now, expiresAt: now + this.config.signIn.maxMs };
    const session: LiveSession = { id: digestOf(secret), userId, ...times, ...client };
    await this.end(await this.surplusOf(userId));
    await this.state.manager.insert(SessionRecord, {
      ...client,
      id: session.id,
      userId,
      realm: this.realm,
      ...isoOf(session),
    });
    this.state.afterCommit(() => this.known.set(session));
    return { secret, session };
  }

  /** Takes note that a sign-in is in use. */
  noteUse(session: LiveSession): void {
    this.uses.note(session, SessionRecord, this.clock.now());
  }

  /** The sign-in that a cookie means, as far as this process knows it; or null. */
  find(secret: string): LiveSession | null {
    return this.lasting(this.known.get(digestOf(secret)));
  }

  /** The sign-in that a cookie means, whichever process began it or used it last; or null. */
  async lookUp(secret: string): Promise<LiveSession | null> {
    return this.find(secret) ?? this.lasting(await this.readAgain(digestOf(secret)));
  }

  /** Forgets what is known of a sign-in, or of all of a person, since another process has ended them. */
  forget(isMeant: Partial<Pick<LiveSession, 'id' | 'userId'>>): void {
    if (isMeant.id !== undefined) this.known.drop(isMeant.id);
    else this.known.dropWhere(({ userId }) => userId === isMeant.userId);
  }

  /** The sign-in of that id, which lasts; or null. */
  findById(id: string | null): LiveSession | null {
    return id === null ? null : this.known.get(id);
  }

  /** The sign-ins of a person that last, the one used last first. */
  async listOf(userId: string): Promise<LiveSession[]> {
    const records = await this.state.manager.findBy(SessionRecord, { userId, realm: this.realm });
    const own = records.map((record) => usedLast(liveOf(record), this.known.get(record.id) ?? undefined));
    return own.filter((session) => !this.isOver(session)).sort((one, other) => other.lastUsedAt - one.lastUsedAt);
  }

  /** Ends sign-ins, for requests and open streams alike, as soon as the transaction is committed. */
  async end(sessions: readonly LiveSession[]): Promise<void> {
    if (sessions.length === 0) return;
    await this.state.transaction(async (manager) => {
      const ids = sessions.map(({ id }) => id);
      for (let at = 0; at < ids.length; at += 500) await manager.delete(SessionRecord, ids.slice(at, at + 500));
      for (const { id, userId } of sessions) {
        this.state.afterCommit(() => this.known.drop(id));
        this.events.publish('access.revoked', { user_id: userId, token_id: null, session_id: id });
      }
    });
  }

  /** Ends every sign-in that is too old or was not used for too long. */
  async endExpired(): Promise<void> {
    const over = this.known.all().filter((session) => this.isOver(session));
    // Another process may have used them since they were read.
    const present = await Promise.all(over.map(({ id }) => this.readAgain(id)));
    await this.end(present.flatMap((session) => (session !== null && this.isOver(session) ? [session] : [])));
  }

  private readAgain(id: string): Promise<LiveSession | null> {
    return this.known.loadOne(id, () => this.lookup.find(id));
  }

  private async read(ids: readonly string[]): Promise<ReadonlyMap<string, LiveSession>> {
    const records = await this.state.manager.findBy(SessionRecord, { id: In([...ids]), realm: this.realm });
    return new Map(records.map((record) => [record.id, liveOf(record)]));
  }

  private lasting(session: LiveSession | null): LiveSession | null {
    return session === null || this.isOver(session) ? null : session;
  }

  private isOver(session: LiveSession): boolean {
    return isSignInOver(session, this.config.signIn.idleMs, this.clock.now());
  }

  private async surplusOf(userId: string): Promise<LiveSession[]> {
    return (await this.listOf(userId)).slice(SESSIONS_PER_USER - 1);
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

/** What was read, with the latest use that is known: uses are written down to the minute. */
function usedLast(read: LiveSession, before: LiveSession | undefined): LiveSession {
  if (before === undefined || before.lastUsedAt <= read.lastUsedAt) return read;
  return { ...read, lastUsedAt: before.lastUsedAt, writtenAt: before.writtenAt };
}
