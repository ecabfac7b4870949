import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { emailKey } from '#libs/access';
import type { Actor } from '#libs/access';
import type { Invitation, InvitationInput, User, UserChange, UserList } from '#libs/api';
import type { AuditAction, PerformedAction } from '#libs/audit';
import { Clock, EventBus, Problem, State, WORKBENCH_CONFIG } from '../../platform/index.js';
import type { WorkbenchConfig } from '../../platform/index.js';
import { performed, userObject } from '../performed.js';
import { digestOf, newSecret } from '../secrets.js';
import { SignInSessions } from '../sessions/sign-in-sessions.js';
import { TokensService } from '../tokens/tokens.service.js';
import { KnownUsers } from './known-users.js';
import { UserRecord } from './user.entity.js';
import type { UserFields } from './user.entity.js';

const INVITATION_MS = 7 * 24 * 3_600_000;

/** The people of a workbench, for its administrators. */
@Injectable()
export class UsersService {
  constructor(
    @Inject(WORKBENCH_CONFIG) private readonly config: WorkbenchConfig,
    private readonly state: State,
    private readonly events: EventBus,
    private readonly clock: Clock,
    private readonly known: KnownUsers,
    private readonly sessions: SignInSessions,
    private readonly tokens: TokensService,
  ) {}

  /** All users, in the order of their e-mail addresses; none at a single-user workbench. */
  async list(): Promise<UserList> {
    if (this.config.mode === 'single') return { items: [], next_cursor: null };
    const records = await this.state.manager.find(UserRecord);
    const keys = new Map(records.map(({ id, email }) => [id, emailKey(email)]));
    const keyOf = ({ id }: UserFields) => keys.get(id) ?? '';
    const sorted = records.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
    return { items: sorted.map((record) => this.known.view(record)), next_cursor: null };
  }

  /** Invites a person, who chooses a password by the link in the answer. Throws `email-taken` and `forbidden`. */
  async invite(actor: Actor, input: InvitationInput): Promise<Invitation> {
    this.refuseSingle();
    refuseLimitedTokens(actor);
    const code = newSecret();
    const user: UserFields = {
      ...{ id: randomUUID(), email: input.email.trim(), emailKey: emailKey(input.email), name: input.name ?? '' },
      ...{ role: input.role ?? 'user', passwordHash: null, issuer: null, subject: null, ...this.codeFields(code) },
      ...{ createdAt: this.clock.isoNow(), lastSignInAt: null, disabledAt: null },
    };
    await this.state.transactionFor(actor, async (manager) => {
      if (await manager.existsBy(UserRecord, { emailKey: user.emailKey })) throw new Problem('email-taken');
      await this.known.save(user);
      this.publishAction(actor, 'user.invite', user, { role: user.role });
    });
    return this.invitationOf(user, code);
  }

  /**
   * Changes a person's name or role, or lets them sign in or not; who is disabled loses sign-ins and tokens at once. Throws
   * `user-not-found`, `last-administrator` and `forbidden`.
   */
  async change(actor: Actor, id: string, change: UserChange): Promise<User> {
    if (change.role !== undefined) refuseLimitedTokens(actor);
    return this.state.transactionFor(actor, async () => {
      const before = await this.find(id);
      const after = this.changed(before, change);
      if (after.role !== 'admin' || after.disabledAt !== null) await this.refuseLastAdministrator(before);
      await this.known.save(after);
      this.publishChanges(actor, before, after);
      if (before.disabledAt === null && after.disabledAt !== null) {
        await this.sessions.end(await this.sessions.listOf(id));
        await this.tokens.revokeAllOf(actor, id);
      }
      if (before.role !== after.role || before.disabledAt !== after.disabledAt) this.publishRevoked(id);
      return this.known.view(after);
    });
  }

  /**
   * Takes a person's password away and ends their sign-ins; they choose another by the link in the answer. Throws
   * `user-not-found`, `last-administrator`, and `forbidden` for a person who signs in elsewhere.
   */
  async reset(actor: Actor, id: string): Promise<Invitation> {
    refuseLimitedTokens(actor);
    const code = newSecret();
    return this.state.transactionFor(actor, async () => {
      const before = await this.find(id);
      if (this.known.view(before).is_external)
        throw new Problem('forbidden', 'This person signs in at another provider, which manages the password.');
      if (before.disabledAt !== null)
        throw new Problem('forbidden', 'This person is disabled. Enable the person first.');
      await this.refuseLastAdministrator(before);
      const after = { ...before, passwordHash: null, issuer: null, subject: null, ...this.codeFields(code) };
      await this.known.save(after);
      this.publishAction(actor, 'user.reset', after, {});
      await this.sessions.end(await this.sessions.listOf(id));
      this.publishRevoked(id);
      return this.invitationOf(after, code);
    });
  }

  /** Ends every sign-in of a person. Throws `user-not-found`. */
  async signOutEverywhere(actor: Actor, id: string): Promise<void> {
    await this.state.transactionFor(actor, async () => {
      const user = await this.find(id);
      const sessions = await this.sessions.listOf(id);
      this.publishAction(actor, 'user.sign_out_everywhere', user, { sessions: sessions.length });
      await this.sessions.end(sessions);
    });
  }

  private async find(id: string): Promise<UserFields> {
    const user = this.config.mode === 'single' ? null : await this.state.manager.findOneBy(UserRecord, { id });
    if (user === null) throw new Problem('user-not-found');
    return user;
  }

  private changed(before: UserFields, change: UserChange): UserFields {
    const isDisabled = change.disabled ?? before.disabledAt !== null;
    const disabledAt = isDisabled ? (before.disabledAt ?? this.clock.isoNow()) : null;
    // A disabled person must not come back in by a link that is still valid.
    const code = isDisabled ? { codeHash: null, codeExpiresAt: null } : {};
    return { ...before, name: change.name ?? before.name, role: change.role ?? before.role, disabledAt, ...code };
  }

  private async refuseLastAdministrator(user: UserFields): Promise<void> {
    if (user.role !== 'admin' || this.known.stateOf(user) !== 'active') return;
    const others = (await this.known.activeAdministrators()).filter(({ id }) => id !== user.id);
    if (others.length === 0) throw new Problem('last-administrator');
  }

  private codeFields(code: string): Pick<UserFields, 'codeHash' | 'codeExpiresAt'> {
    const codeExpiresAt = new Date(this.clock.now() + INVITATION_MS).toISOString();
    return { codeHash: digestOf(code), codeExpiresAt };
  }

  private publishChanges(actor: Actor, before: UserFields, after: UserFields): void {
    const isDisabled = after.disabledAt !== null;
    if ((before.disabledAt !== null) !== isDisabled) {
      this.publishAction(actor, isDisabled ? 'user.disable' : 'user.enable', after, {});
    }
    if (before.name === after.name && before.role === after.role) return;
    this.publishAction(actor, 'user.change', after, { role_before: before.role, role: after.role, name: after.name });
  }

  private publishAction(
    actor: Actor,
    action: AuditAction,
    user: UserFields,
    details: PerformedAction['details'],
  ): void {
    this.events.publish('action.performed', performed(actor, action, userObject(user), { details }));
  }

  private publishRevoked(id: string): void {
    this.events.publish('access.revoked', { user_id: id, token_id: null, session_id: null });
  }

  private invitationOf(user: UserFields, code: string): Invitation {
    return { user: this.known.view(user), link: `/welcome#${code}`, expires_at: user.codeExpiresAt ?? '' };
  }

  private refuseSingle(): void {
    if (this.config.mode === 'single') throw new Problem('forbidden', 'This workbench runs in single-user mode.');
  }
}

/** Making an administrator would be a way around a token's limits. */
function refuseLimitedTokens({ scopes, connectionIds }: Actor): void {
  if (scopes === null && connectionIds === null) return;
  throw new Problem('forbidden', 'A token with limits cannot manage people. Sign in.');
}
