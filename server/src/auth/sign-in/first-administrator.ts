import { Inject, Injectable } from '@nestjs/common';
import { emailKey } from '#libs/access';
import type { SetUpInput } from '#libs/api';
import { Clock, EventBus, Problem, State, WORKBENCH_CONFIG } from '../../platform/index.js';
import type { WorkbenchConfig } from '../../platform/index.js';
import { performed, userObject } from '../performed.js';
import { digestOf, matchesDigest, newSetUpCode, normalizeCode } from '../secrets.js';
import { KnownUsers } from '../users/known-users.js';
import { UserRecord } from '../users/user.entity.js';
import type { UserFields } from '../users/user.entity.js';
import { selfOf } from '../users/user-view.js';
import { SignInIssuer } from './sign-in-issuer.js';
import type { SignInClient, SignedIn } from './sign-in-issuer.js';
import { Passwords } from './passwords.js';
import { SetUpCodes } from './set-up-codes.js';
import { SignInFailures } from './sign-in-failures.js';
import { SignInThrottle } from './sign-in-throttle.js';
import type { SignInAttempt } from './sign-in-throttle.js';

/** Makes sure that a workbench of several users has an administrator, or a set-up code by which a person becomes one. */
@Injectable()
export class FirstAdministrator {
  private codeDigest: string | null = null;
  private unread: string | null = null;

  constructor(
    @Inject(WORKBENCH_CONFIG) private readonly config: WorkbenchConfig,
    private readonly state: State,
    private readonly events: EventBus,
    private readonly clock: Clock,
    private readonly users: KnownUsers,
    private readonly passwords: Passwords,
    private readonly failures: SignInFailures,
    private readonly throttle: SignInThrottle,
    private readonly signIns: SignInIssuer,
    private readonly codes: SetUpCodes,
  ) {}

  /** True until there is an administrator, whichever way one came: until then a request can only create one. */
  get isAwaited(): boolean {
    return this.codeDigest !== null && !this.users.hasAdministrator();
  }

  /** The set-up code, to be shown to the one who started the workbench. It is reported once and kept only as a hash. */
  takeCode(): string | null {
    const code = this.unread;
    this.unread = null;
    return code;
  }

  /**
   * Where there is no administrator: makes the administrator whom the environment names, or a set-up code. An existing one
   * is left alone, so that a password that was changed stays changed. Of processes that start at once, one makes them.
   */
  async ensure(): Promise<void> {
    if (this.config.mode === 'single' || (await this.isSetUp())) return;
    const { administrator } = this.config.signIn;
    if (administrator !== null && (await this.isFree(administrator.email))) {
      const passwordHash = await this.passwords.hash(administrator.password);
      await this.state.transaction(async () => {
        if ((await this.isSetUp()) || !(await this.isFree(administrator.email))) return;
        await this.make(administrator.email, '', passwordHash);
      });
      await this.users.load();
      return;
    }
    // Another process may have made the administrator since.
    if (administrator !== null && (await this.isSetUp())) return this.users.load();
    this.unread = newSetUpCode();
    this.codeDigest = digestOf(this.unread);
    await this.codes.share(this.codeDigest);
  }

  /**
   * Makes the first administrator and signs them in. Throws `already-set-up`, `sign-in-failed` for a wrong code,
   * `email-taken` and `too-many-requests`.
   */
  async setUp(input: SetUpInput, client: SignInClient): Promise<SignedIn> {
    const digest = this.codeDigest;
    if (digest === null || !this.isAwaited) throw new Problem('already-set-up');
    const attempter = { account: null, address: client.address, device: null };
    return this.throttle.attempt(attempter, (attempt) => this.setUpWith(digest, input, client, attempt));
  }

  private async setUpWith(
    digest: string,
    input: SetUpInput,
    client: SignInClient,
    attempt: SignInAttempt,
  ): Promise<SignedIn> {
    const code = normalizeCode(input.code);
    if (!matchesDigest(code, digest) && !(await this.codes.isOfAnother(code))) {
      await this.failures.record('auth.set_up', { kind: 'user', id: '', name: null }, { address: client.address });
      throw new Problem(
        'sign-in-failed',
        'The code is not the one printed at the last start. Copy it from the log of the workbench.',
      );
    }
    await attempt.succeed();
    const passwordHash = await this.passwords.hash(input.password);
    return this.state.transaction(async () => {
      if (this.codeDigest !== digest || (await this.isSetUp())) throw new Problem('already-set-up');
      if (!(await this.isFree(input.email))) throw new Problem('email-taken');
      const administrator = await this.make(input.email, input.name ?? '', passwordHash);
      await this.codes.removeAll();
      this.state.afterCommit(() => (this.codeDigest = null));
      return this.signIns.issue(administrator, client, 'set-up code');
    });
  }

  private async make(email: string, name: string, passwordHash: string): Promise<UserFields> {
    const before = await this.holder(email);
    const user: UserFields = {
      id: before?.id ?? (await this.users.newAdministratorId()),
      ...{
        email: email.trim(),
        emailKey: emailKey(email),
        name: name || (before?.name ?? ''),
        role: 'admin',
        passwordHash,
      },
      ...{ issuer: null, subject: null, codeHash: null, codeExpiresAt: null, disabledAt: null },
      ...{ createdAt: before?.createdAt ?? this.clock.isoNow(), lastSignInAt: before?.lastSignInAt ?? null },
    };
    await this.users.save(user);
    this.events.publish('action.performed', performed(selfOf(user), 'auth.set_up', userObject(user)));
    return user;
  }

  private async isSetUp(): Promise<boolean> {
    return (await this.users.activeAdministrators()).length > 0;
  }

  /** Whether an administrator of that address can be made: of nobody, or of one who has nothing to sign in with. */
  private async isFree(email: string): Promise<boolean> {
    const holder = await this.holder(email);
    return holder === null || this.users.stateOf(holder) === 'invited';
  }

  private holder(email: string): Promise<UserFields | null> {
    return this.state.manager.findOneBy(UserRecord, { emailKey: emailKey(email) });
  }
}
