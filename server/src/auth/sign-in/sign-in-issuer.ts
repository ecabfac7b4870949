import { Injectable } from '@nestjs/common';
import { LOCAL_USER_ID } from '#libs/access';
import type { Actor } from '#libs/access';
import type { Me } from '#libs/api';
import { Clock, EventBus, Problem, State } from '../../platform/index.js';
import { performed, userObject } from '../performed.js';
import type { ClientFacts } from '../sessions/client-facts.js';
import { SignInSessions } from '../sessions/sign-in-sessions.js';
import type { LiveSession } from '../sessions/sign-in-sessions.js';
import { KnownUsers } from '../users/known-users.js';
import type { UserFields } from '../users/user.entity.js';
import { selfOf } from '../users/user-view.js';

/** Who signs in from where, and what their browser presented from earlier sign-ins. */
export interface SignInClient extends ClientFacts {
  readonly previousSecret: string | null;
  /** The id of the browser as a known device of an account, or null. */
  readonly deviceOf: (account: string) => Promise<string | null>;
}

/** A sign-in that has just begun. */
export interface SignedIn {
  /** What its device is known by: the key of the e-mail address, or of the one person of a single-user workbench. */
  readonly account: string;
  /** What the browser's cookie is to say; reported to no one else. */
  readonly secret: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly me: Me;
}

/** Issues sign-ins to people whose identity is verified, and describes who an actor is. */
@Injectable()
export class SignInIssuer {
  constructor(
    private readonly state: State,
    private readonly events: EventBus,
    private readonly clock: Clock,
    private readonly sessions: SignInSessions,
    private readonly users: KnownUsers,
  ) {}

  /**
   * Begins a sign-in of a person inside the running transaction. It is always a new one: what the browser was signed in
   * with before ends, so that an attacker cannot have planted it. Writes the person down with the time.
   */
  async issue(record: UserFields, client: SignInClient, way: string): Promise<SignedIn> {
    const user = { ...record, lastSignInAt: this.clock.isoNow() };
    await this.users.save(user);
    const fact = performed(selfOf(user), 'auth.sign_in', userObject(user), {
      details: { way, address: client.address },
    });
    this.events.publish('action.performed', fact);
    const { secret, session } = await this.begin(user.id, client);
    const { id, email, name, role } = user;
    const me = meOf({ id, email, name, role }, session, user.passwordHash !== null);
    return { account: user.emailKey, secret, expiresAt: session.expiresAt, me };
  }

  /** Begins a sign-in of the one person of a single-user workbench. */
  async issueLocal(actor: Actor, client: SignInClient): Promise<SignedIn> {
    return this.state.transaction(async () => {
      const object = { kind: 'user', id: actor.userId, name: actor.name };
      const details = { way: 'access token', address: client.address };
      this.events.publish('action.performed', performed(actor, 'auth.sign_in', object, { details }));
      const { secret, session } = await this.begin(actor.userId, client);
      const me = meOf({ id: actor.userId, email: '', name: actor.name, role: actor.role }, session, false);
      return { account: LOCAL_USER_ID, secret, expiresAt: session.expiresAt, me };
    });
  }

  /** Who `actor` is, and what limits them. */
  me(actor: Actor): Me {
    const user = this.users.find(actor.userId);
    if (user === null) throw new Problem('unauthenticated');
    const { id, email, name } = user;
    const me = meOf({ id, email, name, role: actor.role }, this.sessions.findById(actor.sessionId), user.hasPassword);
    return {
      ...me,
      scopes: actor.scopes === null ? null : [...actor.scopes],
      connection_ids: actor.connectionIds === null ? null : [...actor.connectionIds],
    };
  }

  private async begin(userId: string, client: SignInClient): Promise<{ secret: string; session: LiveSession }> {
    const { address, userAgent, previousSecret } = client;
    const previous = previousSecret === null ? null : await this.sessions.lookUp(previousSecret);
    if (previous !== null) await this.sessions.end([previous]);
    return this.sessions.begin(userId, { address, userAgent });
  }
}

function meOf(user: Me['user'], session: LiveSession | null, hasPassword: boolean): Me {
  const session_expires_at = session === null ? null : new Date(session.expiresAt).toISOString();
  return { user, scopes: null, connection_ids: null, session_expires_at, has_password: hasPassword };
}
