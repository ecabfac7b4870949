import type { Role, Scope } from '../access/index.js';

/** A person as the API shows them. Times are ISO 8601. */
export interface User {
  id: string;
  email: string;
  name: string;
  role: Role;
  /** `invited`: has not chosen a password yet; `disabled`: may not sign in. */
  state: 'active' | 'invited' | 'disabled';
  /** True where the person signs in through the identity provider only. */
  is_external: boolean;
  /** True where the identity provider has not verified the address: another person can be invited by it. */
  is_email_unverified: boolean;
  created_at: string;
  last_sign_in_at: string | null;
}

/** Answer of `GET /api/auth/me`, for any caller, and of every sign-in. */
export interface Me {
  user: Pick<User, 'id' | 'email' | 'name' | 'role'>;
  /** What the token in use is limited to; null is no limit, as for a person. */
  scopes: Scope[] | null;
  connection_ids: string[] | null;
  /** When the sign-in in use ends at the latest; null without one. */
  session_expires_at: string | null;
  /** False at a workbench without sign-in, and for those who sign in elsewhere. */
  has_password: boolean;
}

/** `GET /api/auth/options`, open to everybody: what the sign-in page has to offer. */
export interface SignInOptions {
  /** `none`: no sign-in; `set-up`: the first administrator is to be made; `password`; `access-token`. */
  sign_in: 'none' | 'set-up' | 'password' | 'access-token';
  /** The identity provider, where one is configured: `GET /api/auth/oidc/login?return_to=` begins there. */
  provider: { name: string } | null;
}

/** `POST /api/auth/login`: by e-mail and password, or by the access token of a single-user workbench. */
export interface SignInInput {
  email?: string;
  password?: string;
  access_token?: string;
}

/** `POST /api/auth/set-up`: makes the first administrator with the code that was printed at start. */
export interface SetUpInput {
  code: string;
  email: string;
  name?: string;
  password: string;
}

/** `POST /api/users`, by administrators: invites a person, who chooses a password by the link in the answer. */
export interface InvitationInput {
  email: string;
  name?: string;
  role?: Role;
}

/** Answer of `POST /api/users` and of `POST /api/users/{id}/reset`: the link is shown this once. */
export interface Invitation {
  user: User;
  /** Relative: `/welcome#<code>`. */
  link: string;
  expires_at: string;
}

/** `POST /api/auth/accept`: chooses a password with the code of an invitation or a reset, and signs in. */
export interface AcceptInput {
  code: string;
  name?: string;
  password: string;
}

/** `PUT /api/users/{id}`, by administrators; what is left out stays. */
export interface UserChange {
  name?: string;
  role?: Role;
  disabled?: boolean;
}

/** `GET /api/users`. */
export interface UserList {
  items: User[];
  next_cursor: null;
}

/** `PUT /api/profile/password`; ends every other session of the person. */
export interface PasswordChange {
  current_password: string;
  new_password: string;
}

/** A sign-in as `GET /api/profile/sessions` shows it; `DELETE …/{id}` ends one, `DELETE …` all but the one in use. */
export interface SignInSession {
  id: string;
  created_at: string;
  last_used_at: string;
  expires_at: string;
  address: string | null;
  user_agent: string | null;
  is_current: boolean;
}

export interface SignInSessionList {
  items: SignInSession[];
  next_cursor: null;
}

/** `POST /api/profile/tokens`. Left out, `scopes` and `connection_ids` do not limit it and it ends in 90 days. */
export interface ApiTokenInput {
  name: string;
  scopes?: Scope[] | null;
  connection_ids?: string[] | null;
  /** ISO 8601; null never ends. */
  expires_at?: string | null;
}

/** A token as `GET /api/profile/tokens` shows it. */
export interface ApiToken {
  id: string;
  name: string;
  /** The first characters, to recognize it by: `svc_4fGz…`. */
  hint: string;
  scopes: Scope[] | null;
  connection_ids: string[] | null;
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
  state: 'active' | 'expired' | 'revoked';
}

/** Answer of creating and of `POST /api/profile/tokens/{id}/rotate`: the token itself is shown this once. */
export interface NewApiToken extends ApiToken {
  token: string;
}

/** A job or a channel that a token saved last; `is_active` while it runs or sends by itself. */
export interface SavedByToken {
  kind: 'job' | 'channel';
  id: string;
  name: string;
  is_active: boolean;
}

/** `GET /api/profile/tokens/{id}/saved`: what revoking the token pauses or disables, by kind and name. */
export interface SavedByTokenList {
  items: SavedByToken[];
  next_cursor: null;
}

export interface ApiTokenList {
  items: ApiToken[];
  next_cursor: string | null;
}

/** Who a grant is for and how much they may; see `GET|PUT /api/connections/{id}/access`. */
export interface ConnectionAccessEntry {
  /** `everybody`, `role:user`, or `user:<id>`. */
  subject: string;
  level: 'query' | 'write' | 'approve' | 'manage';
}

/** `GET|PUT /api/connections/{id}/access`, by those who may manage it. An empty list leaves it to administrators. */
export interface ConnectionAccessList {
  items: ConnectionAccessEntry[];
}

/** Body of `PUT /api/connections/{id}/access`. `expected`: the entries that the change began with; 409 where others are in force. */
export interface ConnectionAccessChange extends ConnectionAccessList {
  expected?: ConnectionAccessEntry[];
}

/** One row of `GET /api/audit?actor=&action=&object=&outcome=&from=&to=&limit=&cursor=`. */
export interface AuditEntry {
  sequence: number;
  at: string;
  action: string;
  outcome: 'done' | 'denied' | 'failed';
  actor: { kind: string; user_id: string; name: string; token_id: string | null } | null;
  object: { kind: string; id: string; name: string | null };
  details: Record<string, string | number | boolean | null | readonly string[]>;
  /** SHA-256 in hex of the row before and this one. */
  hash: string;
}

export interface AuditList {
  items: AuditEntry[];
  next_cursor: string | null;
}

/**
 * Answer of `GET /api/audit/verification`. `entries` is how many there are, `broken_at` the first that is not as it was
 * (with `reason`), `head` the last of those that are: kept somewhere else, it shows later that none was cut off.
 */
export interface AuditVerification {
  valid: boolean;
  entries: number;
  broken_at: number | null;
  /** `changed`: not what its hash was made of; `missing`: not there; `replaced`: another than was noted earlier. */
  reason: 'changed' | 'missing' | 'replaced' | null;
  head: { sequence: number; hash: string } | null;
}
