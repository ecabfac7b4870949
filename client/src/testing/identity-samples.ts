import type { Me, SignInOptions, User } from '#libs/api';

/** A person as the list of users reports them. */
export function userSample(change: Partial<User> = {}): User {
  return {
    id: 'ann',
    email: 'ann@example.org',
    name: 'Ann Miller',
    role: 'user',
    state: 'active',
    is_external: false,
    is_email_unverified: false,
    created_at: '2026-05-18T09:41:00Z',
    last_sign_in_at: '2026-05-19T09:41:00Z',
    ...change,
  };
}

/** Who is signed in. */
export function meSample(user: Partial<Me['user']> = {}, change: Partial<Me> = {}): Me {
  return {
    user: { id: 'ann', email: 'ann@example.org', name: 'Ann Miller', role: 'user', ...user },
    scopes: null,
    connection_ids: null,
    session_expires_at: '2026-06-18T09:41:00Z',
    has_password: true,
    ...change,
  };
}

/** A workbench that asks for e-mail and password. */
export const PASSWORD_SIGN_IN: SignInOptions = { sign_in: 'password', provider: null };
