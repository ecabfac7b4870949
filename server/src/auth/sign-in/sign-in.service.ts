import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { EMAIL_LENGTH, LOCAL_ACTOR, LOCAL_USER_ID, emailKey } from '#libs/access';
import type { Actor } from '#libs/access';
import type { AcceptInput, SignInInput, SignInOptions } from '#libs/api';
import { Clock, EventBus, Problem, State, WORKBENCH_CONFIG } from '../../platform/index.js';
import type { WorkbenchConfig } from '../../platform/index.js';
import { performed, userObject } from '../performed.js';
import { digestOf, matchesDigest } from '../secrets.js';
import { SignInSessions } from '../sessions/sign-in-sessions.js';
import { UserRecord } from '../users/user.entity.js';
import type { UserFields } from '../users/user.entity.js';
import { selfOf } from '../users/user-view.js';
import { SignInIssuer } from './sign-in-issuer.js';
import type { SignInClient, SignedIn } from './sign-in-issuer.js';
import { FirstAdministrator } from './first-administrator.js';
import { PassportAuthenticator } from './passport-authenticator.js';
import { PASSWORD_STRATEGY, passwordStrategy, requestWith } from './password-strategy.js';
import { Passwords } from './passwords.js';
import { SignInFailures } from './sign-in-failures.js';
import { SignInThrottle } from './sign-in-throttle.js';
import type { SignInAttempt } from './sign-in-throttle.js';

/** Signing in and out. */
@Injectable()
export class SignInService {
  constructor(
    @Inject(WORKBENCH_CONFIG) private readonly config: WorkbenchConfig,
    private readonly state: State,
    private readonly events: EventBus,
    private readonly clock: Clock,
    private readonly sessions: SignInSessions,
    private readonly passwords: Passwords,
    private readonly throttle: SignInThrottle,
    private readonly failures: SignInFailures,
    private readonly first: FirstAdministrator,
    private readonly signIns: SignInIssuer,
    private readonly authenticator: PassportAuthenticator,
  ) {
    authenticator.add(PASSWORD_STRATEGY, passwordStrategy(state, passwords));
  }

  /** What the sign-in page has to offer. */
  options(): SignInOptions {
    const { mode, signIn } = this.config;
    const provider = signIn.provider === null ? null : { name: signIn.provider.name };
    if (mode === 'single') return { sign_in: signIn.accessToken === null ? 'none' : 'access-token', provider };
    return { sign_in: this.first.isAwaited ? 'set-up' : 'password', provider };
  }

  /** Signs in by what this workbench asks for. Throws `sign-in-failed`, whatever was wrong, and `too-many-requests`. */
  signIn(input: SignInInput, client: SignInClient, response: Response): Promise<SignedIn> {
    if (this.config.mode === 'single') return this.byAccessToken(input.access_token, client);
    const { email = '', password = '' } = input;
    const missing = (['email', 'password'] as const).filter((name) => input[name] === undefined);
    if (missing.length > 0) {
      const errors = missing.map((name) => ({ pointer: `/${name}`, detail: 'must be given' }));
      throw new Problem('validation-failed', undefined, { errors });
    }
    return this.byPassword(email, client, () =>
      this.authenticator.authenticate(PASSWORD_STRATEGY, requestWith(email, password), response),
    );
  }

  /**
   * Chooses a password by the code of an invitation or a reset, which is then used up, and signs in. Throws
   * `sign-in-failed` for a code that is unknown, used or too old, and `too-many-requests`.
   */
  accept(input: AcceptInput, client: SignInClient): Promise<SignedIn> {
    const attempter = { account: null, address: client.address, device: null };
    return this.throttle.attempt(attempter, (attempt) => this.byCode(input, client, attempt));
  }

  private async byCode(input: AcceptInput, client: SignInClient, attempt: SignInAttempt): Promise<SignedIn> {
    const codeHash = digestOf(input.code);
    if ((await this.invited(codeHash)) === null) {
      await this.failures.record('user.accept', { kind: 'user', id: '', name: null }, { address: client.address });
      throw refusedCode();
    }
    await attempt.succeed();
    const passwordHash = await this.passwords.hash(input.password);
    return this.state.transaction(async () => {
      const user = await this.invited(codeHash);
      if (user === null) throw refusedCode();
      const accepted = { ...user, name: input.name ?? user.name, passwordHash, codeHash: null, codeExpiresAt: null };
      this.events.publish('action.performed', performed(selfOf(accepted), 'user.accept', userObject(accepted)));
      return this.signIns.issue(accepted, client, 'invitation');
    });
  }

  /** Ends the sign-in that `actor` came with, if they came with one. */
  async signOut(actor: Actor | null): Promise<void> {
    const session = this.sessions.findById(actor?.sessionId ?? null);
    if (actor === null || session === null) return;
    await this.state.transaction(async () => {
      const object = { kind: 'user', id: actor.userId, name: actor.name };
      this.events.publish('action.performed', performed(actor, 'auth.sign_out', object));
      await this.sessions.end([session]);
    });
  }

  private byAccessToken(given: string | undefined, client: SignInClient): Promise<SignedIn> {
    const { accessToken } = this.config.signIn;
    return this.attempt(LOCAL_USER_ID, client, async (attempt) => {
      if (accessToken !== null && matchesDigest(given ?? '', digestOf(accessToken))) {
        await attempt.succeed();
        return this.signIns.issueLocal(LOCAL_ACTOR, client);
      }
      const object = { kind: 'user', id: LOCAL_ACTOR.userId, name: null };
      await this.failures.record('auth.sign_in', object, { address: client.address });
      throw new Problem('sign-in-failed');
    });
  }

  private async attempt<T>(
    account: string,
    client: SignInClient,
    work: (attempt: SignInAttempt) => Promise<T>,
  ): Promise<T> {
    const device = await client.deviceOf(account);
    return this.throttle.attempt({ account, address: client.address, device }, work);
  }

  private byPassword(email: string, client: SignInClient, check: () => Promise<UserFields | null>): Promise<SignedIn> {
    return this.attempt(emailKey(email), client, async (attempt) => {
      const user = await check();
      const signedIn = user === null ? null : await this.issueChecked(user, client, attempt);
      if (signedIn !== null) return signedIn;
      const object = { kind: 'user', id: '', name: email.slice(0, EMAIL_LENGTH) };
      await this.failures.record('auth.sign_in', object, { address: client.address });
      throw new Problem('sign-in-failed');
    });
  }

  /** Reads the user again: they may have been disabled or reset while their password was hashed. */
  private issueChecked(checked: UserFields, client: SignInClient, attempt: SignInAttempt): Promise<SignedIn | null> {
    return this.state.transaction(async (manager) => {
      const user = await manager.findOneBy(UserRecord, { id: checked.id });
      if (user?.disabledAt !== null || user.passwordHash !== checked.passwordHash) return null;
      await attempt.succeed();
      return this.signIns.issue(user, client, 'password');
    });
  }

  private async invited(codeHash: string): Promise<UserFields | null> {
    const user = await this.state.manager.findOneBy(UserRecord, { codeHash });
    if (user?.disabledAt !== null || user.codeExpiresAt === null) return null;
    return this.clock.now() < Date.parse(user.codeExpiresAt) ? user : null;
  }
}

function refusedCode(): Problem {
  return new Problem('sign-in-failed', 'This link is no longer valid. Ask an administrator for a new one.');
}
