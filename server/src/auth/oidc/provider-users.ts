import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EMAIL_LENGTH, emailKey, isEmailAddress, roleOfGroups, unheldEmailKey } from '#libs/access';
import type { Role } from '#libs/access';
import { Clock, EventBus, State } from '../../platform/index.js';
import { performed, userObject } from '../performed.js';
import { SignInIssuer } from '../sign-in/sign-in-issuer.js';
import type { SignInClient, SignedIn } from '../sign-in/sign-in-issuer.js';
import { KnownUsers } from '../users/known-users.js';
import { UserRecord } from '../users/user.entity.js';
import type { UserFields } from '../users/user.entity.js';
import { selfOf } from '../users/user-view.js';
import { IdentityProvider } from './identity-provider.js';
import type { ProviderIdentity } from './identity-provider.js';

/** People who sign in at the identity provider. */
@Injectable()
export class ProviderUsers {
  constructor(
    private readonly state: State,
    private readonly events: EventBus,
    private readonly clock: Clock,
    private readonly users: KnownUsers,
    private readonly signIns: SignInIssuer,
    private readonly provider: IdentityProvider,
  ) {}

  /**
   * Signs in the person that the provider names, with the role that their groups give: the person who came by this identity
   * before, or has this e-mail address and nothing else to sign in with, or a new person. Null for those who may not come in.
   */
  signIn(identity: ProviderIdentity, client: SignInClient): Promise<SignedIn | null> {
    return this.state.transaction(async () => {
      const known = await this.find(identity);
      const role = roleOfGroups(identity.groups, this.provider.settings, known?.role ?? null);
      const isKeptOut = role === null || (known?.disabledAt ?? null) !== null;
      const user = isKeptOut ? null : await this.present(known, role, identity);
      if (user === null) {
        this.publishRefusal(identity, client);
        return null;
      }
      if (known !== null && known.role !== user.role) this.publishRoleChange(known, user);
      return this.signIns.issue(user, client, 'provider');
    });
  }

  /** An e-mail address proves something only where the provider has checked it, and opens only what was offered to it. */
  private async find({ issuer, subject, email, isEmailVerified }: ProviderIdentity): Promise<UserFields | null> {
    const { manager } = this.state;
    const known = await manager.findOneBy(UserRecord, { issuer, subject });
    if (known !== null || email === null || !isEmailVerified) return known;
    const invited = await manager.findOneBy(UserRecord, { emailKey: emailKey(email) });
    return invited !== null && this.users.stateOf(invited) === 'invited' ? invited : null;
  }

  private async present(known: UserFields | null, role: Role, identity: ProviderIdentity): Promise<UserFields | null> {
    if (known === null) return this.newcomer(role, identity);
    const isLast = role !== 'admin' && (await this.isLastAdministrator(known));
    return {
      ...known,
      emailKey: await this.heldKey(known, identity),
      ...{ role: isLast ? known.role : role, issuer: identity.issuer, subject: identity.subject },
      ...{ name: known.name || identity.name, codeHash: null, codeExpiresAt: null },
    };
  }

  private async newcomer(role: Role, identity: ProviderIdentity): Promise<UserFields | null> {
    const { issuer, subject, email, name } = identity;
    if (email === null || !isEmailAddress(email)) return null;
    if (await this.isTaken(email)) return null;
    const id = role === 'admin' ? await this.users.newAdministratorId() : randomUUID();
    const key = identity.isEmailVerified ? emailKey(email) : unheldEmailKey(id);
    return {
      ...{ id, email, emailKey: key, name, role, issuer, subject, passwordHash: null },
      ...{ codeHash: null, codeExpiresAt: null, disabledAt: null, lastSignInAt: null, createdAt: this.clock.isoNow() },
    };
  }

  /** An account holds its address as long as the provider says that it is verified, and nobody else holds it by now. */
  private async heldKey({ id, email, emailKey: kept }: UserFields, identity: ProviderIdentity): Promise<string> {
    const key = emailKey(email);
    if (identity.email === null || emailKey(identity.email) !== key) return kept;
    if (!identity.isEmailVerified) return unheldEmailKey(id);
    return kept === key || !(await this.isTaken(email)) ? key : kept;
  }

  private isTaken(email: string): Promise<boolean> {
    return this.state.manager.existsBy(UserRecord, { emailKey: emailKey(email) });
  }

  private async isLastAdministrator({ id }: UserFields): Promise<boolean> {
    const administrators = await this.users.activeAdministrators();
    return administrators.length === 1 && administrators[0]?.id === id;
  }

  private publishRoleChange(before: UserFields, after: UserFields): void {
    const details = { role_before: before.role, role: after.role, by: 'groups' };
    this.events.publish('action.performed', performed(selfOf(after), 'user.change', userObject(after), { details }));
    this.events.publish('access.revoked', { user_id: after.id, token_id: null, session_id: null });
  }

  private publishRefusal({ email, subject }: ProviderIdentity, { address }: SignInClient): void {
    const name = (email ?? subject).slice(0, EMAIL_LENGTH);
    const rest = { outcome: 'denied', details: { address, way: 'provider' } } as const;
    this.events.publish('action.performed', performed(null, 'auth.sign_in', { kind: 'user', id: '', name }, rest));
  }
}
