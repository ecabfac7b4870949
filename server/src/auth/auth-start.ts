import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap, OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { PinoLogger } from 'nestjs-pino';
import { SYSTEM_ACTOR } from '#libs/access';
import type { EventMap } from '#libs/events';
import { EventBus, Identification } from '../platform/index.js';
import { CallerIdentification } from './identify-callers.js';
import { lossOfSession, lossOfToken, lossOfUser } from './missed-revocations.js';
import type { MissedRevocation } from './missed-revocations.js';
import { factsOf } from './performed.js';
import { SignInSessions } from './sessions/sign-in-sessions.js';
import { FirstAdministrator } from './sign-in/first-administrator.js';
import { SignInThrottle } from './sign-in/sign-in-throttle.js';
import { KnownTokens } from './tokens/known-tokens.js';
import { KnownUsers } from './users/known-users.js';

/** Streams of a sign-in that ends by itself are open for so much longer at most. */
const SWEEP_EVERY_MS = 60_000;

/** Reads who is who and takes over identification, before the port opens. */
@Injectable()
export class AuthStart implements OnModuleInit, OnApplicationBootstrap {
  constructor(
    private readonly users: KnownUsers,
    private readonly sessions: SignInSessions,
    private readonly tokens: KnownTokens,
    private readonly first: FirstAdministrator,
    private readonly identification: Identification,
    private readonly callers: CallerIdentification,
    private readonly throttle: SignInThrottle,
    private readonly events: EventBus,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(AuthStart.name);
  }

  async onModuleInit(): Promise<void> {
    await this.load();
    this.events.beforeRelay('state.changed_elsewhere', ({ action }) => this.follow(action));
    this.events.beforeRelay('access.revoked', (revoked) => this.forget(revoked));
    this.identification.use(
      (request) => this.callers.identify(request),
      (token, request) => this.callers.ofToken(token, request),
    );
  }

  /** Once everything is ready that is to hear of the first administrator, and still before the port opens. */
  async onApplicationBootstrap(): Promise<void> {
    await this.first.ensure();
  }

  private async load(): Promise<void> {
    await this.users.load();
    await this.sessions.load();
    await this.tokens.load();
  }

  /** Reads everybody again, and ends here what was revoked while no events arrived. */
  private async catchUp(): Promise<void> {
    await this.reload(this.users, lossOfUser);
    await this.reload(this.sessions, lossOfSession);
    for (const { id, userId } of await this.reload(this.tokens, lossOfToken)) {
      // One that has another secret is still the same token.
      if (this.tokens.findById(id) !== null) continue;
      this.events.relay('auth.token_revoked', { user_id: userId, token_id: id, actor: factsOf(SYSTEM_ACTOR) });
    }
  }

  /** Reads records again. Returns those that have lost something, which is reported. */
  private async reload<T extends { readonly id: string }>(
    records: { all(): T[]; load(): Promise<void> },
    lossOf: (before: T, now: T | null) => MissedRevocation | null,
  ): Promise<T[]> {
    const before = records.all();
    await records.load();
    const now = new Map(records.all().map((record) => [record.id, record]));
    return before.filter((record) => {
      const loss = lossOf(record, now.get(record.id) ?? null);
      if (loss !== null) this.events.relay('access.revoked', loss);
      return loss !== null;
    });
  }

  /** Sign-ins and tokens of other processes are read when they are used. */
  private async follow(action: string | null): Promise<void> {
    if (action === null) return this.catchUp();
    if (!/^(?:auth|user)\./.test(action)) return;
    await this.users.load();
  }

  private async forget({ user_id, token_id, session_id }: EventMap['access.revoked']): Promise<void> {
    if (session_id !== null) this.sessions.forget({ id: session_id });
    if (token_id !== null) this.tokens.forget({ id: token_id });
    if (session_id !== null || token_id !== null) return;
    this.sessions.forget({ userId: user_id });
    this.tokens.forget({ userId: user_id });
    await this.users.readAgain(user_id);
  }

  /** Ends sign-ins whose time is over. Never rejects. */
  @Interval(SWEEP_EVERY_MS)
  async endExpired(): Promise<void> {
    try {
      await this.sessions.endExpired();
      await this.throttle.forgetOld();
    } catch (error) {
      this.logger.error({ err: error }, 'could not end sign-ins that are over');
    }
  }
}
