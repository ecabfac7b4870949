import type { Scope } from './scope.js';

/** What a person may do in the workbench as a whole. */
export type Role = 'admin' | 'user';

export const ROLES: readonly Role[] = ['admin', 'user'];

/** `user`: a person in a browser; `token`: a program; `agent`: a program that speaks MCP; `system`: the workbench itself. */
export type ActorKind = 'user' | 'token' | 'job' | 'agent' | 'system';

/** Who asks for something, with all that limits what they get. */
export interface Actor {
  readonly kind: ActorKind;
  /** The person that asks, or in whose name a token or a job does. Owns what is made. */
  readonly userId: string;
  /** For people to read: an e-mail address, or a token's name. Never a secret. */
  readonly name: string;
  readonly role: Role;
  /** The API token that was used, or null. */
  readonly tokenId: string | null;
  /** The sign-in that was used, or null. */
  readonly sessionId: string | null;
  /** What a token is limited to; null is all that its owner may do. */
  readonly scopes: readonly Scope[] | null;
  /** The connections that a token is limited to; null is all that its owner may see. */
  readonly connectionIds: readonly string[] | null;
}

/** The id of the person at a workbench without sign-in, and of the first administrator of one with it. */
export const LOCAL_USER_ID = 'local';

/** The person at a workbench without sign-in, who may do everything. */
export const LOCAL_ACTOR: Actor = {
  kind: 'user',
  userId: LOCAL_USER_ID,
  name: 'local',
  role: 'admin',
  tokenId: null,
  sessionId: null,
  scopes: null,
  connectionIds: null,
};

/** The workbench itself, for work that no request started. */
export const SYSTEM_ACTOR: Actor = { ...LOCAL_ACTOR, kind: 'system', name: 'system' };
