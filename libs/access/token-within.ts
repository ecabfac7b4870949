import type { Actor } from './actor.js';
import type { Scope } from './scope.js';

/** What a token would be limited to; null is no limit. `expiresAt` is in milliseconds since the epoch. */
export interface TokenLimits {
  readonly scopes: readonly Scope[] | null;
  readonly connectionIds: readonly string[] | null;
  readonly expiresAt: number | null;
}

/** Whether a token with limits `child` can do nothing that `parent` cannot, at no time that `parent` cannot. */
export function isTokenWithin(child: TokenLimits, parent: TokenLimits): boolean {
  return (
    isPart(child.scopes, parent.scopes) &&
    isPart(child.connectionIds, parent.connectionIds) &&
    (parent.expiresAt === null || (child.expiresAt !== null && child.expiresAt <= parent.expiresAt))
  );
}

/** The scopes that mean anything for a role: only administrators have use for `admin`. */
export function scopesOfRole(role: Actor['role'], all: readonly Scope[]): readonly Scope[] {
  return role === 'admin' ? all : all.filter((scope) => scope !== 'admin');
}

function isPart<T>(child: readonly T[] | null, parent: readonly T[] | null): boolean {
  if (parent === null) return true;
  return child?.every((one) => parent.includes(one)) ?? false;
}
