import type { Actor } from './actor.js';
import { hasScope } from './scope.js';

/**
 * What an actor may do with a connection; each level includes those before it. `approve` is for the change sets of others,
 * never for one's own.
 */
export type ConnectionLevel = 'none' | 'query' | 'write' | 'approve' | 'manage';

export const CONNECTION_LEVELS: readonly ConnectionLevel[] = ['none', 'query', 'write', 'approve', 'manage'];

/** Whom a grant is for: everybody, everybody of a role, or one person. */
export type GrantSubject =
  | { readonly kind: 'everybody' }
  | { readonly kind: 'role'; readonly role: Actor['role'] }
  | { readonly kind: 'user'; readonly userId: string };

/** Lets everybody, a role or a person use a connection. */
export interface ConnectionGrant {
  readonly subject: GrantSubject;
  readonly level: Exclude<ConnectionLevel, 'none'>;
}

/** The default of a connection without grants: everybody who can sign in may query and write. */
export const DEFAULT_GRANTS: readonly ConnectionGrant[] = [{ subject: { kind: 'everybody' }, level: 'write' }];

/** Whether `level` is enough where `needed` is asked for. */
export function reaches(level: ConnectionLevel, needed: ConnectionLevel): boolean {
  return CONNECTION_LEVELS.indexOf(level) >= CONNECTION_LEVELS.indexOf(needed);
}

/**
 * What `actor` may do with a connection: administrators everything, others the most that a grant for them allows; nothing
 * for a token that is limited to other connections. Scopes of a token limit routes, not connections, but for writing:
 * see `mayWrite`.
 */
export function connectionLevel(
  actor: Actor,
  connectionId: string,
  grants: readonly ConnectionGrant[],
): ConnectionLevel {
  if (actor.connectionIds !== null && !actor.connectionIds.includes(connectionId)) return 'none';
  if (actor.role === 'admin') return 'manage';
  return mostOf(grants.filter(({ subject }) => isFor(subject, actor)));
}

/** Whether `actor`, whose level is `level`, may change data through a connection. */
export function mayWrite(actor: Actor, level: ConnectionLevel): boolean {
  return reaches(level, 'write') && hasScope(actor.scopes, 'write');
}

function isFor(subject: GrantSubject, actor: Actor): boolean {
  if (subject.kind === 'everybody') return true;
  return subject.kind === 'role' ? subject.role === actor.role : subject.userId === actor.userId;
}

function mostOf(grants: readonly ConnectionGrant[]): ConnectionLevel {
  return grants.reduce<ConnectionLevel>((most, { level }) => (reaches(level, most) ? level : most), 'none');
}
