import { isIssuerOf, unheldEmailKey } from '#libs/access';
import type { Actor } from '#libs/access';
import type { User } from '#libs/api';
import type { UserFields } from './user.entity.js';

/**
 * Whether a person can sign in, by a password or at the provider of the configured address `provider`: `invited` has nothing
 * to sign in with, be it not yet or no more.
 */
export function stateOf(record: UserFields, provider: string | null): User['state'] {
  if (record.disabledAt !== null) return 'disabled';
  return record.passwordHash !== null || isOfProvider(record, provider) ? 'active' : 'invited';
}

function isOfProvider({ issuer }: UserFields, provider: string | null): boolean {
  return issuer !== null && isIssuerOf(provider, issuer);
}

/** Whether the account holds its address: others are neither found nor invited by it. */
function holdsEmail({ id, emailKey }: Pick<UserFields, 'id' | 'emailKey'>): boolean {
  return emailKey !== unheldEmailKey(id);
}

/** How a person is called by their address; an address that they do not hold says so, since it may be that of another. */
export function emailLabel(record: Pick<UserFields, 'id' | 'email' | 'emailKey'>): string {
  return holdsEmail(record) ? record.email : `${record.email} (not verified)`;
}

/** A person as the API shows them. */
export function userView(record: UserFields, provider: string | null): User {
  return {
    id: record.id,
    email: record.email,
    name: record.name,
    role: record.role,
    state: stateOf(record, provider),
    is_external: isOfProvider(record, provider) && record.passwordHash === null,
    is_email_unverified: !holdsEmail(record),
    created_at: record.createdAt,
    last_sign_in_at: record.lastSignInAt,
  };
}

/** The person themselves, as the actor of what they just did. */
export function selfOf(record: Pick<UserFields, 'id' | 'email' | 'emailKey' | 'role'>): Actor {
  const { id, role } = record;
  const unlimited = { tokenId: null, sessionId: null, scopes: null, connectionIds: null };
  return { kind: 'user', userId: id, name: emailLabel(record), role, ...unlimited };
}
