import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { LOCAL_ACTOR, addressKey, hintOf, isApiToken } from '#libs/access';
import type { Actor } from '#libs/access';
import type { PerformedAction } from '#libs/audit';
import { EventBus, Problem, RepeatedActions, State, WORKBENCH_CONFIG, isOwnPage } from '../platform/index.js';
import type { WorkbenchConfig } from '../platform/index.js';
import { performed } from './performed.js';
import { digestOf, matchesDigest } from './secrets.js';
import { AccessTokenGuesses } from './sign-in/access-token-guesses.js';
import { SessionCookie } from './sessions/session-cookie.js';
import { SignInSessions } from './sessions/sign-in-sessions.js';
import type { LiveSession } from './sessions/sign-in-sessions.js';
import { presenting } from './active-callers.js';
import { KnownTokens } from './tokens/known-tokens.js';
import type { KnownToken } from './tokens/known-tokens.js';
import { KnownUsers } from './users/known-users.js';
import type { KnownUser } from './users/known-users.js';

/** An address that sends more invalid tokens than this in a minute gets 429; valid ones are still accepted. */
const REFUSALS_PER_MINUTE = 60;

/**
 * Says who sends a request, by what it carries, without a look at the disk. Only what another process may have made is
 * looked up in the state.
 */
@Injectable()
export class CallerIdentification {
  private readonly accessTokenDigest: string | null;
  private readonly isShared: boolean;
  /** A request without a token or cookie. */
  private readonly anonymousActor: Actor | null;

  constructor(
    @Inject(WORKBENCH_CONFIG) private readonly config: WorkbenchConfig,
    private readonly cookie: SessionCookie,
    private readonly sessions: SignInSessions,
    private readonly tokens: KnownTokens,
    private readonly users: KnownUsers,
    private readonly events: EventBus,
    private readonly state: State,
    private readonly repeats: RepeatedActions,
    private readonly guesses: AccessTokenGuesses,
  ) {
    const { accessToken } = config.signIn;
    this.accessTokenDigest = accessToken === null ? null : digestOf(accessToken);
    this.isShared = config.stateDatabaseUrl !== null;
    this.anonymousActor = config.mode === 'single' && accessToken === null ? LOCAL_ACTOR : null;
  }

  /** Who sends `request`; null when it does not say. Throws `unauthenticated` and `cross-site`. */
  identify(request: Request): Actor | null | Promise<Actor> {
    const bearer = bearerOf(request.headers.authorization);
    if (bearer !== null) return this.ofBearer(bearer, request);
    if (this.anonymousActor !== null) return this.anonymousActor;
    const secret = this.cookie.read(request);
    return secret === null ? null : this.ofCookie(secret, request);
  }

  /** Whose API token `text` is. Throws `unauthenticated`, always in the same words. */
  ofToken(text: string, request: Request): Actor | Promise<Actor> {
    const token = this.tokens.findByText(text);
    const owner = token === null ? null : this.users.find(token.userId);
    if ((token === null || owner === null) && this.isShared) return this.lookUpToken(text, request);
    return this.tokenActor(text, token, owner, request);
  }

  private async lookUpToken(text: string, request: Request): Promise<Actor> {
    const token = await this.tokens.lookUpByText(text);
    const owner = token === null ? null : await this.users.lookUp(token.userId);
    return this.tokenActor(text, token, owner, request);
  }

  private tokenActor(text: string, token: KnownToken | null, owner: KnownUser | null, request: Request): Actor {
    if (token === null || owner === null || this.tokens.isExpired(token)) throw this.refusal(text, token, request);
    this.tokens.noteUse(token);
    const { id, userId, name, scopes, connectionIds } = token;
    const limits = { scopes, connectionIds };
    const actor: Actor = { kind: 'token', userId, name, role: owner.role, tokenId: id, sessionId: null, ...limits };
    return presenting(actor, token.secretHash);
  }

  private ofBearer(bearer: string, request: Request): Actor | Promise<Actor> {
    if (this.accessTokenDigest === null) return this.ofToken(bearer, request);
    const isRight = matchesDigest(bearer, this.accessTokenDigest);
    if (isApiToken(bearer)) return isRight ? LOCAL_ACTOR : this.ofToken(bearer, request);
    const address = addressKey(request.ip ?? '');
    this.guesses.refuseWhileDelayed(address);
    if (isRight) return LOCAL_ACTOR;
    this.guesses.countFailure(address);
    throw this.refusal(bearer, null, request);
  }

  private ofCookie(secret: string, request: Request): Actor | Promise<Actor> {
    const session = this.sessions.find(secret);
    const user = session === null ? null : this.users.find(session.userId);
    if ((session === null || user === null) && this.isShared) return this.lookUpCookie(secret, request);
    return this.sessionActor(session, user, request);
  }

  private async lookUpCookie(secret: string, request: Request): Promise<Actor> {
    const session = await this.sessions.lookUp(secret);
    const user = session === null ? null : await this.users.lookUp(session.userId);
    return this.sessionActor(session, user, request);
  }

  private sessionActor(session: LiveSession | null, user: KnownUser | null, request: Request): Actor {
    if (session === null || user === null) throw new Problem('unauthenticated');
    const { origin, 'sec-fetch-site': fetchSite } = request.headers;
    const isOwn = isOwnPage({ method: request.method, origin, fetchSite: fetchSite?.toString() });
    if (!isOwn)
      throw new Problem('cross-site', 'Send the Origin of the workbench, or an API token in place of a cookie.');
    this.sessions.noteUse(session);
    const name = this.config.mode === 'single' ? LOCAL_ACTOR.name : user.emailLabel;
    const unlimited = { tokenId: null, scopes: null, connectionIds: null };
    return { kind: 'user', userId: user.id, name, role: user.role, sessionId: session.id, ...unlimited };
  }

  private refusal(text: string, token: KnownToken | null, request: Request): Problem {
    const address = addressKey(request.ip ?? '');
    const fact = refusedToken(text, token, request);
    // One count for all invalid tokens of an address: another text in each request is the same flood.
    const { isNew, count, endsInMs } = this.repeats.note(fact, { key: `${token?.id ?? ''} ${address}` });
    if (isNew) this.record(fact);
    if (count <= REFUSALS_PER_MINUTE)
      return new Problem('unauthenticated', 'The token is not valid. Create a new one.');
    const detail = 'Too many invalid tokens came from this address. Wait before the next one.';
    return new Problem('too-many-requests', detail, { retryAfterMs: endsInMs });
  }

  /** In its place among the other entries, or, where the state cannot be written now, as soon as it can. */
  private record(fact: PerformedAction): void {
    const publish = async () => {
      await Promise.resolve();
      this.events.publish('action.performed', fact);
    };
    this.state.transaction(publish).catch(publish);
  }
}

function refusedToken(text: string, token: KnownToken | null, request: Request): PerformedAction {
  const object = { kind: 'token', id: token?.id ?? '', name: token?.name ?? null };
  const details = { hint: hintOf(text), address: request.ip ?? null };
  return performed(null, 'token.refused', object, { outcome: 'failed', details });
}

/** The bearer token of an `Authorization` header; other schemes belong to proxies in front and say nothing here. */
function bearerOf(authorization: string | undefined): string | null {
  if (authorization === undefined || !/^bearer\b/i.test(authorization)) return null;
  return /^bearer (.*)$/i.exec(authorization)?.[1]?.replace(/^ +/, '') ?? '';
}
