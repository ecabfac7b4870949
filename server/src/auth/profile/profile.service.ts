import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { PasswordChange, SignInSessionList } from '#libs/api';
import { EventBus, Problem, State } from '../../platform/index.js';
import { performed, userObject } from '../performed.js';
import type { LiveSession } from '../sessions/sign-in-sessions.js';
import { SignInSessions } from '../sessions/sign-in-sessions.js';
import { Passwords } from '../sign-in/passwords.js';
import { SignInThrottle } from '../sign-in/sign-in-throttle.js';
import { KnownUsers } from '../users/known-users.js';
import { UserRecord } from '../users/user.entity.js';
import type { UserFields } from '../users/user.entity.js';

/** One's own password and sign-ins. They are a person's business: no API token reaches them. */
@Injectable()
export class ProfileService {
  constructor(
    private readonly state: State,
    private readonly events: EventBus,
    private readonly sessions: SignInSessions,
    private readonly passwords: Passwords,
    private readonly throttle: SignInThrottle,
    private readonly users: KnownUsers,
  ) {}

  /** The sign-ins that last, the one used last first. Throws `forbidden` for a token. */
  async listSessions(actor: Actor): Promise<SignInSessionList> {
    refuseTokens(actor);
    const items = (await this.sessions.listOf(actor.userId)).map((session) => sessionView(session, actor));
    return { items, next_cursor: null };
  }

  /** Ends one of one's sign-ins; one that is not there is ended already. Throws `forbidden` for a token. */
  async endSession(actor: Actor, id: string): Promise<void> {
    refuseTokens(actor);
    await this.endThose(actor, (session) => session.id === id);
  }

  /** Ends all of one's sign-ins but the one in use. Throws `forbidden` for a token. */
  async endOtherSessions(actor: Actor): Promise<void> {
    refuseTokens(actor);
    await this.endThose(actor, ({ id }) => id !== actor.sessionId);
  }

  /**
   * Changes one's password and ends all other sign-ins. Throws `validation-failed` where the present one is another,
   * `forbidden` for a token and for a person without a password, `too-many-requests`.
   */
  async changePassword(actor: Actor, change: PasswordChange, address: string): Promise<void> {
    refuseTokens(actor);
    const user = await this.withPassword(actor.userId);
    // Counted by the sign-in in use: strangers who guess this password do not keep its owner from changing it.
    const device = actor.sessionId === null ? null : `of sign-in ${actor.sessionId}`;
    await this.throttle.attempt({ account: user.emailKey, address, device }, async (attempt) => {
      if (!(await this.passwords.matches(change.current_password, user.passwordHash))) throw wrongPassword();
      await attempt.succeed();
    });
    const passwordHash = await this.passwords.hash(change.new_password);
    await this.state.transactionFor(actor, async (manager) => {
      const present: UserFields | null = await manager.findOneBy(UserRecord, { id: user.id });
      if (present?.passwordHash !== user.passwordHash) throw wrongPassword();
      await this.users.save({ ...present, passwordHash });
      this.events.publish('action.performed', performed(actor, 'auth.password_changed', userObject(user)));
      const others = (await this.sessions.listOf(user.id)).filter(({ id }) => id !== actor.sessionId);
      await this.sessions.end(others);
    });
  }

  private async withPassword(id: string): Promise<UserFields> {
    const hasPassword = this.users.find(id)?.hasPassword ?? false;
    const user = hasPassword ? await this.state.manager.findOneBy(UserRecord, { id }) : null;
    if (user === null) throw new Problem('forbidden', 'This workbench has no passwords, since it has one user.');
    return user;
  }

  private async endThose(actor: Actor, isMeant: (session: LiveSession) => boolean): Promise<void> {
    const sessions = (await this.sessions.listOf(actor.userId)).filter(isMeant);
    if (sessions.length === 0) return;
    await this.state.transactionFor(actor, async () => {
      const object = { kind: 'user', id: actor.userId, name: actor.name };
      const details = { sessions: sessions.length };
      this.events.publish('action.performed', performed(actor, 'auth.sign_out', object, { details }));
      await this.sessions.end(sessions);
    });
  }
}

function refuseTokens({ tokenId }: Actor): void {
  if (tokenId !== null) throw new Problem('forbidden', 'An API token cannot do this. Sign in.');
}

function wrongPassword(): Problem {
  const errors = [{ pointer: '/current_password', detail: 'is not your current password' }];
  return new Problem('validation-failed', undefined, { errors });
}

function sessionView(session: LiveSession, actor: Actor): SignInSessionList['items'][number] {
  const iso = (ms: number) => new Date(ms).toISOString();
  return {
    id: session.id,
    created_at: iso(session.createdAt),
    last_used_at: iso(session.lastUsedAt),
    expires_at: iso(session.expiresAt),
    address: session.address === '' ? null : session.address,
    user_agent: session.userAgent,
    is_current: session.id === actor.sessionId,
  };
}
